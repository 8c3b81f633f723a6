#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/name_columns.h"
#include "cli/output.h"
#include "cli/selection.h"
#include "reader/datum.h"
#include "store/point.h"
#include "store/store.h"

namespace stepline::cli {

enum class LineFormat { Table, Csv, Jsonl };

// For --format.
LineFormat line_format_of(std::string_view name);

// Writes values one a line, as they come: nothing of them is kept.
//
// A scalar's line has run, tag, step, wall_time (seconds since the epoch) and
// value. CSV is RFC 4180's but for line feeds alone; as soon as other kinds may
// come it has a column for the kind after the tag. JSON Lines name the kind of
// all but scalars. Names that are not UTF-8 are repaired with U+FFFD. The table
// is for people: local times, six digits, other kinds described below a line.
// Lines of superseded branches have the branch's number and the step at which
// the run was taken up again, before the step.
class ValueLines {
 public:
  // Widths of the table's first columns; wider cells push the rest aside.
  struct Widths {
    NameColumns names;
    std::size_t step = 4;
    void take(std::string_view run_name, const store::SeriesInfo& series);
  };

  enum class Of { Series, Branches };

  ValueLines(Output& out, LineFormat format, bool scalars_only,
             Of of = Of::Series)
      : out_(out),
        format_(format),
        scalars_only_(scalars_only),
        branches_(of == Of::Branches) {}

  void set_widths(const Widths& widths);
  // The first line, where the format has one.
  void header();

  // What comes next is of this series.
  void begin_series(std::string_view run, const store::SeriesInfo& series);
  // What comes next is of this branch of it.
  void begin_branch(std::string_view run, const store::SeriesInfo& series,
                    std::uint32_t number, std::int64_t restart_step);
  void scalar(const store::Point& point);
  void datum(std::int64_t step, double wall_secs, const reader::Datum& datum);

 private:
  void begin_line(std::string_view run, const store::SeriesInfo& series);
  void table_line(std::int64_t step, double wall_secs, std::string_view value);

  Output& out_;
  const LineFormat format_;
  const bool scalars_only_;
  const bool branches_;
  Widths widths_;
  std::string prefix_;  // Of every line of the series, or of the branch.
  std::string line_;
};

// A field of CSV, in quotes where it needs them.
std::string csv_field(std::string_view text);

}  // namespace stepline::cli
