#include "pictures.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace demo {

Pictures enlarge(const Pictures& pictures, int factor) {
  const int side = pictures.side * factor;
  Pictures large{pictures.count, pictures.channels, side, {}};
  const int planes = pictures.count * pictures.channels;
  large.values.reserve(std::size_t(planes) * std::size_t(side * side));
  for (int plane = 0; plane < planes; ++plane) {
    const float* from =
        pictures.values.data() +
        std::size_t(plane) * std::size_t(pictures.side * pictures.side);
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        large.values.push_back(from[y / factor * pictures.side + x / factor]);
      }
    }
  }
  return large;
}

Pictures in_colours(std::span<const float> values, int side) {
  const std::size_t pixels = std::size_t(side * side);
  const std::size_t count = values.size() / pixels;
  Pictures pictures{static_cast<int>(count), 3, side,
                    std::vector<float>(count * 3 * pixels)};
  for (std::size_t i = 0; i < count; ++i) {
    const auto picture = values.subspan(i * pixels, pixels);
    float greatest = 1e-12f;
    for (const float v : picture) greatest = std::max(greatest, std::abs(v));
    float* red = pictures.values.data() + i * 3 * pixels;
    for (std::size_t p = 0; p < pixels; ++p) {
      const float v = picture[p] / greatest;
      red[p] = v < 0 ? 1 + v : 1;
      red[p + pixels] = 1 - std::abs(v);
      red[p + 2 * pixels] = v > 0 ? 1 - v : 1;
    }
  }
  return pictures;
}

Pictures framed(Pictures pictures) {
  const std::size_t side = std::size_t(pictures.side);
  for (std::size_t i = 0; i < pictures.values.size(); ++i) {
    const std::size_t x = i % side;
    const std::size_t y = i / side % side;
    if (x == 0 || y == 0 || x + 1 == side || y + 1 == side) {
      pictures.values[i] = 0;
    }
  }
  return pictures;
}

void Film::add(const Pictures& frame) {
  if (frames_ == 0) {
    pictures_ = frame;
  } else {
    pictures_.values.insert(pictures_.values.end(), frame.values.begin(),
                            frame.values.end());
  }
  ++frames_;
}

stepline::TensorView Film::view() const {
  const std::int64_t shape[] = {frames_, pictures_.count, pictures_.channels,
                                pictures_.side, pictures_.side};
  return {pictures_.values.data(), stepline::DType::Float32, shape};
}

}  // namespace demo
