#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/format.h"
#include "cli/json.h"
#include "cli/log_arguments.h"
#include "cli/number_text.h"
#include "cli/problem_report.h"
#include "cli/resident_bytes.h"

namespace stepline::cli {
namespace {

struct Figures {
  std::uint64_t runs = 0;
  std::uint64_t series = 0;
  std::uint64_t points = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
  double points_per_second = 0;
  std::uint64_t damaged_records = 0;
  std::uint64_t resident_bytes = 0;
  double bytes_per_point = 0;
};

void write_json(Output& out, const Figures& figures) {
  Json json(out);
  json.begin_object();
  json.member("runs", figures.runs);
  json.member("series", figures.series);
  json.member("points", figures.points);
  json.member("bytes", figures.bytes);
  json.member("seconds", figures.seconds);
  json.member("points_per_second", figures.points_per_second);
  json.member("damaged_records", figures.damaged_records);
  json.member("resident_bytes", figures.resident_bytes);
  json.member("bytes_per_point", figures.bytes_per_point);
  json.end_object();
  json.end_line();
}

void write_table(Output& out, const Figures& figures) {
  const auto line = [&](std::string_view name, const std::string& value) {
    out << std::string(name) << std::string(18 - name.size(), ' ') << value
        << "\n";
  };
  line("runs", format_count(figures.runs));
  line("series", format_count(figures.series));
  line("points", format_count(figures.points));
  line("bytes", format_bytes(figures.bytes));
  line("damaged records", format_count(figures.damaged_records));
  line("seconds", short_number(figures.seconds));
  line("points a second",
       format_count(static_cast<std::uint64_t>(figures.points_per_second)));
  line("memory", format_bytes(figures.resident_bytes));
  line("bytes a point", short_number(figures.bytes_per_point));
}

class Stats final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "stats",
        .summary =
            "Load everything and say how much it is and how long it took",
        .description =
            "Loads the logs as the server would, every point kept and every "
            "checksum checked, and prints the numbers of runs, series and "
            "points, the bytes of the files, the seconds it took, and the "
            "memory that the process has gained by it (resident bytes). Points "
            "are values of all kinds.",
        .problem = "",
        .examples = {{"stepline stats runs --json", "For a script."}}};
    return kManual;
  }

  void declare(Options& options) override {
    logs_.declare(options);
    options
        .add("--threads", "N",
             "Threads that load. Default: as many as there are cores.",
             threads_)
        .at_least = 1;
    options.flag("--json", "One JSON object.", json_);
  }

  ExitStatus run(Context& context) override {
    store::MemoryStoreOptions options = store_options(context, logs_);
    options.threads = static_cast<unsigned>(threads_);
    const std::vector<reader::Root> roots = options.roots;
    const std::uint64_t before = resident_bytes(context.files);
    const auto began = std::chrono::steady_clock::now();
    const auto store =
        store::MemoryStore::open(context.files, std::move(options));
    if (!store) return complain(context, store.error(), "");
    finish_loading(context, **store);
    const std::chrono::duration<double> taken =
        std::chrono::steady_clock::now() - began;
    const std::uint64_t after = resident_bytes(context.files);
    if (const auto checked = check_roots(**store, roots); !checked) {
      return complain(context, checked.error(), "");
    }
    ProblemReport(context).tell(**store);

    Figures figures;
    for (const store::RunInfo& run : (*store)->runs()) {
      figures.runs += 1;
      figures.series += run.series;
      figures.points += run.points;
      figures.bytes += run.bytes;
      figures.damaged_records += run.damaged_records;
    }
    const auto points = static_cast<double>(figures.points);
    figures.seconds = taken.count();
    figures.points_per_second = points / taken.count();
    figures.resident_bytes = after > before ? after - before : 0;
    figures.bytes_per_point =
        figures.points == 0
            ? 0
            : static_cast<double>(figures.resident_bytes) / points;
    json_ ? write_json(context.out, figures)
          : write_table(context.out, figures);
    return ExitStatus::Well;
  }

 private:
  LogArguments logs_;
  std::int64_t threads_ = 0;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_stats() { return std::make_unique<Stats>(); }

}  // namespace stepline::cli
