#pragma once

#include <string>
#include <string_view>

namespace stepline::media {

// A bitmap font for labels in pictures: printable ASCII and one glyph for
// everything else. Capitals are 5 x 7 pixels; a cell adds a column of space and
// two rows for descenders.
inline constexpr int kGlyphWidth = 6;
inline constexpr int kGlyphHeight = 9;

// Whether the pixel (x, y) of a character's cell is set.
bool glyph_pixel(char character, int x, int y);

// One char per character of the UTF-8 text: itself where the font has it,
// otherwise a char that it does not have.
std::string to_glyphs(std::string_view utf8);

}  // namespace stepline::media
