#include "writer/pixels.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "writer/interleave.h"
#include "writer/tensor_reader.h"

namespace stepline::writer {
namespace {

// Written without branches, so that the compiler does many at once.
void scale_to_bytes(std::span<const float> values, std::uint8_t* out) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float scaled = values[i] * 255.0f;
    const float positive = scaled > 0.0f ? scaled : 0.0f;  // NaN: 0.
    const float clipped = positive < 255.0f ? positive : 255.0f;
    out[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(clipped));
  }
}

// The elements of a view in row-major order, as bytes.
void to_bytes(const TensorView& view, std::uint8_t* out) {
  constexpr std::size_t kBlock = 4096;
  const ContiguousView elements(view);
  const auto* data = static_cast<const std::byte*>(elements.view().data());
  const auto size = static_cast<std::size_t>(view.size());
  std::array<float, kBlock> floats;
  for (std::size_t at = 0; at < size; at += kBlock) {
    const auto block = std::span(floats).first(std::min(kBlock, size - at));
    convert_elements(data + at * size_of(view.dtype()), view.dtype(), block);
    scale_to_bytes(block, out + at);
  }
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
      interleave3({line, line + strides[2], line + 2 * strides[2]}, width, out);
    } else {
      interleave4({line, line + strides[2], line + 2 * strides[2],
                   line + 3 * strides[2]},
                  width, out);
    }
    out += width * channels;
  }
  return true;
}

void copy_bytes(const TensorView& view, std::uint8_t* out) {
  if (!copy_planes(view, out)) copy_contiguous(view, out);
}

void fill(const TensorView& view, std::uint8_t* out) {
  if (view.dtype() == DType::UInt8) return copy_bytes(view, out);
  if (view.dtype() == DType::Bool) {
    copy_bytes(view, out);
    const auto size = static_cast<std::size_t>(view.size());
    for (std::size_t i = 0; i < size; ++i) out[i] = out[i] ? 255 : 0;
    return;
  }
  if (view.strides()[1] != 1) return to_bytes(view, out);
  // Planes are made bytes as they lie, then interleaved.
  constexpr int kPlanar[] = {2, 0, 1};
  constexpr int kInterleaved[] = {1, 2, 0};
  const TensorView planes = permuted(view, kPlanar);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(view.size()));
  to_bytes(planes, bytes.data());
  const TensorView packed(bytes.data(), DType::UInt8, planes.shape());
  copy_bytes(permuted(packed, kInterleaved), out);
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
  fill(view, bitmap.row(0));
  if (channels == 1) {
    replicate(bitmap.row(0), static_cast<std::size_t>(view.size()));
  }
  return bitmap;
}

}  // namespace stepline::writer
