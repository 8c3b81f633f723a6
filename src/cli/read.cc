#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/format.h"
#include "cli/log_arguments.h"
#include "cli/selection.h"
#include "cli/series_reading.h"
#include "cli/value_lines.h"

namespace stepline::cli {
namespace {

using reader::Kind;

class Read final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "read",
        .summary = "Print values, one a line",
        .description =
            "Every point of the chosen series, run by run, tag by tag, in the "
            "order of their steps. A line has the run, the tag, the step, the "
            "wall time and the value. csv and jsonl are for programs: wall "
            "times are seconds since the epoch, values have as many digits as "
            "it takes to bring the same number back, and those that are not "
            "finite are NaN, Infinity and -Infinity (strings in jsonl). The "
            "table is for people.\n\n"
            "Without --kind, scalars are printed; where no scalar matches, "
            "whatever else does. Texts and histograms are printed whole, "
            "images, audio and large tensors are described: \"stepline "
            "export\" writes them to files.\n\n"
            "What a restarted job wrote again replaces what was there, which "
            "--superseded prints: the points of each branch, with its number "
            "and the step at which the job was taken up again. Damage in the "
            "files is reported on standard error, and everything around it is "
            "read.",
        .problem = "Nothing matched what was asked for.",
        .examples = {{"stepline read runs --tag loss --last 1",
                      "The last loss of each run."},
                     {"stepline read runs --run '^sgd$' --format csv > sgd.csv",
                      "All scalars of a run, for a spreadsheet."},
                     {"stepline read runs --superseded --format jsonl",
                      "What restarted jobs had written before."},
                     {"stepline read runs --kind text", "What was noted."}}};
    return kManual;
  }

  void declare(Options& options) override {
    logs_.declare(options);
    selection_.declare_run(options);
    selection_.declare_tag(options);
    selection_.declare_kind(options, "scalar, or what else matches");
    range_.declare(options);
    options.flag("--superseded",
                 "What restarts superseded, instead of what replaced it. Lines "
                 "have the columns branch and restart_step before the step.",
                 superseded_);
    options
        .add("-f,--format", "FORMAT", "table, csv or jsonl. Default: table.",
             format_)
        .choices = {"table", "csv", "jsonl"};
  }

  ExitStatus run(Context& context) override {
    if (const auto checked = range_.check(); !checked) {
      return complain(context, checked.error(), "see \"stepline read --help\"");
    }
    auto loaded = load_selected(context, logs_, selection_);
    if (!loaded) return complain(context, loaded.error(), "");
    if (!loaded->has_series()) {
      return nothing_matches(context, logs_, selection_.describe());
    }
    if (superseded_) leave_branches(loaded->runs);
    if (selection_.kinds.empty()) prefer_scalars(context, loaded->runs);
    const auto kept = keep_inside(*loaded->store, range_, life(), loaded->runs);
    if (!kept) return complain(context, kept.error(), "");
    if (!loaded->has_series()) {
      return nothing_matches(context, logs_,
                             selection_.describe() + range_.describe() +
                                 (superseded_ ? " --superseded" : ""));
    }
    return print(context, *loaded->store, loaded->runs);
  }

 private:
  Life life() const { return superseded_ ? Life::Superseded : Life::Live; }

  static void leave_branches(std::vector<SelectedRun>& runs) {
    for (SelectedRun& run : runs) {
      std::erase_if(run.series, [](const store::SeriesInfo& series) {
        return series.branches == 0;
      });
    }
  }

  static void prefer_scalars(Context& context, std::vector<SelectedRun>& runs) {
    bool scalars = false;
    std::size_t others = 0;
    for (const SelectedRun& run : runs) {
      for (const store::SeriesInfo& series : run.series) {
        if (series.kind == Kind::Scalar) {
          scalars = true;
        } else {
          ++others;
        }
      }
    }
    if (!scalars || others == 0) return;
    for (SelectedRun& run : runs) {
      std::erase_if(run.series, [](const store::SeriesInfo& series) {
        return series.kind != Kind::Scalar;
      });
    }
    if (!context.err.terminal().is_terminal) return;
    complain(context,
             "left out: " + format_count(others) + " series of other kinds",
             "--kind all prints them too", ExitStatus::Well);
  }

  ExitStatus print(Context& context, const store::Store& store,
                   const std::vector<SelectedRun>& runs) const {
    ValueLines::Widths widths;
    bool scalars_only = true;
    for (const SelectedRun& run : runs) {
      for (const store::SeriesInfo& series : run.series) {
        widths.take(run.info.name, series);
        scalars_only = scalars_only && series.kind == Kind::Scalar;
      }
    }
    using Of = ValueLines::Of;
    ValueLines lines(context.out, line_format_of(format_), scalars_only,
                     superseded_ ? Of::Branches : Of::Series);
    lines.set_widths(widths);
    lines.header();
    for (const SelectedRun& run : runs) {
      for (const store::SeriesInfo& series : run.series) {
        const auto written = write_series(context, store, run.info.name, series,
                                          range_, life(), lines);
        if (!written) return complain(context, written.error(), "");
      }
    }
    return ExitStatus::Well;
  }

  LogArguments logs_;
  SelectionArguments selection_;
  ValueRange range_;
  bool superseded_ = false;
  std::string format_ = "table";
};

}  // namespace

std::unique_ptr<Command> make_read() { return std::make_unique<Read>(); }

}  // namespace stepline::cli
