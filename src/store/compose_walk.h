#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "reader/restart_rule.h"
#include "store/compose.h"

namespace stepline::store {

// What composing points and composing places have in common: the files of a
// series, numbered from 0 in their order, and what supersedes what in them.
class ComposeWalk {
 public:
  // What some files have at `step` and after is superseded.
  struct Cut {
    std::int64_t step = 0;
    double wall_secs = 0;
    std::vector<std::uint32_t> files;
  };

  // The number of a segment's file; segments are given in order.
  template <class Segment>
  std::uint32_t number_of(const Segment& segment) {
    if (ranks_.empty() || ranks_.back() != segment.position.file) {
      ranks_.push_back(segment.position.file);
      lives_.push_back(segment.life);
    }
    return static_cast<std::uint32_t>(ranks_.size() - 1);
  }
  std::size_t files() const { return ranks_.size(); }

  // By the next point of the series; no files, mostly.
  Cut cut_by(const reader::RestartRule::Point& next) {
    return supersede(
        {next.step, next.wall_secs, rule_.superseded_by(next, lives_)});
  }
  Cut cut_by(const SessionStart& start) {
    Cut cut{start.step, start.wall_secs, {}};
    for (const auto& [file, step, wall_secs] : rule_.files()) {
      const bool own = ranks_[file] == start.position.file;
      const bool spared =
          !own && start.session != 0 && lives_[file].session == start.session;
      if (step >= start.step && !spared) cut.files.push_back(file);
    }
    return supersede(std::move(cut));
  }

  void add(const reader::RestartRule::Point& point) { rule_.add(point); }

 private:
  Cut supersede(Cut cut) {
    for (const std::uint32_t file : cut.files) rule_.supersede(file, cut.step);
    return cut;
  }

  std::vector<std::uint32_t> ranks_;
  std::vector<reader::FileLife> lives_;
  reader::RestartRule rule_;
};

// Calls composer.start(SessionStart) and composer.add(segment) in the order of
// positions; false when an add() is.
template <class Segment, class Composer>
bool walk(std::span<const Segment> segments,
          std::span<const SessionStart> starts, Composer& composer) {
  std::size_t next = 0;
  for (const Segment& segment : segments) {
    for (; next < starts.size() && starts[next].position <= segment.position;
         ++next) {
      composer.start(starts[next]);
    }
    if (!composer.add(segment)) return false;
  }
  for (; next < starts.size(); ++next) composer.start(starts[next]);
  return true;
}

}  // namespace stepline::store
