#include "cli/braille_canvas.h"

#include <array>
#include <cstdlib>

namespace stepline::cli {
namespace {

// Unicode numbers the dots down the left column, then the right one, with the
// lowest row last.
constexpr std::array<std::array<std::uint8_t, 2>, 4> kDots{
    {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};

}  // namespace

BrailleCanvas::BrailleCanvas(int columns, int rows)
    : columns_(columns),
      rows_(rows),
      cells_(static_cast<std::size_t>(columns) *
             static_cast<std::size_t>(rows)) {}

void BrailleCanvas::dot(int x, int y, int owner) {
  Cell& at = cells_[static_cast<std::size_t>(y / 4 * columns_ + x / 2)];
  at.dots |=
      kDots[static_cast<std::size_t>(y % 4)][static_cast<std::size_t>(x % 2)];
  at.owner = owner;
}

// Bresenham's.
void BrailleCanvas::line(int x0, int y0, int x1, int y1, int owner) {
  const int dx = std::abs(x1 - x0), dy = -std::abs(y1 - y0);
  const int step_x = x0 < x1 ? 1 : -1, step_y = y0 < y1 ? 1 : -1;
  int error = dx + dy;
  while (true) {
    dot(x0, y0, owner);
    if (x0 == x1 && y0 == y1) return;
    const int doubled = 2 * error;
    if (doubled >= dy) {
      error += dy;
      x0 += step_x;
    }
    if (doubled <= dx) {
      error += dx;
      y0 += step_y;
    }
  }
}

std::string BrailleCanvas::character(int column, int row) const {
  const std::uint8_t dots = cell(column, row).dots;
  if (dots == 0) return " ";
  // U+2800 + dots.
  return {'\xe2', static_cast<char>(0xa0 | dots >> 6),
          static_cast<char>(0x80 | (dots & 0x3f))};
}

}  // namespace stepline::cli
