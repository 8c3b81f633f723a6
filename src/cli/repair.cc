#include <functional>

#include "cli/check_payload.h"
#include "cli/commands.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/log_files.h"
#include "cli/new_file.h"
#include "cli/progress.h"
#include "cli/record_scan.h"

namespace stepline::cli {
namespace {

using reader::LogFile;

// What readers look for in names, and what a repaired file has instead: of a
// run's event file and its tensor file, which share the rest of their names,
// each its own.
struct Renamed {
  std::string_view word;
  std::string_view instead;
};
constexpr std::array<Renamed, 2> kReadersLookFor{
    {{"tfevents", "repaired"}, {"sltensors", "repaired-tensors"}}};

// Beside the old one, under a name that nobody takes for a second file of the
// run: all its points would be there twice.
std::string default_output(const std::string& path) {
  const std::size_t slash = path.rfind('/') + 1;
  std::string name = path.substr(slash);
  bool changed = false;
  for (const auto& [word, instead] : kReadersLookFor) {
    for (auto at = name.find(word); at != std::string::npos;
         at = name.find(word)) {
      name.replace(at, word.size(), instead);
      changed = true;
    }
  }
  if (!changed) name += ".repaired";
  return path.substr(0, slash) + name;
}

struct Saved {
  std::uint64_t records = 0;
  std::uint64_t damaged_places = 0;
  std::uint64_t damaged_bytes = 0;
  ScanEnd end;
};

// Reads the file and gives every good record to `save`, which may be empty.
Result<Saved> salvage(
    Context& context, storage::ReadFile& file, LogFile::Kind kind,
    std::string_view verb,
    const std::function<Result<void>(std::string_view)>& save) {
  Saved saved;
  AnyEvent scratch;
  Progress progress(context.err, verb);
  const auto status = file.status();
  if (!status) return status.error();
  const auto end = scan_records(
      file,
      {.record = [&](const record::Reader::Record& record) -> Result<void> {
         if (interrupted()) return Error{ErrorCode::Io, "interrupted"};
         auto checked = check_payload(kind, record.payload, scratch);
         if (!checked) return checked;
         ++saved.records;
         return save ? save(record.payload) : Result<void>();
       },
       .damage =
           [&](const Damage& damage) {
             ++saved.damaged_places;
             saved.damaged_bytes += damage.bytes;
           },
       .progress =
           [&](std::uint64_t offset) {
             progress.update(offset, status->bytes);
           },
       .search_tail = true});
  if (!end) return end.error();
  saved.end = *end;
  return saved;
}

class Repair final : public Command {
 public:
  const Manual& manual() const override {
    static const Manual kManual{
        .name = "repair",
        .summary = "Write a file anew with all its valid records",
        .description =
            R"(Every record that "stepline verify" finds nothing wrong with is
kept, byte for byte and in its order; damaged ones and half a record at the end
are left out. Whole records inside such a half one are kept too: they were
appended to what another program had left.

The old file is not touched. The new one lies beside it, with "repaired" in its
name in place of "tfevents", or "repaired-tensors" in place of a tensor file's
"sltensors", so that no reader of the directory takes both for
files of the run and shows every point twice. Put it in the old one's place when
you are content, or let --in-place do so: the new file is written beside the old
one and takes its name in one moment, when it is complete and safe on the disk.
Do not repair in place what a program is still writing to: what it writes later
would go to the old file, which has no name any more. A file that grows
meanwhile is left as it is.

An existing file is never overwritten, except the repaired one by --in-place.
When nothing is damaged, nothing is written, unless -o asks for it.)",
        .problem = "Not one record could be saved; nothing was written.",
        .examples = {{"stepline repair runs/a/events.out.tfevents.1",
                      "Leaves runs/a/events.out.repaired.1."},
                     {"stepline repair --in-place runs/a/events.out.tfevents.1",
                      "Repairs the file itself."}},
    };
    return kManual;
  }

  void declare(Options& options) override {
    Option& file =
        options.add("", "FILE", "An event file or a tensor file.", path_);
    file.required = true;
    file.completes = Option::Completes::Files;
    options
        .add("-o,--output", "OUT",
             "Where the new file goes. Default: beside the old one.", output_)
        .completes = Option::Completes::Files;
    options.flag("--in-place", "Replace the old file.", in_place_);
  }

  ExitStatus run(Context& context) override {
    if (in_place_ && output_) {
      return complain(context, "--in-place and --output exclude each other",
                      "see \"stepline repair --help\"", ExitStatus::WrongUsage);
    }
    ExitStatus status = ExitStatus::Well;
    {
      const CatchInterrupts catching;
      const auto repaired = repair(context);
      if (!repaired && !interrupted()) {
        status = complain(context, repaired.error(), path_);
      }
    }
    end_if_interrupted();
    return status;
  }

 private:
  Result<void> repair(Context& context) {
    const std::vector<std::string> paths{path_};
    if (is_directory(context.files, path_)) {
      return Error{ErrorCode::InvalidArgument,
                   "want a file, got a directory: \"" + path_ + "\""};
    }
    const auto found = find_log_files(context.files, paths);
    if (!found) return found.error();
    const LogFile& file = found->files.front();
    const auto opened = context.files.open(path_);
    if (!opened) return opened.error();
    if (!output_) {
      const auto looked =
          salvage(context, **opened, file.kind, "reading", nullptr);
      if (!looked) return looked.error();
      if (looked->damaged_places == 0 && looked->end.tail_bytes == 0) {
        context.out << "nothing to repair: "
                    << format_counted(looked->records, "record")
                    << ", no damage\n";
        return {};
      }
    }
    if (!in_place_) {
      return write(context, **opened, file,
                   output_.value_or(default_output(path_)));
    }
    // A link stays one: what it leads to is replaced.
    const auto resolved = context.files.resolve(path_);
    if (!resolved) return resolved.error();
    return write(context, **opened, file, *resolved);
  }

  Result<void> write(Context& context, storage::ReadFile& source,
                     const LogFile& file, const std::string& target) {
    auto made = NewFile::create(
        context.files, target,
        in_place_ ? NewFile::Existing::Replace : NewFile::Existing::Refuse);
    if (!made) return made.error();
    const auto saved = salvage(context, source, file.kind, "writing",
                               [&](std::string_view payload) {
                                 return (*made)->append_record(payload);
                               });
    if (!saved) return saved.error();
    if (saved->records == 0 && saved->end.bytes > 0) {
      return Error{ErrorCode::Corrupt,
                   "no valid record to save in \"" + path_ + "\""};
    }
    if (in_place_) {
      auto same = check_unchanged(context, file);
      if (!same) return same;
    }
    if (auto finished = (*made)->finish(); !finished) return finished;
    tell(context.out, *saved, in_place_ ? path_ : target);
    return {};
  }

  Result<void> check_unchanged(Context& context, const LogFile& file) const {
    const auto now = context.files.status(path_);
    if (!now) return now.error();
    if (*now == file.status) return {};
    return Error{ErrorCode::Io,
                 "the file has changed meanwhile; is a program writing to it? "
                 "\"" +
                     path_ + "\""};
  }

  static void tell(Output& out, const Saved& saved, const std::string& target) {
    out << format_counted(saved.records, "record") << " saved";
    if (saved.damaged_places > 0) {
      out << ", " << format_counted(saved.damaged_places, "damaged place")
          << " left out (" << format_counted(saved.damaged_bytes, "byte")
          << ")";
    }
    if (saved.end.tail_bytes > 0) {
      out << ", half a record at the end left out ("
          << format_counted(saved.end.tail_bytes, "byte") << ")";
    }
    out << "\n" << printable(target) << "\n";
  }

  std::string path_;
  std::optional<std::string> output_;
  bool in_place_ = false;
};

}  // namespace

std::unique_ptr<Command> make_repair() { return std::make_unique<Repair>(); }

}  // namespace stepline::cli
