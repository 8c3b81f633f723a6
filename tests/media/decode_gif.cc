#include "media/decode_gif.h"

#include <gif_lib.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace stepline::media {
namespace {

int read(GifFileType* gif, GifByteType* bytes, int size) {
  auto& rest = *static_cast<std::string_view*>(gif->UserData);
  const std::size_t n = std::min(rest.size(), static_cast<std::size_t>(size));
  std::memcpy(bytes, rest.data(), n);
  rest.remove_prefix(n);
  return static_cast<int>(n);
}

void draw_over(Bitmap& canvas, const SavedImage& image,
               const ColorMapObject& map) {
  const GifImageDesc& area = image.ImageDesc;
  for (int y = 0; y < area.Height; ++y) {
    for (int x = 0; x < area.Width; ++x) {
      const GifColorType colour =
          map.Colors[image.RasterBits[y * area.Width + x]];
      std::uint8_t* pixel = canvas.at(area.Left + x, area.Top + y);
      pixel[0] = colour.Red;
      pixel[1] = colour.Green;
      pixel[2] = colour.Blue;
    }
  }
}

int loops_of(const SavedImage& image) {
  for (int i = 0; i + 1 < image.ExtensionBlockCount; ++i) {
    const ExtensionBlock& name = image.ExtensionBlocks[i];
    const ExtensionBlock& data = image.ExtensionBlocks[i + 1];
    if (name.Function == APPLICATION_EXT_FUNC_CODE && name.ByteCount == 11 &&
        std::memcmp(name.Bytes, "NETSCAPE2.0", 11) == 0 &&
        data.ByteCount == 3 && data.Bytes[0] == 1) {
      return data.Bytes[1] | data.Bytes[2] << 8;
    }
  }
  return -1;
}

}  // namespace

DecodedGif decode_gif(const std::string& file) {
  DecodedGif decoded;
  std::string_view rest = file;
  GifFileType* gif = DGifOpen(&rest, read, nullptr);
  if (gif == nullptr) return decoded;
  if (DGifSlurp(gif) == GIF_OK && gif->SColorMap != nullptr) {
    Bitmap canvas = Bitmap::black(gif->SWidth, gif->SHeight, 3);
    for (int i = 0; i < gif->ImageCount; ++i) {
      const SavedImage& image = gif->SavedImages[i];
      draw_over(canvas, image, *gif->SColorMap);
      decoded.frames.push_back(canvas);
      GraphicsControlBlock control{};
      DGifSavedExtensionToGCB(gif, i, &control);
      decoded.delays.push_back(control.DelayTime);
      decoded.stored_pixels += static_cast<std::size_t>(image.ImageDesc.Width) *
                               static_cast<std::size_t>(image.ImageDesc.Height);
      if (image.ImageDesc.ColorMap != nullptr) decoded.local_palettes = true;
      if (i == 0) decoded.loops = loops_of(image);
    }
  }
  DGifCloseFile(gif, nullptr);
  return decoded;
}

}  // namespace stepline::media
