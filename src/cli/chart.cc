#include "cli/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string_view>

#include "cli/axis_ticks.h"
#include "cli/braille_canvas.h"
#include "cli/terminal.h"

namespace stepline::cli {
namespace {

using store::NonFinite;

constexpr std::array kPalette{Colour::Cyan,  Colour::Yellow, Colour::Magenta,
                              Colour::Green, Colour::Red,    Colour::Blue};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  bool empty() const { return low > high; }
  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  // Where `value` lies, from 0 to `last`. Halves, since a difference may be
  // infinite.
  int position(double value, int last) const {
    if (high <= low) return last / 2;
    const double part = (value / 2 - low / 2) / (high / 2 - low / 2);
    return static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * last));
  }
};

class ChartDrawing {
 public:
  ChartDrawing(std::span<const ChartCurve> curves, const ChartOptions& options);

  std::vector<std::string> lines();

 private:
  bool drawable(double y) const {
    return std::isfinite(y) && (!options_.log || y > 0);
  }
  double scaled(double y) const { return options_.log ? std::log10(y) : y; }

  void find_ranges();
  void make_y_ticks();
  void draw_curves(BrailleCanvas& canvas) const;
  // The letters of the curves, by cell.
  void place_letters(const BrailleCanvas& canvas);
  std::string row_text(const BrailleCanvas& canvas, int row) const;
  std::optional<std::string> mark_row(NonFinite kind,
                                      std::string_view label) const;
  std::vector<Tick> x_ticks() const;
  void append_x_axis(std::vector<std::string>& lines) const;
  void append_legend(std::vector<std::string>& lines) const;

  std::string letter(int curve) const {
    return std::string(1, static_cast<char>('a' + curve % 26));
  }
  std::string painted(std::string_view text, int curve) const;
  std::string margin(std::string_view label) const;
  std::string symbol(std::string_view unicode, std::string_view ascii) const {
    return std::string(options_.ascii ? ascii : unicode);
  }

  std::span<const ChartCurve> curves_;
  const ChartOptions& options_;
  const bool letters_;
  Range x_;
  Range y_;  // Scaled.
  std::map<int, std::string> y_labels_;
  std::size_t margin_ = 0;
  int plot_columns_ = 0;
  std::map<std::pair<int, int>, int> letters_at_;  // (column, row): curve.
};

ChartDrawing::ChartDrawing(std::span<const ChartCurve> curves,
                           const ChartOptions& options)
    : curves_(curves),
      options_(options),
      letters_(curves.size() > (options.colours ? kPalette.size() : 1)) {}

void ChartDrawing::find_ranges() {
  for (const ChartCurve& curve : curves_) {
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      x_.take(curve.x[i]);
      if (drawable(curve.y[i])) y_.take(scaled(curve.y[i]));
    }
    for (const auto& mark : curve.marks) {
      x_.take(mark.from);
      x_.take(mark.to);
    }
  }
  if (x_.empty()) x_ = {0, 1};
  if (y_.empty()) y_ = {0, 1};
  if (y_.low == y_.high) {
    const double around = y_.low == 0 ? 1 : std::fabs(y_.low) * 0.1;
    y_ = {y_.low - around, y_.high + around};
  }
}

void ChartDrawing::make_y_ticks() {
  const int wanted = std::max(2, options_.rows / 2);
  std::vector<Tick> ticks =
      options_.log
          ? log_ticks(std::pow(10, y_.low), std::pow(10, y_.high), wanted)
          : linear_ticks(y_.low, y_.high, wanted);
  margin_ = 4;
  for (Tick& tick : ticks) {
    const int row =
        options_.rows - 1 - y_.position(scaled(tick.at), options_.rows - 1);
    margin_ = std::max(margin_, tick.label.size());
    y_labels_.emplace(row, std::move(tick.label));
  }
  plot_columns_ = std::max(8, options_.columns - static_cast<int>(margin_) - 2);
}

void ChartDrawing::draw_curves(BrailleCanvas& canvas) const {
  for (std::size_t c = 0; c < curves_.size(); ++c) {
    const ChartCurve& curve = curves_[c];
    std::optional<std::pair<int, int>> last;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      if (!drawable(curve.y[i])) {
        last.reset();
        continue;
      }
      const int x = x_.position(curve.x[i], canvas.width() - 1);
      const int y = canvas.height() - 1 -
                    y_.position(scaled(curve.y[i]), canvas.height() - 1);
      const auto [from_x, from_y] = last.value_or(std::pair(x, y));
      canvas.line(from_x, from_y, x, y, static_cast<int>(c));
      last = {x, y};
    }
  }
}

void ChartDrawing::place_letters(const BrailleCanvas& canvas) {
  if (!letters_) return;
  constexpr int kEvery = 12;
  const int count = static_cast<int>(curves_.size());
  for (int curve = 0; curve < count; ++curve) {
    int next = curve * kEvery / count;
    for (int column = 0; column < plot_columns_; ++column) {
      if (column < next) continue;
      for (int row = 0; row < options_.rows; ++row) {
        if (canvas.owner(column, row) != curve) continue;
        letters_at_[{column, row}] = curve;
        next = column + kEvery;
        break;
      }
    }
  }
}

std::string ChartDrawing::painted(std::string_view text, int curve) const {
  if (!options_.colours) return std::string(text);
  return coloured(text,
                  kPalette[static_cast<std::size_t>(curve) % kPalette.size()]);
}

std::string ChartDrawing::margin(std::string_view label) const {
  return std::string(margin_ - display_width(label), ' ') + std::string(label);
}

std::string ChartDrawing::row_text(const BrailleCanvas& canvas, int row) const {
  const auto label = y_labels_.find(row);
  const bool tick = label != y_labels_.end();
  std::string out = margin(tick ? label->second : "") + " " +
                    (tick ? symbol("┤", "+") : symbol("│", "|"));
  std::string piece;
  int owner = BrailleCanvas::kNobody;
  const auto end_piece = [&] {
    out += owner == BrailleCanvas::kNobody ? piece : painted(piece, owner);
    piece.clear();
  };
  for (int column = 0; column < plot_columns_; ++column) {
    const int here = canvas.owner(column, row);
    if (here != owner) end_piece();
    owner = here;
    const bool named = letters_at_.contains({column, row});
    if (named || (options_.ascii && here != BrailleCanvas::kNobody)) {
      piece += letters_ ? letter(here) : "*";
    } else {
      piece += canvas.character(column, row);
    }
  }
  if (owner != BrailleCanvas::kNobody) end_piece();
  return out;
}

std::optional<std::string> ChartDrawing::mark_row(
    NonFinite kind, std::string_view label) const {
  std::map<int, int> marked;  // Column: curve.
  for (std::size_t c = 0; c < curves_.size(); ++c) {
    for (const auto& mark : curves_[c].marks) {
      if (mark.kind != kind) continue;
      const int end = x_.position(mark.to, plot_columns_ - 1);
      for (int at = x_.position(mark.from, plot_columns_ - 1); at <= end;
           ++at) {
        marked[at] = static_cast<int>(c);
      }
    }
  }
  if (marked.empty()) return std::nullopt;
  std::string out = margin(label) + " " + symbol("│", "|");
  int column = 0;
  for (const auto& [at, curve] : marked) {
    out += std::string(static_cast<std::size_t>(at - column), ' ');
    out += painted(letters_ ? letter(curve) : symbol("×", "x"), curve);
    column = at + 1;
  }
  return out;
}

std::vector<Tick> ChartDrawing::x_ticks() const {
  const int wanted = std::max(2, plot_columns_ / 12);
  switch (options_.x_scale) {
    case ChartOptions::Scale::Duration:
      return duration_ticks(x_.low, x_.high, wanted);
    case ChartOptions::Scale::Time:
      return time_ticks(x_.low, x_.high, wanted);
    case ChartOptions::Scale::Number:
      break;
  }
  return linear_ticks(x_.low, x_.high, wanted);
}

void ChartDrawing::append_x_axis(std::vector<std::string>& lines) const {
  std::vector<bool> ticked(static_cast<std::size_t>(plot_columns_));
  std::string labels(margin_ + 2, ' ');
  for (const Tick& tick : x_ticks()) {
    const auto column =
        static_cast<std::size_t>(x_.position(tick.at, plot_columns_ - 1));
    ticked[column] = true;
    const std::size_t half = tick.label.size() / 2;
    const std::size_t centred = margin_ + 2 + column - std::min(half, column);
    const std::size_t begin = std::min(
        centred, static_cast<std::size_t>(options_.columns) -
                     std::min(tick.label.size(),
                              static_cast<std::size_t>(options_.columns)));
    if (begin < labels.size() + (labels.back() == ' ' ? 0 : 2)) continue;
    labels += std::string(begin - labels.size(), ' ') + tick.label;
  }
  std::string axis = margin("") + " " + symbol("└", "+");
  for (const bool tick : ticked) {
    axis += tick ? symbol("┬", "+") : symbol("─", "-");
  }
  lines.push_back(std::move(axis));
  const auto columns = static_cast<std::size_t>(options_.columns);
  if (labels.size() + 2 + options_.x_title.size() <= columns) {
    labels +=
        std::string(columns - labels.size() - options_.x_title.size(), ' ') +
        options_.x_title;
  }
  lines.push_back(std::move(labels));
}

void ChartDrawing::append_legend(std::vector<std::string>& lines) const {
  std::size_t names = 0;
  for (const ChartCurve& curve : curves_) {
    names = std::max(names, display_width(curve.name));
  }
  const std::size_t room = static_cast<std::size_t>(options_.columns) - 5;
  names = std::min(names, room * 3 / 5);
  for (std::size_t c = 0; c < curves_.size(); ++c) {
    const int curve = static_cast<int>(c);
    const std::string swatch =
        letters_ ? letter(curve) + " " : symbol("⠒⠒", "**");
    const std::string name = shortened(curves_[c].name, names);
    lines.push_back(" " + painted(swatch, curve) + "  " + name +
                    std::string(names - display_width(name), ' ') + "  " +
                    shortened(curves_[c].note, room - names - 2));
  }
}

std::vector<std::string> ChartDrawing::lines() {
  find_ranges();
  make_y_ticks();
  BrailleCanvas canvas(plot_columns_, options_.rows);
  draw_curves(canvas);
  place_letters(canvas);
  std::vector<std::string> lines;
  const auto append_marks = [&](NonFinite kind, std::string_view label) {
    if (auto row = mark_row(kind, label)) lines.push_back(std::move(*row));
  };
  append_marks(NonFinite::PositiveInfinity, "+Inf");
  for (int row = 0; row < options_.rows; ++row) {
    lines.push_back(row_text(canvas, row));
  }
  append_marks(NonFinite::NegativeInfinity, "-Inf");
  append_marks(NonFinite::Nan, "NaN");
  append_x_axis(lines);
  append_legend(lines);
  return lines;
}

}  // namespace

std::vector<std::string> draw_chart(std::span<const ChartCurve> curves,
                                    const ChartOptions& options) {
  return ChartDrawing(curves, options).lines();
}

}  // namespace stepline::cli
