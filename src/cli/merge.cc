#include <set>

#include "cli/commands.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/log_files.h"
#include "cli/merge_files.h"
#include "cli/progress.h"

namespace stepline::cli {
namespace {

using reader::LogFile;

class MergeCommand final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "merge",
        .summary = "Write several event files, or runs, into one event file",
        .description =
            R"(Inputs are taken in the order they are given, and the files of a
directory in the order of their names, as readers do: one file after another,
each record as it stands. Of the records that tell the format's version only
the first is kept. Names ending in what readers look for ("tfevents") make the
new file one of a run; put it where the old ones are not, or each point is there
twice; a line on standard error warns of that. No input may be given twice.

A directory stands for the event files directly in it, one run. Tensor files are
left out.

--drop-superseded leaves out the points that restarts made void, by the same
rule as everywhere in stepline: what came before a session's start, at its step
or after, and what a tag had at and after the step at which a later file took it
up again. Without it a later file's return to earlier steps is still in the data,
but as points out of order, because one file cannot tell where another began; a
line on standard error says how many.

--every thins scalars: of each tag the first point, every N-th after it, and the
last. Other kinds are kept. The metadata that only a tag's first value carries
move to the first value that stays.

Damaged records are left out and told. The inputs are read once, and once more
for each of --drop-superseded and --every, and once more to count what is
superseded where something is; memory grows with the number of tags
only.)",
        .problem = "An input is damaged; all else has been merged.",
        .examples =
            {{"stepline merge runs/a -o archive/a.tfevents",
              "One file from all the files of a run."},
             {"stepline merge --drop-superseded --every 10 runs/a -o "
              "archive/a.tfevents",
              "A tenth of the points, and none that a restart made void."}},
    };
    return kManual;
  }

  void declare(Options& options) override {
    Option& inputs =
        options.add("", "INPUT",
                    "An event file, or a directory with event files.", inputs_);
    inputs.required = true;
    inputs.completes = Option::Completes::Files;
    Option& output = options.add("-o,--output", "OUT",
                                 "The new file; must not exist.", output_);
    output.required = true;
    output.completes = Option::Completes::Files;
    options.flag("--drop-superseded",
                 "Leave out what restarts made void. Default: keep it.",
                 options_.drop_superseded);
    options
        .add("--every", "N",
             "Keep every N-th point of each scalar tag, its first and its "
             "last. Default: 1, all.",
             options_.every)
        .at_least = 1;
  }

  ExitStatus run(Context& context) override {
    ExitStatus status = ExitStatus::Well;
    {
      const CatchInterrupts catching;
      status = merge(context);
    }
    end_if_interrupted();
    return status;
  }

 private:
  ExitStatus merge(Context& context) {
    auto paths = input_files(context);
    if (!paths) return complain(context, paths.error(), "");
    warn_of_place(context, *paths);
    ExitStatus status = ExitStatus::Well;
    Progress progress(context.err, "merging");
    const std::uint64_t total =
        bytes_ * static_cast<std::uint64_t>(passes(options_));
    options_.progress = [&](std::uint64_t done) -> Result<void> {
      progress.update(done, total);
      if (interrupted()) return Error{ErrorCode::Io, "interrupted"};
      return {};
    };
    options_.damage = [&](const std::string& path, const Damage& damage) {
      progress.finish();
      status = complain(context, "left out: " + damage.message,
                        path + ":" + std::to_string(damage.offset),
                        ExitStatus::Problem);
    };
    const auto report =
        merge_files(context.files, std::move(*paths), output_, options_);
    progress.finish();
    if (!report) {
      return interrupted() ? ExitStatus::CouldNotRun
                           : complain(context, report.error(), "");
    }
    tell(context.out, *report);
    if (report->superseded_values > 0 && !options_.drop_superseded) {
      complain(context,
               "kept " + format_counted(report->superseded_values, "value") +
                   " that a restart superseded",
               "--drop-superseded leaves them out", ExitStatus::Well);
    }
    return status;
  }

  Result<std::vector<std::string>> input_files(Context& context) {
    std::vector<std::string> paths;
    std::set<std::string> taken;
    for (const std::string& input : inputs_) {
      auto found = is_directory(context.files, input)
                       ? find_run_files(context.files, input)
                       : find_log_files(context.files, {input});
      if (!found) return found.error();
      const std::size_t before = paths.size();
      for (LogFile& file : found->files) {
        if (file.kind == LogFile::Kind::Tensors) {
          complain(context, "tensor file not merged", file.path,
                   ExitStatus::Well);
          continue;
        }
        auto resolved = context.files.resolve(file.path);
        if (!resolved) return resolved.error();
        if (!taken.insert(*std::move(resolved)).second) {
          return Error{ErrorCode::InvalidArgument,
                       "given twice: \"" + file.path + "\""};
        }
        bytes_ += file.status.bytes;
        paths.push_back(std::move(file.path));
      }
      if (paths.size() == before) {
        return Error{ErrorCode::NotFound,
                     "no event files directly in \"" + input + "\""};
      }
    }
    return paths;
  }

  static std::string directory_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
  }

  // Readers would take the new file for one of the run.
  void warn_of_place(Context& context,
                     const std::vector<std::string>& paths) const {
    LogFile::Kind kind{};
    const std::string name = output_.substr(output_.rfind('/') + 1);
    const auto place = context.files.resolve(directory_of(output_));
    if (!place || !reader::is_log_file(name, kind)) return;
    for (const std::string& path : paths) {
      const auto other = context.files.resolve(directory_of(path));
      if (!other || *other != *place) continue;
      complain(context,
               "the new file lies in a run that it is made of: readers will "
               "show its points twice",
               output_, ExitStatus::Well);
      return;
    }
  }

  void tell(Output& out, const MergeReport& report) const {
    out << format_counted(report.records_written, "record") << ", "
        << format_bytes(report.bytes_written);
    if (report.superseded_values > 0 && options_.drop_superseded) {
      out << ", "
          << format_counted(report.superseded_values, "superseded value")
          << " left out";
    }
    if (report.thinned_values > 0) {
      out << ", " << format_counted(report.thinned_values, "value")
          << " thinned out";
    }
    out << "\n" << printable(output_) << "\n";
  }

  std::vector<std::string> inputs_;
  std::string output_;
  MergeOptions options_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

std::unique_ptr<Command> make_merge() {
  return std::make_unique<MergeCommand>();
}

}  // namespace stepline::cli
