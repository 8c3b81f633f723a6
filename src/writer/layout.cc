#include "writer/layout.h"

#include <string>

#include "writer/check.h"
#include "writer/tensor_reader.h"

namespace stepline::writer {
namespace {

int* axis_named(Layout& layout, char letter) {
  switch (letter) {
    case 'N':
    case 'n':
      return &layout.n;
    case 'T':
    case 't':
      return &layout.t;
    case 'H':
    case 'h':
      return &layout.h;
    case 'W':
    case 'w':
      return &layout.w;
    case 'C':
    case 'c':
      return &layout.c;
    default:
      return nullptr;
  }
}

}  // namespace

Result<Layout> parse_layout(std::string_view kind, std::string_view tag,
                            std::string_view letters, const TensorView& view) {
  const std::string name = "layout \"" + std::string(letters) + "\"";
  const auto refuse = [&](const std::string& why) {
    return invalid(kind, tag, name + " " + why, view);
  };
  Layout layout;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    int* axis = axis_named(layout, letters[i]);
    if (axis == nullptr) return refuse("has a letter other than N, T, H, W, C");
    if (*axis != -1) return refuse("has a letter twice");
    *axis = static_cast<int>(i);
  }
  if (layout.h < 0 || layout.w < 0) return refuse("lacks H or W");
  if (letters.size() != static_cast<std::size_t>(view.rank())) {
    return refuse("does not fit the number of dimensions");
  }
  return layout;
}

TensorView as_nthwc(const TensorView& view, const Layout& layout) {
  const int axes[] = {layout.n, layout.t, layout.h, layout.w, layout.c};
  return permuted(view, axes);
}

}  // namespace stepline::writer
