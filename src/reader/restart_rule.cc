#include "reader/restart_rule.h"

#include <cstdlib>
#include <string>

namespace stepline::reader {

RestartRule::Restart RestartRule::look(const Point& next) const {
  if (!highest_) return Restart::None;
  if (next.file != file_) {
    const bool taken_up =
        next.step <= highest_->step && next.wall_secs >= highest_->wall_secs;
    return taken_up ? Restart::NewFile : Restart::None;
  }
  const bool went_back = next.version_one && next.step < previous_step_;
  return went_back ? Restart::WentBack : Restart::None;
}

bool RestartRule::add(const Point& next) {
  file_ = next.file;
  previous_step_ = next.step;
  if (highest_ && !superseded_ && next.step < highest_->step) return false;
  highest_ = next;
  superseded_ = false;
  return true;
}

void RestartRule::supersede_from(std::int64_t step) {
  superseded_ = superseded_ || (highest_ && highest_->step >= step);
}

std::optional<std::int64_t> RestartRule::highest_step() const {
  if (!highest_) return std::nullopt;
  return highest_->step;
}

bool is_version_one(std::optional<std::string_view> version) {
  if (!version) return true;
  const std::size_t colon = version->rfind(':');
  if (colon == std::string_view::npos) return true;
  return std::atof(std::string(version->substr(colon + 1)).c_str()) < 2;
}

}  // namespace stepline::reader
