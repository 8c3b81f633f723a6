#include "reader/root_names.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace stepline::reader {
namespace {

struct Candidate {
  std::string given;
  std::string path;  // Of the directory; of a single file's directory.
  std::size_t components = 1;

  std::string name() const {
    if (!given.empty()) return given;
    std::size_t slash = path.size();
    for (std::size_t n = 0; n < components; ++n) {
      if (slash == 0) return path;
      slash = path.rfind('/', slash - 1);
      if (slash == std::string::npos) return path;
    }
    return slash + 1 == path.size() ? path : path.substr(slash + 1);
  }
  bool can_grow() const { return given.empty() && name() != path; }
  // The same directory twice has one name.
  bool clashes(const Candidate& other) const {
    return name() == other.name() &&
           (path != other.path || given != other.given);
  }
};

std::string without_end_slashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

std::string naming_path(storage::FileSystem& files, const std::string& path) {
  const auto entry = files.entry(path);
  const bool single_file = entry && entry->kind == storage::Entry::Kind::File;
  if (!single_file) return path;
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

// Longer names for those that clash, until none does or none can grow.
void tell_apart(std::vector<Candidate>& candidates) {
  bool grown = true;
  while (grown) {
    std::vector<Candidate*> clashing;
    for (Candidate& one : candidates) {
      const bool clashes = std::any_of(
          candidates.begin(), candidates.end(),
          [&](const Candidate& other) { return one.clashes(other); });
      if (clashes && one.can_grow()) clashing.push_back(&one);
    }
    for (Candidate* one : clashing) ++one->components;
    grown = !clashing.empty();
  }
}

}  // namespace

std::vector<Root> name_roots(storage::FileSystem& files,
                             std::span<const Root> roots) {
  std::vector<Root> named(roots.begin(), roots.end());
  for (Root& root : named) root.path = without_end_slashes(root.path);
  if (named.size() == 1) {
    if (named[0].name.empty()) named[0].name = ".";
    return named;
  }
  std::vector<Candidate> candidates;
  for (const Root& root : named) {
    candidates.push_back({root.name, naming_path(files, root.path)});
  }
  tell_apart(candidates);
  for (std::size_t i = 0; i < named.size(); ++i) {
    named[i].name = candidates[i].name();
  }
  return named;
}

}  // namespace stepline::reader
