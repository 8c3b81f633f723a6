#pragma once

#include <array>
#include <string_view>

#include "stepline/result.h"
#include "stepline/tensor_view.h"

namespace stepline::writer {

// Which axis of an array is which dimension of a picture; -1 where the layout
// has no such letter. Small and without pointers, so that it may wait in a
// queue when the string it came from is gone.
struct Layout {
  int n = -1;
  int t = -1;
  int h = -1;
  int w = -1;
  int c = -1;
};

// Reads letters of "NTHWC", in any order and case, each at most once, as many
// as the view has dimensions. H and W must be among them.
Result<Layout> parse_layout(std::string_view kind, std::string_view tag,
                            std::string_view letters, const TensorView& view);

// The view with its axes as N, T, H, W, C; those that are missing have length
// 1.
TensorView as_nthwc(const TensorView& view, const Layout& layout);

}  // namespace stepline::writer
