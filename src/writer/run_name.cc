#include "writer/run_name.h"

#include <algorithm>

#include "base/utf8.h"
#include "writer/check.h"

namespace stepline::writer {
namespace {

constexpr std::size_t kMaxNameBytes = 255;  // Of one file or directory.

bool is_no_name(std::string_view path) {
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    if (part == ".." || part.size() > kMaxNameBytes) return true;
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return false;
}

}  // namespace

Result<void> check_run_name(std::string_view kind, std::string_view name) {
  if (name.empty()) return invalid(kind, name, "a run's name is empty");
  if (name.front() == '/' || is_no_name(name) ||
      name.find('\0') != std::string_view::npos) {
    return invalid(kind, name,
                   "a run's name leads out of the log directory or has a part "
                   "of more than 255 bytes");
  }
  return {};
}

Result<std::string> scalars_run_name(std::string_view main_tag,
                                     std::string_view name) {
  if (name.empty()) return invalid("scalars", main_tag, "a name is empty");
  std::string run = repair_utf8(main_tag);
  std::ranges::replace(run, '/', '_');
  run += '_';
  run += repair_utf8(name);
  auto checked = check_run_name("scalars", run);
  if (!checked) return checked.error();
  return run;
}

Result<std::string> scalars_run_name_in(std::string_view directory,
                                        std::string_view name) {
  if (name.empty()) return invalid("scalars", directory, "a name is empty");
  std::string run = repair_utf8(directory) + '/' + repair_utf8(name);
  auto checked = check_run_name("scalars", run);
  if (!checked) return checked.error();
  return run;
}

}  // namespace stepline::writer
