#include "reader/tree_walk.h"

#include <algorithm>

#include "base/natural_order.h"
#include "base/path.h"
#include "reader/projector.h"

namespace stepline::reader {
namespace {

using storage::Entry;

bool is_hidden(std::string_view name) { return name.starts_with('.'); }

std::string run_below(const std::string& run, const std::string& name) {
  return run == "." ? name : run + "/" + name;
}

struct RunPlace {
  std::string name;
  std::string directory;
};

// The run that a projector configuration belongs to.
RunPlace projector_run(const RunPlace& place) {
  const std::string below = std::string("/") + kProjectorFolder;
  if (!place.directory.ends_with(below)) return place;
  const std::string directory =
      place.directory.substr(0, place.directory.size() - below.size());
  if (place.name == kProjectorFolder) return {".", directory};
  if (!place.name.ends_with(below)) return place;
  return {place.name.substr(0, place.name.size() - below.size()), directory};
}

}  // namespace

bool comes_before(const LogFile& a, const LogFile& b) {
  const int order = base_name(a.path).compare(base_name(b.path));
  return order != 0 ? order < 0 : a.path < b.path;
}

Result<void> TreeWalk::add_root(const Root& root) {
  const auto entry = files_.entry(root.path);
  if (!entry) return entry.error();
  if (entry->kind == Entry::Kind::Directory) {
    add_directory(root.path, root.name, false);
    return {};
  }
  if (entry->kind == Entry::Kind::File) {
    LogFile::Kind kind = LogFile::Kind::Events;
    is_log_file(entry->name, kind);
    add_file(root.path, root.name, kind, true);
    return {};
  }
  if (const auto status = files_.status(root.path); !status) {
    return status.error();
  }
  return Error{
      ErrorCode::InvalidArgument,
      "want a directory or a regular file, got neither: \"" + root.path + "\""};
}

void TreeWalk::add_entry(const std::string& directory, const Entry& entry) {
  const std::string path = join_path(directory, entry.name);
  const WalkedTree::Directory& parent = tree_.directories.at(directory);
  const std::string& run = parent.run;
  if (is_hidden(entry.name)) return add_hidden(path, entry);
  LogFile::Kind kind = LogFile::Kind::Events;
  const bool ours = is_log_file(entry.name, kind);
  if (entry.is_link && (ours || entry.kind != Entry::Kind::File)) {
    tree_.links.insert(path);
  }
  if (entry.kind == Entry::Kind::Directory) {
    if (!entry.is_link) {
      return add_directory(path, run_below(run, entry.name), parent.by_link);
    }
    links_.push_back({path, run_below(run, entry.name)});
    return;
  }
  if (!ours) return;
  if (entry.kind == Entry::Kind::Other) return add_other(path);
  add_file(path, run, kind, entry.is_link);
}

void TreeWalk::follow_links() {
  while (!links_.empty()) {
    for (const Link& link : std::exchange(links_, {})) {
      add_directory(link.path, link.run, true);
    }
  }
}

void TreeWalk::add_directory(const std::string& path, const std::string& run,
                             bool by_link) {
  const auto status = files_.status(path);
  if (!status) {
    if (status.error().code == ErrorCode::NotFound) return;
    return report(Problem::What::Unreadable, path, status.error().message);
  }
  const WalkedTree::Identity identity{status->device, status->inode};
  const auto [place, is_new] = tree_.places.emplace(identity, path);
  if (!is_new) {
    tree_.shared.insert(identity);
    const bool preferred = !tree_.directories.at(place->second).by_link;
    unsettled_ |= !preferred || !by_link;
    return;
  }
  WalkedTree::Directory& directory = tree_.directories[path];
  directory = {.run = run, .status = *status, .by_link = by_link};
  const std::optional<Error> refused = watch(path, directory.watch);
  auto entries = files_.list(path);
  if (!entries) {
    directory.readable = false;
    if (entries.error().code == ErrorCode::NotFound) return;
    return report(Problem::What::Unreadable, path, entries.error().message);
  }
  if (refused && !refusal_) refusal_ = refused;
  std::sort(entries->begin(), entries->end(),
            [](const Entry& a, const Entry& b) {
              return natural_order(a.name, b.name) < 0;
            });
  for (const Entry& entry : *entries) add_entry(path, entry);
}

void TreeWalk::add_file(const std::string& path, const std::string& run,
                        LogFile::Kind kind, bool watched) {
  int number = WalkedTree::kNoWatch;
  if (watched) {
    const std::optional<Error> refused = watch(path, number);
    if (refused && !refusal_) refusal_ = refused;
  }
  const auto status = files_.status(path);
  if (!status) {
    if (status.error().code == ErrorCode::NotFound) return;
    return report(Problem::What::Unreadable, path, status.error().message);
  }
  RunPlace place{run, directory_of(path)};
  if (kind == LogFile::Kind::ProjectorConfig) place = projector_run(place);
  tree_.files.emplace(
      path, WalkedTree::File{.run = std::move(place.name),
                             .run_directory = std::move(place.directory),
                             .file = {kind, path, *status},
                             .watch = number});
}

void TreeWalk::add_other(const std::string& path) {
  if (const auto status = files_.status(path); !status) {
    return report(Problem::What::Unreadable, path, status.error().message);
  }
  report(
      Problem::What::Skipped, path,
      "not a regular file, though named like one of a log: \"" + path + "\"");
}

void TreeWalk::add_hidden(const std::string& path, const Entry& entry) {
  LogFile::Kind kind = LogFile::Kind::Events;
  if (entry.kind == Entry::Kind::File && is_log_file(entry.name, kind)) {
    if (options_.known != nullptr && !options_.known->contains(path)) return;
    return report(Problem::What::Skipped, path,
                  "hidden file left out: \"" + path + "\"");
  }
  if (entry.kind != Entry::Kind::Directory) return;
  const auto inside = files_.list(path);
  if (!inside) return;
  for (const Entry& hidden : *inside) {
    if (hidden.kind == Entry::Kind::File && is_log_file(hidden.name, kind)) {
      return report(
          Problem::What::Skipped, path,
          "hidden directory with files of a log left out: \"" + path + "\"");
    }
  }
}

std::optional<Error> TreeWalk::watch(const std::string& path, int& number) {
  if (options_.watcher == nullptr) return std::nullopt;
  const auto watched = options_.watcher->watch(path);
  if (watched) {
    number = *watched;
    return std::nullopt;
  }
  if (watched.error().code == ErrorCode::NotFound) return std::nullopt;
  return watched.error();
}

void TreeWalk::report(Problem::What what, const std::string& path,
                      std::string message) {
  tree_.problems.push_back({.what = what,
                            .path = path,
                            .offset = std::nullopt,
                            .message = std::move(message)});
}

}  // namespace stepline::reader
