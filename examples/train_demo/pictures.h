#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stepline/tensor_view.h"

namespace demo {

// Square pictures of one size: [count, channels, side, side], in [0, 1].
struct Pictures {
  int count;
  int channels;
  int side;
  std::vector<float> values;

  stepline::TensorView view() const {
    return {values.data(), {count, channels, side, side}};
  }
};

// Each pixel becomes a square of factor by factor, as a 5 by 5 filter shown
// pixel by pixel is too small to see.
Pictures enlarge(const Pictures& pictures, int factor);

// Signed numbers in colours: red above 0, blue below, white at 0, and the
// greatest magnitude of each picture the fullest.
Pictures in_colours(std::span<const float> values, int side);

// A black edge, so that pictures can be told apart in a grid.
Pictures framed(Pictures pictures);

// Pictures that change with time.
class Film {
 public:
  void add(const Pictures& frame);
  // Laid out as "TNCHW".
  stepline::TensorView view() const;

 private:
  std::int64_t frames_ = 0;
  Pictures pictures_{};
};

}  // namespace demo
