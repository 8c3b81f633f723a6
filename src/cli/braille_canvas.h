#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stepline::cli {

// A rectangle of terminal cells, each of 2 x 4 dots: Unicode's braille
// patterns, the finest grid that a terminal has. Dot (0, 0) is at the top left.
// Each cell belongs to who drew in it last, since it can have only one colour.
class BrailleCanvas {
 public:
  static constexpr int kNobody = -1;

  BrailleCanvas(int columns, int rows);

  int width() const { return 2 * columns_; }  // In dots.
  int height() const { return 4 * rows_; }

  // Both ends are within the canvas.
  void line(int x0, int y0, int x1, int y1, int owner);

  int owner(int column, int row) const { return cell(column, row).owner; }
  // The cell's character as UTF-8; a space where nothing was drawn.
  std::string character(int column, int row) const;

 private:
  struct Cell {
    std::uint8_t dots = 0;
    int owner = kNobody;
  };

  const Cell& cell(int column, int row) const {
    return cells_[static_cast<std::size_t>(row * columns_ + column)];
  }
  void dot(int x, int y, int owner);

  int columns_;
  int rows_;
  std::vector<Cell> cells_;
};

}  // namespace stepline::cli
