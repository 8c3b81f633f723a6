#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/natural_order.h"
#include "cli/commands.h"
#include "cli/format.h"
#include "cli/json.h"
#include "cli/log_arguments.h"
#include "cli/name_columns.h"
#include "cli/selection.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace stepline::cli {
namespace {

using Align = Table::Align;

// Above this many series the answer is an overview.
constexpr std::size_t kShownSeries = 200;
constexpr std::size_t kOverviewRows = 20;

std::string plural(std::uint64_t count, const char* one, const char* many) {
  return format_count(count) + " " + (count == 1 ? one : many);
}

// Of the series of a run that were asked for. No steps where there are none.
struct RunSummary {
  std::uint64_t points = 0;
  std::optional<std::int64_t> first_step;
  std::int64_t last_step = 0;
};

RunSummary summarize(const SelectedRun& run) {
  RunSummary summary;
  for (const store::SeriesInfo& series : run.series) {
    if (!summary.first_step) summary.last_step = series.last_step;
    summary.points += series.count;
    summary.first_step = std::min(
        summary.first_step.value_or(series.first_step), series.first_step);
    summary.last_step = std::max(summary.last_step, series.last_step);
  }
  return summary;
}

bool any_branches(const std::vector<SelectedRun>& runs) {
  return std::ranges::any_of(runs, [](const SelectedRun& run) {
    return std::ranges::any_of(run.series, [](const store::SeriesInfo& series) {
      return series.branches > 0;
    });
  });
}

// False for a run without any event.
bool has_times(const store::RunInfo& info) {
  return info.series > 0 || info.first_wall_secs != 0;
}

// One tag of one kind in all runs.
struct TagSummary {
  std::string tag;
  reader::Kind kind{};
  std::uint64_t runs = 0;
  std::uint64_t points = 0;
  std::int64_t first_step = 0;
  std::int64_t last_step = 0;
};

// In natural order.
std::vector<TagSummary> summarize_tags(const std::vector<SelectedRun>& runs) {
  std::vector<TagSummary> tags;
  std::map<std::pair<std::string, reader::Kind>, std::size_t> places;
  for (const SelectedRun& run : runs) {
    for (const store::SeriesInfo& series : run.series) {
      const auto [place, is_new] =
          places.try_emplace({series.tag, series.kind}, tags.size());
      if (is_new) {
        tags.push_back({series.tag, series.kind, 0, 0, series.first_step,
                        series.last_step});
      }
      TagSummary& tag = tags[place->second];
      tag.runs += 1;
      tag.points += series.count;
      tag.first_step = std::min(tag.first_step, series.first_step);
      tag.last_step = std::max(tag.last_step, series.last_step);
    }
  }
  std::ranges::sort(tags, [](const TagSummary& a, const TagSummary& b) {
    const auto order = natural_order(a.tag, b.tag);
    return order == 0 ? a.kind < b.kind : order < 0;
  });
  return tags;
}

class Ls final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "ls",
        .summary = "List runs and what they hold",
        .description =
            "One line for each series: its run, kind, tag, number of points, "
            "and first and last step; and, where restarted jobs have written "
            "steps again, how many branches that superseded, which \"stepline "
            "read --superseded\" prints. Where there are more than 200 series, "
            "an "
            "overview instead: all tags over all runs, and the runs. --runs, "
            "--tags and --series choose one of these and leave nothing out. "
            "Names are in natural order: run2 before run10.\n\n"
            "With --tag and --kind, the points and steps of a run are those of "
            "the series that match; its bytes, its damaged records and its "
            "times are always those of the whole run.",
        .problem = "Nothing matched what was asked for.",
        .examples = {{"stepline ls runs", "What is there."},
                     {"stepline ls runs --tag 'loss$' --series",
                      "Every series whose tag ends in loss."},
                     {"stepline ls runs --json | jq -r '.runs[].name'",
                      "Names of runs, for a script."}}};
    return kManual;
  }

  void declare(Options& options) override {
    logs_.declare(options);
    selection_.declare_run(options);
    selection_.declare_tag(options);
    selection_.declare_kind(options, "all");
    options.flag("--runs", "One line for each run.", runs_);
    options.flag("--tags", "One line for each tag, over all runs.", tags_);
    options.flag("--series", "One line for each series.", series_);
    options.flag("--json", "Everything, as one JSON object.", json_);
  }

  ExitStatus run(Context& context) override {
    const auto loaded = load_selected(context, logs_, selection_);
    if (!loaded) return complain(context, loaded.error(), "");
    const std::vector<SelectedRun>& runs = loaded->runs;
    if (json_) {
      print_json(context.out, runs);
      return runs.empty() && selection_.any() ? ExitStatus::Problem
                                              : ExitStatus::Well;
    }
    if (runs.empty())
      return nothing_matches(context, logs_, selection_.describe());
    print(context.out, runs);
    return ExitStatus::Well;
  }

 private:
  void print(Output& out, const std::vector<SelectedRun>& runs) const {
    std::size_t series = 0;
    for (const SelectedRun& run : runs) series += run.series.size();
    if (runs_) print_runs(out, runs, runs.size());
    if (tags_) print_tags(out, runs, series);
    if (series_) print_series(out, runs, true);
    if (runs_ || tags_ || series_) return;
    if (series <= kShownSeries) {
      print_series(out, runs, false);
    } else {
      print_overview(out, runs, series);
    }
  }

  static void print_overview(Output& out, const std::vector<SelectedRun>& runs,
                             std::size_t series) {
    std::uint64_t points = 0, bytes = 0;
    for (const SelectedRun& run : runs) {
      points += summarize(run).points;
      bytes += run.info.bytes;
    }
    out << plural(runs.size(), "run", "runs") << ", "
        << plural(series, "series", "series") << ", "
        << plural(points, "point", "points") << ", " << format_bytes(bytes)
        << "\n\n";
    print_tags(out, runs, kOverviewRows);
    out << "\n";
    print_runs(out, runs, kOverviewRows);
  }

  static void print_more(Output& out, std::size_t all, std::size_t shown,
                         const char* what) {
    if (all <= shown) return;
    out << "... and " << format_count(all - shown) << " more (--" << what
        << " lists all)\n";
  }

  static void print_runs(Output& out, const std::vector<SelectedRun>& runs,
                         std::size_t most) {
    Table table({{"run"},
                 {"series", Align::Right},
                 {"points", Align::Right},
                 {"last step", Align::Right},
                 {"bytes", Align::Right},
                 {"started"}});
    const std::size_t shown = std::min(runs.size(), most);
    for (std::size_t i = 0; i < shown; ++i) {
      const store::RunInfo& info = runs[i].info;
      const RunSummary summary = summarize(runs[i]);
      table.add({printable(info.name), format_count(runs[i].series.size()),
                 format_count(summary.points),
                 summary.first_step ? std::to_string(summary.last_step) : "-",
                 format_bytes(info.bytes),
                 has_times(info) ? format_time(info.first_wall_secs) : "-"});
    }
    table.print(out);
    print_more(out, runs.size(), shown, "runs");
  }

  static void print_tags(Output& out, const std::vector<SelectedRun>& runs,
                         std::size_t most) {
    const std::vector<TagSummary> tags = summarize_tags(runs);
    Table table({{"kind"},
                 {"tag"},
                 {"runs", Align::Right},
                 {"points", Align::Right},
                 {"first step", Align::Right},
                 {"last step", Align::Right}});
    const std::size_t shown = std::min(tags.size(), most);
    for (std::size_t i = 0; i < shown; ++i) {
      const TagSummary& tag = tags[i];
      table.add({std::string(reader::name_of(tag.kind)), printable(tag.tag),
                 format_count(tag.runs), format_count(tag.points),
                 std::to_string(tag.first_step),
                 std::to_string(tag.last_step)});
    }
    table.print(out);
    print_more(out, tags.size(), shown, "tags");
  }

  // `repeat`: the run's name on every line, not only on its first.
  static void print_series(Output& out, const std::vector<SelectedRun>& runs,
                           bool repeat) {
    NameColumns names;
    for (const SelectedRun& run : runs) {
      names.run = std::max(names.run, display_width(printable(run.info.name)));
      for (const store::SeriesInfo& series : run.series) {
        names.tag = std::max(names.tag, display_width(printable(series.tag)));
      }
    }
    constexpr std::size_t kOthers = 48;
    constexpr std::size_t kBranches = 10;
    const bool branches = any_branches(runs);
    names.fit(out.terminal(), kOthers + (branches ? kBranches : 0));
    std::vector<Table::Column> columns{{"run"},
                                       {"kind"},
                                       {"tag"},
                                       {"points", Align::Right},
                                       {"first step", Align::Right},
                                       {"last step", Align::Right}};
    if (branches) columns.push_back({"branches", Align::Right});
    Table table(columns);
    for (const SelectedRun& run : runs) {
      std::string name = shortened(printable(run.info.name), names.run);
      if (run.series.empty()) {
        std::vector<std::string> none{name, "-", "-", "0", "-", "-"};
        none.resize(columns.size(), "-");
        table.add(std::move(none));
      }
      for (const store::SeriesInfo& series : run.series) {
        std::vector<std::string> cells{
            name,
            std::string(reader::name_of(series.kind)),
            shortened(printable(series.tag), names.tag),
            format_count(series.count),
            std::to_string(series.first_step),
            std::to_string(series.last_step)};
        if (branches) cells.push_back(format_count(series.branches));
        table.add(std::move(cells));
        if (!repeat) name.clear();
      }
    }
    table.print(out);
  }

  static void print_json(Output& out, const std::vector<SelectedRun>& runs) {
    Json json(out);
    json.begin_object();
    json.key("runs").begin_array();
    for (const SelectedRun& run : runs) write_run(json, run);
    json.end_array();
    json.end_object();
    json.end_line();
  }

  static void write_ends(Json& json, const store::RunInfo& info,
                         const RunSummary& summary) {
    if (summary.first_step) {
      json.member("first_step", *summary.first_step);
      json.member("last_step", summary.last_step);
    } else {
      json.key("first_step").null();
      json.key("last_step").null();
    }
    if (has_times(info)) {
      json.member("first_wall_time", info.first_wall_secs);
      json.member("last_wall_time", info.last_wall_secs);
    } else {
      json.key("first_wall_time").null();
      json.key("last_wall_time").null();
    }
  }

  static void write_run(Json& json, const SelectedRun& run) {
    const store::RunInfo& info = run.info;
    json.begin_object();
    json.member("name", info.name);
    json.member("directory", info.directory);
    const RunSummary summary = summarize(run);
    json.member("points", summary.points);
    json.member("bytes", info.bytes);
    json.member("damaged_records", info.damaged_records);
    write_ends(json, info, summary);
    json.key("series").begin_array();
    for (const store::SeriesInfo& series : run.series) {
      json.begin_object();
      json.member("tag", series.tag);
      json.member("kind", reader::name_of(series.kind));
      json.member("points", series.count);
      json.member("first_step", series.first_step);
      json.member("last_step", series.last_step);
      json.member("first_wall_time", series.first_wall_secs);
      json.member("last_wall_time", series.last_wall_secs);
      json.member("superseded_branches", std::uint64_t{series.branches});
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }

  LogArguments logs_;
  SelectionArguments selection_;
  bool runs_ = false;
  bool tags_ = false;
  bool series_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_ls() { return std::make_unique<Ls>(); }

}  // namespace stepline::cli
