#include "reader/restart_rule.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>

namespace stepline::reader {

namespace {

constexpr double kLatestSecs = 1e11;  // Beyond the year 5000.

}  // namespace

double later_of(double last_secs, double wall_secs) {
  return wall_secs < kLatestSecs ? std::max(last_secs, wall_secs) : last_secs;
}

bool share_session(const FileLife& a, const FileLife& b) {
  return a.session != 0 && a.session == b.session;
}

bool are_siblings(const FileLife& earlier, const FileLife& later) {
  return share_session(earlier, later) ||
         (later.begin_secs > 0 && later.begin_secs < earlier.last_secs);
}

std::vector<std::uint32_t> RestartRule::superseded_by(
    const Point& next, std::span<const FileLife> lives) const {
  std::vector<std::uint32_t> superseded;
  if (files_.empty()) return superseded;
  const bool new_file = files_.back().file != next.file;
  const bool went_back = next.version_one && next.step < previous_step_;
  if (!new_file && !went_back) return superseded;
  for (const Reached& reached : files_) {
    if (reached.step < next.step) continue;
    const bool own = reached.file == next.file;
    const bool beside = next.wall_secs < reached.wall_secs ||
                        are_siblings(lives[reached.file], lives[next.file]);
    if (own || !beside) superseded.push_back(reached.file);
  }
  return superseded;
}

void RestartRule::add(const Point& next) {
  previous_step_ = next.step;
  if (files_.empty() || files_.back().file != next.file) {
    files_.push_back({next.file, next.step, next.wall_secs});
  } else if (next.step >= files_.back().step) {
    files_.back().step = next.step;
    files_.back().wall_secs = next.wall_secs;
  }
}

void RestartRule::supersede(std::uint32_t file, std::int64_t step) {
  const auto found = std::ranges::lower_bound(files_, file, {}, &Reached::file);
  if (found == files_.end() || found->file != file) return;
  if (found->step < step) return;
  constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();
  found->step = step == kLowest ? kLowest : step - 1;
}

bool is_version_one(std::optional<std::string_view> version) {
  if (!version) return true;
  const std::size_t colon = version->rfind(':');
  if (colon == std::string_view::npos) return true;
  return std::atof(std::string(version->substr(colon + 1)).c_str()) < 2;
}

}  // namespace stepline::reader
