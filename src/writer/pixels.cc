#include "writer/pixels.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "writer/tensor_reader.h"

namespace stepline::writer {
namespace {

std::uint8_t byte_of(float value) {
  const float scaled = value * 255.0f;
  if (!(scaled > 0)) return 0;
  return scaled >= 255.0f ? std::uint8_t{255}
                          : static_cast<std::uint8_t>(scaled);
}

// Three equal channels out of one. From the end, because both share memory.
void replicate(std::uint8_t* pixels, std::size_t count) {
  for (std::size_t i = count; i-- > 0;) {
    const std::uint8_t grey = pixels[i];
    pixels[3 * i] = grey;
    pixels[3 * i + 1] = grey;
    pixels[3 * i + 2] = grey;
  }
}

// Picture elements of `planes` channels, each channel dense, side by side.
template <std::size_t planes>
void interleave(const std::uint8_t* in, std::ptrdiff_t plane, std::size_t count,
                std::uint8_t* out) {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < planes; ++c) {
      out[i * planes + c] = in[static_cast<std::ptrdiff_t>(c) * plane +
                               static_cast<std::ptrdiff_t>(i)];
    }
  }
}

// CHW in memory, seen as HWC: the layout that most callers have.
bool copy_planes(const TensorView& view, std::uint8_t* out) {
  const auto strides = view.strides();
  if (strides[1] != 1) return false;
  const auto* in = static_cast<const std::uint8_t*>(view.data());
  const auto width = static_cast<std::size_t>(view.dim(1));
  const auto channels = static_cast<std::size_t>(view.dim(2));
  if (channels != 3 && channels != 4) return false;
  for (std::int64_t y = 0; y < view.dim(0); ++y) {
    const std::uint8_t* line = in + y * strides[0];
    if (channels == 3) {
      interleave<3>(line, strides[2], width, out);
    } else {
      interleave<4>(line, strides[2], width, out);
    }
    out += width * channels;
  }
  return true;
}

void fill_bytes(const TensorView& view, std::uint8_t* out) {
  const auto size = static_cast<std::size_t>(view.size());
  if (view.dtype() == DType::UInt8) {
    if (!copy_planes(view, out)) copy_contiguous(view, out);
  } else if (view.dtype() == DType::Bool) {
    if (!copy_planes(view, out)) copy_contiguous(view, out);
    for (std::size_t i = 0; i < size; ++i) out[i] = out[i] ? 255 : 0;
  } else {
    std::vector<float> values(size);
    to_floats(view, values);
    for (std::size_t i = 0; i < size; ++i) out[i] = byte_of(values[i]);
  }
}

}  // namespace

media::Bitmap bitmap_of(const TensorView& view) {
  const auto height = static_cast<int>(view.dim(0));
  const auto width = static_cast<int>(view.dim(1));
  const auto channels = static_cast<int>(view.dim(2));
  if (view.dtype() == DType::UInt16) {
    auto bitmap = media::Bitmap::black(width, height, channels, 16);
    copy_contiguous(view, bitmap.pixels.data());
    return bitmap;
  }
  auto bitmap =
      media::Bitmap::black(width, height, channels == 1 ? 3 : channels);
  fill_bytes(view, bitmap.row(0));
  if (channels == 1) {
    replicate(bitmap.row(0), static_cast<std::size_t>(view.size()));
  }
  return bitmap;
}

}  // namespace stepline::writer
