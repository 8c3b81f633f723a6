#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/log_arguments.h"
#include "cli/picture.h"
#include "cli/selection.h"

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
        .problem = "Nothing matched what was asked for.",
        .examples = {
            {"stepline plot runs --tag loss", "The losses of all runs."},
            {"stepline plot runs --tag loss --smooth 0.9 --log",
             "Smoothed as in TensorBoard, on a logarithmic scale."},
            {"stepline plot runs --tag loss --follow", "Live, until Ctrl-C."}}};
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
    if (from_ && to_ && *from_ > *to_) {
      return complain(context,
                      "--from is after --to: " + format_number(*from_) +
                          " and " + format_number(*to_),
                      "see \"stepline plot --help\"", ExitStatus::WrongUsage);
    }
    selection_.kinds = {std::string(reader::name_of(reader::Kind::Scalar))};
    const auto loaded = load_selected(context, logs_, selection_, follow_);
    if (!loaded) return complain(context, loaded.error(), "");
    if (follow_) return follow(context, *loaded->store);
    const std::vector<std::string> lines =
        picture(context.out, *loaded->store, loaded->runs);
    if (lines.empty()) return nothing_matches(context, logs_, asked());
    for (const std::string& line : lines) context.out << line << "\n";
    return ExitStatus::Well;
  }

 private:
  std::string asked() const {
    SelectionArguments named = selection_;
    named.kinds.clear();
    std::string options = named.describe();
    if (from_) options += " --from " + format_number(*from_);
    if (to_) options += " --to " + format_number(*to_);
    return options;
  }

  store::Axis axis() const {
    if (axis_ == "time") return store::Axis::WallTime;
    return axis_ == "relative" ? store::Axis::RelativeTime : store::Axis::Step;
  }

  std::vector<std::string> picture(const Output& out, const store::Store& store,
                                   const std::vector<SelectedRun>& runs) const {
    PictureOptions options;
    options.window = {axis(), from_, to_};
    options.smoothing = smooth_;
    options.curves = static_cast<std::size_t>(curves_);
    options.charts = static_cast<std::size_t>(charts_);
    options.chart.columns = static_cast<int>(std::clamp<std::int64_t>(
        width_.value_or(out.terminal().columns), 30, 1000));
    options.chart.rows =
        static_cast<int>(std::clamp<std::int64_t>(height_, 3, 1000));
    options.chart.log = log_;
    options.chart.ascii = ascii_;
    options.chart.colours = out.terminal().colours;
    return draw_picture(out, store, runs, options);
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
