#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reader/kind.h"
#include "store/query.h"
#include "store/store.h"

namespace stepline::server {

// A row of a series' table: a point, or a bucket of a histogram.
struct Row {
  std::int64_t step = 0;
  double wall_secs = 0;
  std::array<double, 3> numbers{};  // Those that the series' kind has.
};

// The columns of a scalar's table, or of a histogram's: step, wall_time and the
// names of the numbers.
std::span<const std::string_view> columns_of(reader::Kind kind);

// Reads the rows of a series inside a window, some at a time, so that a
// download takes no more memory than these.
class SeriesRows {
 public:
  virtual ~SeriesRows() = default;

  // The next ones, in place of what `rows` held; false behind the last. May be
  // none.
  virtual bool next(std::vector<Row>& rows) = 0;
};

// Of a scalar or a histogram. The store must outlive it.
std::unique_ptr<SeriesRows> rows_of(const store::Store& store,
                                    store::SeriesId id, reader::Kind kind,
                                    const store::Window& window);

// A cell of a CSV file (RFC 4180): quoted where that is needed. What a
// spreadsheet would take for a formula (it begins with = + - @, a tab or a
// carriage return) gets an apostrophe in front.
void append_cell(std::string& out, std::string_view text);

// The cells of a row with that many columns: numbers in as few digits as bring
// them back, and "NaN", "Infinity" or "-Infinity".
void append_row(std::string& out, const Row& row, std::size_t columns);

// "step,wall_time,value"
void append_columns(std::string& out, std::span<const std::string_view> names);

}  // namespace stepline::server
