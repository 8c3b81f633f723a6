#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.h"

namespace stepline::cli {

// Text in columns, as wide as their widest cell on the screen. Keeps all rows
// until it is printed.
class Table {
 public:
  enum class Align { Left, Right };
  struct Column {
    std::string_view title;
    Align align = Align::Left;
  };

  explicit Table(std::vector<Column> columns);

  // One cell for each column, printable (terminal.h).
  void add(std::vector<std::string> cells);

  bool empty() const { return rows_.empty(); }

  // The titles (bold where there are colours) and the rows, two spaces between
  // columns, none at the end of a line.
  void print(Output& out) const;

 private:
  void print_row(Output& out, const std::vector<std::string>& cells,
                 const std::vector<std::size_t>& widths, Colour colour) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace stepline::cli
