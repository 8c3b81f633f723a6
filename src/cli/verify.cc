#include "cli/check_payload.h"
#include "cli/commands.h"
#include "cli/format.h"
#include "cli/json.h"
#include "cli/log_files.h"
#include "cli/progress.h"
#include "cli/projector_check.h"
#include "cli/record_scan.h"

namespace stepline::cli {
namespace {

struct Totals {
  std::uint64_t files = 0;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  std::uint64_t damaged_places = 0;
  std::uint64_t damaged_bytes = 0;
  std::uint64_t projector_configs = 0;
  std::uint64_t projector_problems = 0;

  bool damaged() const { return damaged_places + projector_problems > 0; }
};

class Verify final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "verify",
        .summary = "Check every record of event files and tensor files",
        .description =
            R"(Checks both checksums of every record, and that it holds an event
(in a tensor file: a tensor). Each damaged place is one line, PATH:BYTE: what is
wrong and how many bytes up to the next good record are lost.

Half a record at the end is not damage: a program that is still writing, or was
killed, leaves one. It is told, and does not change the exit status; so says
whoever reads the file, too.

Below directories, projector configurations are looked at too: that they can be
read, that the files they name are there, and that points are points. Each
problem is one line, PATH: what is wrong.

Files are read to the end, whatever their size; memory grows with the largest
record, or the largest embedding, only.)",
        .problem = "There is damage.",
        .examples = {{"stepline verify runs/", "Every file below runs."},
                     {"stepline verify -q runs/ || echo damaged",
                      "Only the exit status."}},
    };
    return kManual;
  }

  void declare(Options& options) override {
    declare_log_files(options, paths_);
    options.flag("--json",
                 "JSON Lines: an object for each damaged place (path, offset, "
                 "bytes, message) and half-written tail (path, tail_offset, "
                 "tail_bytes, tail_holds_records), then the totals (files, "
                 "records, bytes, "
                 "damaged_places, damaged_bytes).",
                 json_);
    options.flag("-q,--quiet", "Print nothing about the data.", quiet_);
  }

  ExitStatus run(Context& context) override {
    const auto found = find_log_files(context.files, paths_);
    if (!found) return complain(context, found.error(), "");
    ExitStatus status = ExitStatus::Well;
    std::uint64_t done = 0;
    for (const reader::LogFile& file : found->files) {
      status = worse(status, check(context, file, done, found->bytes));
      done += file.status.bytes;
    }
    for (const std::string& path : found->projector_configs) {
      status = worse(status, check_config(context, path));
    }
    status = worse(status, tell_problems(context, found->problems));
    if (!quiet_) print_totals(context.out);
    return worse(status,
                 totals_.damaged() ? ExitStatus::Problem : ExitStatus::Well);
  }

 private:
  ExitStatus check(Context& context, const reader::LogFile& file,
                   std::uint64_t done, std::uint64_t total) {
    const auto opened = context.files.open(file.path);
    if (!opened) return complain(context, opened.error(), file.path);
    Progress progress(context.err, "verifying");
    AnyEvent scratch;
    std::uint64_t good = 0;
    const auto end = scan_records(
        **opened,
        {.record = [&](const record::Reader::Record& record) -> Result<void> {
           auto checked = check_payload(file.kind, record.payload, scratch);
           if (checked) ++good;
           return checked;
         },
         .damage =
             [&](const Damage& damage) {
               progress.finish();
               tell(context.out, file.path, damage);
             },
         .progress =
             [&](std::uint64_t offset) {
               progress.update(done + offset, total);
             }});
    progress.finish();
    if (!end) return complain(context, end.error(), file.path);
    ++totals_.files;
    totals_.records += good;
    totals_.bytes += end->bytes;
    tell_end(context.out, file.path, *end, good);
    return ExitStatus::Well;
  }

  ExitStatus check_config(Context& context, const std::string& path) {
    const auto problems = check_projector(context.files, path);
    if (!problems) return complain(context, problems.error(), path);
    ++totals_.projector_configs;
    for (const std::string& problem : *problems) {
      tell_config(context.out, path, problem);
    }
    return ExitStatus::Well;
  }

  void tell_config(Output& out, const std::string& path,
                   const std::string& problem) {
    ++totals_.projector_problems;
    if (quiet_) return;
    if (!json_) {
      out << printable(path) << ": " << printable(problem) << "\n";
      return;
    }
    Json json(out);
    json.begin_object();
    json.member("path", path);
    json.member("message", problem);
    json.end_object();
    json.end_line();
  }

  void tell(Output& out, const std::string& path, const Damage& damage) {
    ++totals_.damaged_places;
    totals_.damaged_bytes += damage.bytes;
    if (quiet_) return;
    if (json_) {
      Json json(out);
      json.begin_object();
      json.member("path", path);
      json.member("offset", damage.offset);
      json.member("bytes", damage.bytes);
      json.member("message", damage.message);
      json.end_object();
      json.end_line();
      return;
    }
    out << out.paint(printable(path) + ":" + std::to_string(damage.offset),
                     Colour::Bold)
        << ": " << out.paint(printable(damage.message), Colour::Red) << " ("
        << format_counted(damage.bytes, "byte") << " lost)\n";
  }

  void tell_end(Output& out, const std::string& path, const ScanEnd& end,
                std::uint64_t good) {
    if (quiet_) return;
    if (end.tail_bytes > 0 && json_) {
      Json json(out);
      json.begin_object();
      json.member("path", path);
      json.member("tail_offset", end.tail_offset);
      json.member("tail_bytes", end.tail_bytes);
      json.member("tail_holds_records", end.tail_holds_records);
      json.end_object();
      json.end_line();
    }
    if (json_) return;
    if (end.tail_bytes > 0) {
      out << printable(path) << ":" << std::to_string(end.tail_offset)
          << ": note: " << format_counted(end.tail_bytes, "byte")
          << " of a record that is not complete"
          << (end.tail_holds_records
                  ? ", with whole ones inside; \"stepline repair\" saves them"
                  : "")
          << "\n";
    }
    if (good == 0 && end.bytes > 0) {
      out << printable(path)
          << ": note: holds no valid record; is it an event file?\n";
    }
  }

  void print_totals(Output& out) const {
    if (json_) {
      Json json(out);
      json.begin_object();
      json.member("files", totals_.files);
      json.member("records", totals_.records);
      json.member("bytes", totals_.bytes);
      json.member("damaged_places", totals_.damaged_places);
      json.member("damaged_bytes", totals_.damaged_bytes);
      json.member("projector_configs", totals_.projector_configs);
      json.member("projector_problems", totals_.projector_problems);
      json.end_object();
      json.end_line();
      return;
    }
    out << format_counted(totals_.files, "file") << ", "
        << format_counted(totals_.records, "valid record") << ", "
        << format_bytes(totals_.bytes);
    if (totals_.projector_configs > 0) {
      out << ", "
          << format_counted(totals_.projector_configs,
                            "projector configuration");
    }
    out << ": " << verdict() << "\n";
  }

  std::string verdict() const {
    std::string places;
    if (totals_.damaged_places > 0) {
      places = format_counted(totals_.damaged_places, "damaged place");
    }
    if (totals_.projector_problems == 0) {
      return places.empty() ? "no damage" : places;
    }
    return places + (places.empty() ? "" : ", ") +
           format_counted(totals_.projector_problems, "projector problem");
  }

  std::vector<std::string> paths_;
  bool json_ = false;
  bool quiet_ = false;
  Totals totals_;
};

}  // namespace

std::unique_ptr<Command> make_verify() { return std::make_unique<Verify>(); }

}  // namespace stepline::cli
