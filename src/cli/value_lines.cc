#include "cli/value_lines.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "cli/datum_text.h"
#include "cli/format.h"
#include "cli/json.h"
#include "cli/number_text.h"
#include "cli/terminal.h"

namespace stepline::cli {
namespace {

constexpr std::size_t kTimeColumns = 19;
constexpr std::size_t kValueColumns = 12;
constexpr std::string_view kBranch = "branch";
constexpr std::string_view kRestartStep = "restart_step";
constexpr std::size_t kBranchColumns = kBranch.size() + kRestartStep.size() + 4;

std::string left(std::string_view text, std::size_t width) {
  const std::string cell =
      width == 0 ? std::string(text) : shortened(text, width);
  const std::size_t columns = display_width(cell);
  return cell + std::string(width > columns ? width - columns : 0, ' ');
}

void append_right(std::string& out, std::string_view text, std::size_t width) {
  out.append(width > text.size() ? width - text.size() : 0, ' ');
  out += text;
}

}  // namespace

LineFormat line_format_of(std::string_view name) {
  if (name == "csv") return LineFormat::Csv;
  return name == "jsonl" ? LineFormat::Jsonl : LineFormat::Table;
}

std::string csv_field(std::string_view text) {
  std::string field = repair_utf8(text);
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

void ValueLines::Widths::take(std::string_view run_name,
                              const store::SeriesInfo& series) {
  names.run = std::max(names.run, display_width(printable(run_name)));
  names.tag = std::max(names.tag, display_width(printable(series.tag)));
  step = std::max({step, std::to_string(series.last_step).size(),
                   std::to_string(series.first_step).size()});
}

void ValueLines::set_widths(const Widths& widths) {
  widths_ = widths;
  widths_.names.fit(out_.terminal(), widths.step + kTimeColumns +
                                         kValueColumns + 8 +
                                         (branches_ ? kBranchColumns : 0));
}

void ValueLines::header() {
  if (format_ == LineFormat::Csv) {
    out_ << "run,tag," << (scalars_only_ ? "" : "kind,")
         << (branches_ ? "branch,restart_step," : "")
         << "step,wall_time,value\n";
  } else if (format_ == LineFormat::Table) {
    std::string line = left("run", widths_.names.run) + "  " +
                       left("tag", widths_.names.tag) + "  ";
    if (branches_) {
      line.append(kBranch).append("  ").append(kRestartStep).append("  ");
    }
    append_right(line, "step", widths_.step);
    line += "  " + left("wall_time", kTimeColumns) + "  ";
    append_right(line, "value", scalars_only_ ? kValueColumns : 0);
    out_ << out_.paint(line, Colour::Bold) << "\n";
  }
}

void ValueLines::begin_line(std::string_view run,
                            const store::SeriesInfo& series) {
  const std::string_view kind = reader::name_of(series.kind);
  if (format_ == LineFormat::Csv) {
    prefix_ = csv_field(run) + "," + csv_field(series.tag) + ",";
    if (!scalars_only_) prefix_ += std::string(kind) + ",";
  } else if (format_ == LineFormat::Jsonl) {
    prefix_ =
        "{\"run\":" + json_string(run) + ",\"tag\":" + json_string(series.tag);
    const bool scalar = series.kind == reader::Kind::Scalar;
    if (!scalar) prefix_ += ",\"kind\":" + json_string(kind);
  } else {
    prefix_ = left(printable(run), widths_.names.run) + "  " +
              left(printable(series.tag), widths_.names.tag) + "  ";
  }
}

void ValueLines::begin_series(std::string_view run,
                              const store::SeriesInfo& series) {
  begin_line(run, series);
  if (format_ == LineFormat::Jsonl) prefix_ += ",\"step\":";
}

void ValueLines::begin_branch(std::string_view run,
                              const store::SeriesInfo& series,
                              std::uint32_t number, std::int64_t restart_step) {
  begin_line(run, series);
  const std::string branch = std::to_string(number);
  const std::string step = std::to_string(restart_step);
  if (format_ == LineFormat::Csv) {
    prefix_ += branch + "," + step + ",";
  } else if (format_ == LineFormat::Jsonl) {
    prefix_ +=
        ",\"branch\":" + branch + ",\"restart_step\":" + step + ",\"step\":";
  } else {
    append_right(prefix_, branch, kBranch.size());
    prefix_ += "  ";
    append_right(prefix_, step, kRestartStep.size());
    prefix_ += "  ";
  }
}

void ValueLines::table_line(std::int64_t step, double wall_secs,
                            std::string_view value) {
  line_ = prefix_;
  append_right(line_, std::to_string(step), widths_.step);
  line_ += "  " + format_time(wall_secs) + "  ";
  append_right(line_, value, scalars_only_ ? kValueColumns : 0);
  line_ += '\n';
  out_ << line_;
}

void ValueLines::scalar(const store::Point& point) {
  if (format_ == LineFormat::Table) {
    table_line(point.step, point.wall_secs, short_number(point.value));
    return;
  }
  line_ = prefix_;
  line_ += std::to_string(point.step);
  if (format_ == LineFormat::Csv) {
    line_ += ',';
    append_secs(line_, point.wall_secs);
    line_ += ',';
    append_number(line_, point.value);
  } else {
    line_ += ",\"wall_time\":";
    append_secs(line_, point.wall_secs);
    line_ += ",\"value\":";
    const std::string_view quote = std::isfinite(point.value) ? "" : "\"";
    line_ += quote;
    append_number(line_, point.value);
    line_ += quote;
    line_ += '}';
  }
  line_ += '\n';
  out_ << line_;
}

void ValueLines::datum(std::int64_t step, double wall_secs,
                       const reader::Datum& datum) {
  if (format_ == LineFormat::Table) {
    table_line(step, wall_secs, describe(datum));
    for (const std::string& line : details(datum)) {
      out_ << "    " << line << "\n";
    }
    return;
  }
  std::string value;
  Output to_value(value);
  Json json(to_value);
  write_datum(json, datum);
  line_ = prefix_ + std::to_string(step);
  if (format_ == LineFormat::Csv) {
    line_ += ',';
    append_secs(line_, wall_secs);
    line_ += ',';
    const auto* array = std::get_if<event::Array>(&datum.content);
    const bool text = array != nullptr && array->is_text;
    line_ += csv_field(text ? joined_text(*array) : value);
  } else {
    line_ += ",\"wall_time\":";
    append_secs(line_, wall_secs);
    line_ += ",\"value\":" + value + "}";
  }
  out_ << line_ << "\n";
}

}  // namespace stepline::cli
