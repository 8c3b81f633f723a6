#include <map>

#include "cli/commands.h"
#include "cli/file_census.h"
#include "cli/format.h"
#include "cli/json.h"
#include "cli/log_files.h"
#include "cli/progress.h"

namespace stepline::cli {
namespace {

std::string directory_of(const std::string& path) {
  return path.substr(0, path.rfind('/') + 1);
}

std::string times(std::uint64_t count) {
  return count == 1 ? "once" : format_count(count) + " times";
}

std::string version_line(const FileReport& report) {
  std::string line = report.version ? printable(*report.version) : "none said";
  if (!report.writer.empty()) {
    line += ", written by " + printable(report.writer);
  }
  return line;
}

std::string order_line(const FileReport& report) {
  if (report.steps_back == 0 && report.times_back == 0) {
    return "neither steps nor times go back";
  }
  const auto side = [](std::uint64_t count) {
    return count == 0 ? "never go back" : "go back " + times(count);
  };
  return "steps of a tag " + side(report.steps_back) + ", times " +
         side(report.times_back);
}

std::string restart_line(const FileReport& report) {
  if (report.restarts == 0 && report.taken_up_step) {
    return "no session start, but takes up again at step " +
           std::to_string(*report.taken_up_step) +
           " what earlier files of the run had passed";
  }
  if (report.restarts == 0) return "none";
  std::string line = format_count(report.restarts) + ", at step ";
  for (std::size_t i = 0; i < report.first_restarts.size(); ++i) {
    line +=
        (i == 0 ? "" : ", ") + std::to_string(report.first_restarts[i].step);
  }
  if (report.restarts > report.first_restarts.size()) line += ", ...";
  return line;
}

std::string kinds_line(const FileReport& report) {
  std::string line;
  for (const auto& count : report.kinds) {
    line += (line.empty() ? "" : "; ") + std::string(name_of(count.kind)) +
            ": " + format_counted(count.values, "value") + " of " +
            format_counted(count.tags, "tag");
  }
  return line.empty() ? "none" : line;
}

void print_text(Output& out, const std::string& path,
                reader::LogFile::Kind kind, const FileReport& report) {
  const auto line = [&](std::string_view name, const std::string& text) {
    out << "  " << out.paint(name, Colour::Dim)
        << std::string(10 - name.size(), ' ') << text << "\n";
  };
  out << out.paint(printable(path), Colour::Bold) << "\n";
  if (kind != reader::LogFile::Kind::Tensors) {
    line("version", version_line(report));
  }
  line("records",
       format_count(report.records) + " in " + format_bytes(report.end.bytes));
  if (report.first_step) {
    line("steps", std::to_string(*report.first_step) + " to " +
                      std::to_string(report.last_step));
    line("times", format_time(report.first_wall_secs) + " to " +
                      format_time(report.last_wall_secs));
    line("order", order_line(report));
  }
  line("restarts", restart_line(report));
  line("kinds", kinds_line(report));
  if (report.end.tail_bytes > 0) {
    line("tail", format_counted(report.end.tail_bytes, "byte") +
                     " of a record that is not complete, at byte " +
                     std::to_string(report.end.tail_offset));
  }
  if (report.damaged_places == 0) return line("damage", "none");
  line("damage",
       out.paint(format_counted(report.damaged_places, "place") + ", " +
                     format_counted(report.damaged_bytes, "byte") + " lost",
                 Colour::Red));
  for (const Damage& damage : report.first_damage) {
    line("", "byte " + std::to_string(damage.offset) + ": " +
                 printable(damage.message));
  }
  if (report.damaged_places > report.first_damage.size()) {
    line("", "... (stepline verify names every one)");
  }
}

void print_json(Json& json, const std::string& path, reader::LogFile::Kind kind,
                const FileReport& report) {
  json.begin_object();
  json.member("path", path);
  json.member("format",
              kind == reader::LogFile::Kind::Tensors ? "tensors" : "events");
  if (report.version) {
    json.member("version", *report.version);
  } else {
    json.key("version").null();
  }
  json.member("writer", report.writer);
  json.member("bytes", report.end.bytes);
  json.member("records", report.records);
  if (report.first_step) {
    json.member("first_step", *report.first_step);
    json.member("last_step", report.last_step);
    json.member("first_wall_time", report.first_wall_secs);
    json.member("last_wall_time", report.last_wall_secs);
  }
  json.member("steps_back", report.steps_back);
  json.member("times_back", report.times_back);
  json.member("restarts", report.restarts);
  json.key("restart_steps").begin_array();
  for (const auto& restart : report.first_restarts) json.value(restart.step);
  json.end_array();
  if (report.taken_up_step) {
    json.member("taken_up_step", *report.taken_up_step);
  } else {
    json.key("taken_up_step").null();
  }
  json.key("kinds").begin_object();
  for (const auto& count : report.kinds) {
    json.key(name_of(count.kind)).begin_object();
    json.member("tags", count.tags);
    json.member("values", count.values);
    json.end_object();
  }
  json.end_object();
  json.member("damaged_places", report.damaged_places);
  json.member("damaged_bytes", report.damaged_bytes);
  json.member("tail_bytes", report.end.tail_bytes);
  json.end_object();
}

class Inspect final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "inspect",
        .summary = "Tell what is in event files and tensor files",
        .description =
            R"(For each file: the version and the writer it names, records and
bytes, the lowest and highest step, the first and last time, how often
steps (of a tag) and times go back, restarts (session logs that say START, or
steps that the run's earlier files had passed and this one takes up again),
kinds with their values and tags, half-written records at the end, and damage.

Files are read to the end, whatever their size; memory grows with the number of
tags only. Times are local; with --json they are seconds since the epoch.)",
        .problem = "A file is damaged, or is no event file.",
        .examples = {{"stepline inspect runs/", "Every file below runs."},
                     {"stepline inspect --json runs/ | jq '.files[].records'",
                      "For scripts."}},
    };
    return kManual;
  }

  void declare(Options& options) override {
    declare_log_files(options, paths_);
    options.flag("--json", "One JSON object; its member files is a list.",
                 json_);
  }

  ExitStatus run(Context& context) override {
    const auto found = find_log_files(context.files, paths_);
    if (!found) return complain(context, found.error(), "");
    Json json(context.out);
    if (json_) {
      json.begin_object();
      json.key("files").begin_array();
    }
    ExitStatus status = ExitStatus::Well;
    std::uint64_t done = 0;
    for (const reader::LogFile& file : found->files) {
      ++files_in_[directory_of(file.path)];
    }
    for (const reader::LogFile& file : found->files) {
      status = worse(status, show(context, json, file, done, found->bytes));
      done += file.status.bytes;
    }
    if (json_) json.end_array();
    status = worse(status, tell_problems(context, found->problems));
    if (json_) {
      json.end_object();
      json.end_line();
    } else if (found->files.empty()) {
      context.out << "no event files\n";
    }
    return status;
  }

 private:
  ExitStatus show(Context& context, Json& json, const reader::LogFile& file,
                  std::uint64_t done, std::uint64_t total) {
    const auto opened = context.files.open(file.path);
    if (!opened) return complain(context, opened.error(), file.path);
    Progress progress(context.err, "reading");
    const auto report = take_census(
        **opened, file.kind, history_of(file.path),
        [&](std::uint64_t offset) { progress.update(done + offset, total); });
    progress.finish();
    if (!report) return complain(context, report.error(), file.path);
    if (json_) {
      print_json(json, file.path, file.kind, *report);
    } else {
      context.out << (first_ ? "" : "\n");
      print_text(context.out, file.path, file.kind, *report);
    }
    first_ = false;
    return report->damaged_places > 0 ? ExitStatus::Problem : ExitStatus::Well;
  }

  // Of the run that the file belongs to; files of a run come one after another.
  // Null for a file alone.
  RunHistory* history_of(const std::string& path) {
    std::string directory = directory_of(path);
    if (files_in_[directory] < 2) return nullptr;
    if (!history_ || directory != directory_) history_.emplace();
    directory_ = std::move(directory);
    return &*history_;
  }

  std::vector<std::string> paths_;
  std::map<std::string, std::uint64_t> files_in_;  // By directory.
  std::optional<RunHistory> history_;
  std::string directory_;
  bool json_ = false;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<Command> make_inspect() { return std::make_unique<Inspect>(); }

}  // namespace stepline::cli
