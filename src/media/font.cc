#include "media/font.h"

#include <array>

namespace stepline::media {
namespace {

constexpr int kFirst = ' ';
constexpr char kMissing = 0x7f;
constexpr int kGlyphsPerLine = 12;

// The characters from space to 0x7f, twelve side by side.
constexpr std::array<std::string_view, 8 * kGlyphHeight> kSheet = {
    "        #    # #   # #    #   ##     ##     #      #   #                ",
    "        #    # #   # #   #### ##  # #  #    #     #     #     #     #   ",
    "        #    # #  ##### # #      #  # #     #    #       #  # # #   #   ",
    "        #          # #   ###    #    #           #       #   ###  ##### ",
    "        #         #####   # #  #    # # #        #       #  # # #   #   ",
    "                   # #  ####  #  ## #  #          #     #     #     #   ",
    "        #          # #    #      ##  ## #          #   #                ",
    "                                                                        ",
    "                                                                        ",
    "                      #  ###    #    ###   ###     #  #####   ##  ##### ",
    "                      # #   #  ##   #   # #   #   ##  #      #        # ",
    "                     #  #  ##   #       #     #  # #  ####  #        #  ",
    "      #####         #   # # #   #     ##    ##  #  #      # ####    #   ",
    "                   #    ##  #   #    #        # #####     # #   #   #   ",
    "  ##              #     #   #   #   #     #   #    #  #   # #   #   #   ",
    "  #           #   #      ###   ###  #####  ###     #   ###   ###    #   ",
    " #                                                                      ",
    "                                                                        ",
    " ###   ###                 #         #     ###   ###   ###  ####   ###  ",
    "#   # #   #               #           #   #   # #   # #   # #   # #   # ",
    "#   # #   #   #     #    #    #####    #      # # ### #   # #   # #     ",
    " ###   ####             #               #    #  # # # ##### ####  #     ",
    "#   #     #              #    #####    #    #   # ### #   # #   # #     ",
    "#   #    #          ##    #           #         #     #   # #   # #   # ",
    " ###   ##     #     #      #         #      #    ###  #   # ####   ###  ",
    "                   #                                                    ",
    "                                                                        ",
    "####  ##### #####  ###  #   #  ###    ### #   # #     #   # #   #  ###  ",
    "#   # #     #     #   # #   #   #      #  #  #  #     ## ## ##  # #   # ",
    "#   # #     #     #     #   #   #      #  # #   #     # # # ##  # #   # ",
    "#   # ####  ####  # ### #####   #      #  ##    #     # # # # # # #   # ",
    "#   # #     #     #   # #   #   #      #  # #   #     #   # #  ## #   # ",
    "#   # #     #     #   # #   #   #   #  #  #  #  #     #   # #  ## #   # ",
    "####  ##### #      ###  #   #  ###   ##   #   # ##### #   # #   #  ###  ",
    "                                                                        ",
    "                                                                        ",
    "####   ###  ####   #### ##### #   # #   # #   # #   # #   # #####  ###  ",
    "#   # #   # #   # #       #   #   # #   # #   # #   # #   #     #  #    ",
    "#   # #   # #   # #       #   #   # #   # #   #  # #   # #     #   #    ",
    "####  #   # ####   ###    #   #   # #   # # # #   #     #     #    #    ",
    "#     # # # # #       #   #   #   #  # #  # # #  # #    #    #     #    ",
    "#     #  #  #  #      #   #   #   #  # #  ## ## #   #   #   #      #    ",
    "#      ## # #   # ####    #    ###    #   #   # #   #   #   #####  ###  ",
    "                                                                        ",
    "                                                                        ",
    "#      ###    #          #          #               #         ##        ",
    "#        #   # #          #         #               #        #          ",
    " #       #  #   #              ###  ####   ###   ####  ###  ####   #### ",
    "  #      #                        # #   # #   # #   # #   #  #    #   # ",
    "   #     #                     #### #   # #     #   # #####  #    #   # ",
    "    #    #                    #   # #   # #   # #   # #      #    #   # ",
    "    #  ###                     #### ####   ###   ####  ###   #     #### ",
    "                  #####                                               # ",
    "                                                                   ###  ",
    "#       #      #  #      ##                                             ",
    "#                 #       #                                             ",
    "####   ##     ##  #  #    #   ## #  ####   ###  ####   #### # ##   #### ",
    "#   #   #      #  # #     #   # # # #   # #   # #   # #   # ##    #     ",
    "#   #   #      #  ##      #   # # # #   # #   # #   # #   # #      ###  ",
    "#   #   #      #  # #     #   # # # #   # #   # #   # #   # #         # ",
    "#   #  ###     #  #  #   ###  # # # #   #  ###  ####   #### #     ####  ",
    "            #  #                                #         #             ",
    "             ##                                 #         #             ",
    " #                                           #    #    #          ##### ",
    " #                                          #     #     #         #   # ",
    "####  #   # #   # #   # #   # #   # #####   #     #     #    #  # #   # ",
    " #    #   # #   # # # #  # #  #   #    #   #      #      #  # # # #   # ",
    " #    #   # #   # # # #   #   #   #   #     #     #     #   #  #  #   # ",
    " #    #   #  # #  # # #  # #  #   #  #      #     #     #         #   # ",
    "  ##   ####   #    # #  #   #  #### #####    #    #    #          ##### ",
    "                                  #                                     ",
    "                               ###                                      ",
};

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

}  // namespace

bool glyph_pixel(char character, int x, int y) {
  if (character < kFirst) character = kMissing;
  const int index = character - kFirst;
  const int row = index / kGlyphsPerLine * kGlyphHeight + y;
  const int column = index % kGlyphsPerLine * kGlyphWidth + x;
  return kSheet[static_cast<std::size_t>(row)]
               [static_cast<std::size_t>(column)] != ' ';
}

std::string to_glyphs(std::string_view utf8) {
  std::string glyphs;
  for (const char byte : utf8) {
    if (is_continuation(byte)) continue;
    glyphs.push_back(byte >= kFirst ? byte : kMissing);
  }
  return glyphs;
}

}  // namespace stepline::media
