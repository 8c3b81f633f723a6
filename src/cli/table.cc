#include "cli/table.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace stepline::cli {

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add(std::vector<std::string> cells) {
  assert(cells.size() == columns_.size() && "a cell for each column");
  rows_.push_back(std::move(cells));
}

void Table::print(Output& out) const {
  std::vector<std::string> titles;
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) {
    titles.emplace_back(column.title);
    widths.push_back(display_width(column.title));
  }
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  print_row(out, titles, widths, Colour::Bold);
  for (const auto& row : rows_) print_row(out, row, widths, Colour::Plain);
}

void Table::print_row(Output& out, const std::vector<std::string>& cells,
                      const std::vector<std::size_t>& widths,
                      Colour colour) const {
  std::size_t owed = 0;  // Spaces, due when something comes after them.
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t space = widths[i] - display_width(cells[i]);
    const bool right = columns_[i].align == Align::Right;
    if (right) owed += space;
    if (!cells[i].empty()) {
      out.write(std::string(std::exchange(owed, 0), ' '));
      out.write(out.paint(cells[i], colour));
    }
    if (!right) owed += space;
    owed += 2;
  }
  out.write("\n");
}

}  // namespace stepline::cli
