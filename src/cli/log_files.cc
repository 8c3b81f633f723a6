#include "cli/log_files.h"

#include <span>
#include <string_view>

namespace stepline::cli {
namespace {

std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

void add(LogFiles& to, reader::LogFile file) {
  if (file.kind == reader::LogFile::Kind::ProjectorConfig) {
    to.projector_configs.push_back(std::move(file.path));
    return;
  }
  to.bytes += file.status.bytes;
  to.files.push_back(std::move(file));
}

bool is_file(storage::FileSystem& files, const std::string& path) {
  const auto entry = files.entry(path);
  return entry && entry->kind == storage::Entry::Kind::File;
}

Result<void> add_directory(storage::FileSystem& files, const std::string& path,
                           LogFiles& to) {
  const reader::Root root{"", path};
  auto tree = reader::walk(files, std::span(&root, 1));
  if (!tree) return tree.error();
  for (reader::LogRun& run : tree->runs) {
    for (reader::LogFile& file : run.files) add(to, std::move(file));
  }
  to.problems.insert(to.problems.end(), tree->problems.begin(),
                     tree->problems.end());
  return {};
}

}  // namespace

Result<LogFiles> find_run_files(storage::FileSystem& files,
                                const std::string& directory) {
  const reader::Root root{"", directory};
  auto tree = reader::walk(files, std::span(&root, 1));
  if (!tree) return tree.error();
  LogFiles found;
  for (reader::LogRun& run : tree->runs) {
    if (run.name != ".") continue;
    for (reader::LogFile& file : run.files) add(found, std::move(file));
  }
  return found;
}

ExitStatus tell_problems(Context& context,
                         const std::vector<reader::Problem>& problems) {
  ExitStatus status = ExitStatus::Well;
  for (const reader::Problem& problem : problems) {
    const bool left_out = problem.what == reader::Problem::What::Skipped;
    status = worse(status, complain(context, problem,
                                    left_out ? ExitStatus::Well
                                             : ExitStatus::CouldNotRun));
  }
  return status;
}

bool is_directory(storage::FileSystem& files, const std::string& path) {
  const auto entry = files.entry(path);
  return entry && entry->kind == storage::Entry::Kind::Directory;
}

void declare_log_files(Options& options, std::vector<std::string>& arguments) {
  Option& paths = options.add("", "PATH",
                              "A file, or a directory: all event files and "
                              "tensor files below it.",
                              arguments);
  paths.required = true;
  paths.completes = Option::Completes::Files;
}

Result<LogFiles> find_log_files(storage::FileSystem& files,
                                const std::vector<std::string>& arguments) {
  LogFiles found;
  for (const std::string& argument : arguments) {
    if (is_directory(files, argument)) {
      auto added = add_directory(files, argument, found);
      if (!added) return added.error();
      continue;
    }
    const auto status = files.status(argument);
    if (!status) return status.error();
    if (!is_file(files, argument)) {
      return Error{ErrorCode::Io,
                   "want a directory or a regular file, got neither: \"" +
                       argument + "\""};
    }
    reader::LogFile file{reader::LogFile::Kind::Events, argument, *status};
    reader::is_log_file(base_name(argument), file.kind);
    if (file.kind == reader::LogFile::Kind::ProjectorConfig) {
      return Error{ErrorCode::InvalidArgument,
                   "want an event file or a tensor file, got a projector "
                   "configuration: \"" +
                       argument + "\""};
    }
    add(found, std::move(file));
  }
  return found;
}

}  // namespace stepline::cli
