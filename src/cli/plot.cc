#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/chart.h"
#include "cli/commands.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/log_arguments.h"
#include "cli/number_text.h"
#include "cli/selection.h"
#include "cli/terminal.h"

namespace stepline::cli {
namespace {

constexpr std::chrono::milliseconds kPatience{100};
// Between two pictures: on a terminal, and where they come one below another.
constexpr std::chrono::milliseconds kRedraw{100};
constexpr std::chrono::milliseconds kReprint{1000};

constexpr char kEnterScreen[] = "\x1b[?1049h\x1b[?25l";
constexpr char kLeaveScreen[] = "\x1b[?25h\x1b[?1049l";
constexpr char kHome[] = "\x1b[H";
constexpr char kClearLine[] = "\x1b[K";
constexpr char kClearBelow[] = "\x1b[J";

struct Candidate {
  std::string run;
  store::SeriesInfo series;
};

// One chart: all runs that have this tag.
struct TagRuns {
  std::string tag;
  std::vector<Candidate> runs;
};

std::vector<TagRuns> by_tag(const std::vector<SelectedRun>& runs) {
  std::vector<TagRuns> tags;
  std::map<std::string, std::size_t> places;
  for (const SelectedRun& run : runs) {
    for (const store::SeriesInfo& series : run.series) {
      const auto [place, is_new] = places.try_emplace(series.tag, tags.size());
      if (is_new) tags.push_back({series.tag, {}});
      tags[place->second].runs.push_back({run.info.name, series});
    }
  }
  return tags;
}

class Plot final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "plot",
        .summary = "Draw curves in the terminal",
        .description =
            "One chart for each tag, with a curve for each run. Every point "
            "counts: where a column of the terminal stands for many of them, "
            "the line goes from the least to the greatest, and no spike is "
            "lost. Values that are not finite are marked in rows of their own. "
            "Runs differ by colour; by letters where there are no colours. "
            "The legend has each run's last value.",
        .problem = "nothing matched what was asked for",
        .examples = {
            {"stepline plot runs --tag loss", "the losses of all runs"},
            {"stepline plot runs --tag loss --smooth 0.9 --log",
             "smoothed as in TensorBoard, on a logarithmic scale"},
            {"stepline plot runs --tag loss --follow", "live, until Ctrl-C"}}};
    return kManual;
  }

  void declare(Options& options) override {
    logs_.declare(options, true);
    selection_.declare_run(options);
    selection_.declare_tag(options);
    options.add("-s,--smooth", "WEIGHT",
                "Smooth with this weight, from 0 (not at all) to 1, by "
                "TensorBoard's formula over all points.",
                smooth_);
    options.flag("-l,--log",
                 "Logarithmic scale of values; those not positive are left "
                 "out.",
                 log_);
    options
        .add("-x,--axis", "AXIS",
             "What goes to the right: the step, the time of day, or the time "
             "since the run's first point. Default: step.",
             axis_)
        .choices = {"step", "time", "relative"};
    options.add("--from", "X",
                "Only from here on: a step, or seconds (since the epoch for "
                "the axis \"time\").",
                from_);
    options.add("--to", "X", "Only up to here.", to_);
    options
        .add("-W,--width", "COLUMNS",
             "Width of a chart. Default: that of the terminal, or 80.", width_)
        .at_least = 30;
    options
        .add("-H,--height", "ROWS",
             "Height of the picture between the axes. Default: 15.", height_)
        .at_least = 3;
    options
        .add("--curves", "N", "At most so many runs in a chart. Default: 8.",
             curves_)
        .at_least = 1;
    options.add("--charts", "N", "At most so many charts. Default: 4.", charts_)
        .at_least = 1;
    options.flag("--ascii", "Draw with ASCII characters only.", ascii_);
    options.flag("-F,--follow",
                 "Draw anew whenever something changes, until interrupted "
                 "(Ctrl-C).",
                 follow_);
  }

  ExitStatus run(Context& context) override {
    if (smooth_ && !(*smooth_ >= 0 && *smooth_ <= 1)) {
      return complain(
          context,
          "--smooth wants a weight from 0 to 1, got " + format_number(*smooth_),
          "see \"stepline plot --help\"", ExitStatus::WrongUsage);
    }
    selection_.kinds = {std::string(reader::name_of(reader::Kind::Scalar))};
    const auto loaded = load_selected(context, logs_, selection_, follow_);
    if (!loaded) return complain(context, loaded.error(), "");
    if (follow_) return follow(context, *loaded->store);
    if (!loaded->has_series()) {
      SelectionArguments asked = selection_;
      asked.kinds.clear();
      return nothing_matches(context, logs_, asked);
    }
    for (const std::string& line :
         picture(context.out, *loaded->store, loaded->runs)) {
      context.out << line << "\n";
    }
    return ExitStatus::Well;
  }

 private:
  store::Axis axis() const {
    if (axis_ == "time") return store::Axis::WallTime;
    return axis_ == "relative" ? store::Axis::RelativeTime : store::Axis::Step;
  }

  ChartOptions chart_options(const Output& out) const {
    ChartOptions options;
    options.columns = static_cast<int>(
        std::min<std::int64_t>(width_.value_or(out.terminal().columns), 1000));
    options.columns = std::max(options.columns, 30);
    options.rows = static_cast<int>(std::min<std::int64_t>(height_, 1000));
    options.log = log_;
    options.ascii = ascii_;
    options.colours = out.terminal().colours;
    switch (axis()) {
      case store::Axis::WallTime:
        options.x_scale = ChartOptions::Scale::Time;
        options.x_title = "time";
        break;
      case store::Axis::RelativeTime:
        options.x_scale = ChartOptions::Scale::Duration;
        options.x_title = "since start";
        break;
      case store::Axis::Step:
        options.x_title = "step";
        break;
    }
    return options;
  }

  double x_of(const store::Point& point, double first_wall_secs) const {
    switch (axis()) {
      case store::Axis::WallTime:
        return point.wall_secs;
      case store::Axis::RelativeTime:
        return point.wall_secs - first_wall_secs;
      case store::Axis::Step:
        break;
    }
    return static_cast<double>(point.step);
  }

  ChartCurve curve_of(const Candidate& candidate,
                      const store::Reduced& reduced) const {
    ChartCurve curve;
    curve.name = printable(candidate.run);
    const double first = candidate.series.first_wall_secs;
    std::size_t gap = 0;
    for (std::size_t i = 0; i < reduced.points.size(); ++i) {
      const store::Point point = reduced.points[i];
      const auto& gaps = reduced.non_finite;
      const std::size_t passed = gap;
      while (gap < gaps.size() && gaps[gap].first.step < point.step) ++gap;
      const double x = x_of(point, first);
      if (gap != passed && !curve.x.empty()) {
        curve.x.push_back(x);
        curve.y.push_back(std::numeric_limits<double>::quiet_NaN());
      }
      curve.x.push_back(x);
      curve.y.push_back(reduced.smoothed.empty() ? point.value
                                                 : reduced.smoothed[i]);
    }
    for (const store::NonFiniteInterval& interval : reduced.non_finite) {
      curve.marks.push_back({x_of(interval.first, first), interval.kind});
      curve.marks.push_back({x_of(interval.last, first), interval.kind});
    }
    if (reduced.points.size() > 0) {
      const store::Point last = reduced.points[reduced.points.size() - 1];
      curve.note =
          short_number(last.value) + " at step " + std::to_string(last.step);
    } else {
      curve.note = "no points";
    }
    return curve;
  }

  std::vector<ChartCurve> curves_of(const store::Store& store,
                                    const TagRuns& tag, int columns) const {
    store::RangeQuery query;
    query.options.window = {axis(), from_, to_};
    query.options.pixels = static_cast<std::uint32_t>(2 * columns);
    query.options.smoothing = smooth_;
    const std::size_t count =
        std::min(tag.runs.size(), static_cast<std::size_t>(curves_));
    for (std::size_t i = 0; i < count; ++i) {
      query.series.push_back(tag.runs[i].series.id);
    }
    std::vector<ChartCurve> curves;
    for (const store::RangeAnswer& answer : store.ranges(query)) {
      const auto candidate = std::find_if(
          tag.runs.begin(), tag.runs.end(),
          [&](const Candidate& run) { return run.series.id == answer.series; });
      if (candidate == tag.runs.end()) continue;
      curves.push_back(curve_of(*candidate, answer.reduced));
    }
    return curves;
  }

  std::string title_of(const Output& out, const TagRuns& tag) const {
    std::string title = out.paint(printable(tag.tag), Colour::Bold);
    if (smooth_) title += "  smoothed " + short_number(*smooth_);
    if (log_) title += "  log scale";
    return title;
  }

  std::vector<std::string> picture(const Output& out, const store::Store& store,
                                   const std::vector<SelectedRun>& runs) const {
    const ChartOptions options = chart_options(out);
    const std::vector<TagRuns> tags = by_tag(runs);
    const auto charts = static_cast<std::size_t>(charts_);
    const auto most = static_cast<std::size_t>(curves_);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < std::min(tags.size(), charts); ++i) {
      if (i > 0) lines.emplace_back();
      lines.push_back(title_of(out, tags[i]));
      const auto curves = curves_of(store, tags[i], options.columns);
      for (std::string& line : draw_chart(curves, options)) {
        lines.push_back(std::move(line));
      }
      if (tags[i].runs.size() > most) {
        lines.push_back(" and " + format_count(tags[i].runs.size() - most) +
                        " more runs (--run chooses, --curves shows more)");
      }
    }
    if (tags.size() > charts) {
      lines.emplace_back();
      lines.push_back("and " + format_count(tags.size() - charts) +
                      " more tags (--tag chooses, --charts shows more)");
    }
    return lines;
  }

  static void show(Output& out, const std::vector<std::string>& lines,
                   bool whole) {
    const bool screen = out.terminal().is_terminal && !whole;
    if (screen) out << kHome;
    const auto rows = static_cast<std::size_t>(out.terminal().rows);
    const std::size_t shown =
        screen ? std::min(lines.size(), rows - 1) : lines.size();
    for (std::size_t i = 0; i < shown; ++i) {
      out << lines[i] << (screen ? kClearLine : "") << "\n";
    }
    if (screen) out << kClearBelow;
  }

  ExitStatus follow(Context& context, const store::MemoryStore& store) const {
    const CatchInterrupts catching;
    const bool terminal = context.out.terminal().is_terminal;
    const auto pause = terminal ? kRedraw : kReprint;
    if (terminal) context.out << kEnterScreen;
    std::vector<std::string> lines;
    std::uint64_t cursor = store.changes_since(0).cursor;
    bool changed = true;
    auto drawn = std::chrono::steady_clock::now() - pause;
    while (!interrupted()) {
      const auto now = std::chrono::steady_clock::now();
      if (changed && now - drawn >= pause) {
        const auto runs = select(store, selection_);
        lines = runs ? picture(context.out, store, *runs)
                     : std::vector<std::string>{};
        if (lines.empty()) lines.emplace_back("waiting for values");
        if (!terminal && drawn.time_since_epoch().count() != 0) {
          context.out << "\n";
        }
        show(context.out, lines, false);
        drawn = now;
        changed = false;
      }
      if (!context.out.flush()) break;
      if (store.wait_for_changes(cursor, kPatience)) {
        cursor = store.changes_since(cursor).cursor;
        changed = true;
      }
    }
    if (terminal) {
      context.out << kLeaveScreen;
      show(context.out, lines, true);
    }
    return ExitStatus::Well;
  }

  LogArguments logs_;
  SelectionArguments selection_;
  std::optional<double> smooth_;
  bool log_ = false;
  std::string axis_ = "step";
  std::optional<double> from_;
  std::optional<double> to_;
  std::optional<std::int64_t> width_;
  std::int64_t height_ = 15;
  std::int64_t curves_ = 8;
  std::int64_t charts_ = 4;
  bool ascii_ = false;
  bool follow_ = false;
};

}  // namespace

std::unique_ptr<Command> make_plot() { return std::make_unique<Plot>(); }

}  // namespace stepline::cli
