#pragma once

#include <cstdint>
#include <vector>

#include "reader/restart_rule.h"

namespace stepline::cli {

// Which points of a run its restarts superseded, by reader::RestartRule.
//
// Filled in a first pass over all files, in their order; asked in a second.
// Places are counted over both: event after event, file after file. Memory
// grows with series and restarts, not with points.
class Restarts {
 public:
  struct Point {
    std::uint32_t series = 0;
    std::uint32_t file = 0;
    std::uint64_t place = 0;
    std::int64_t step = 0;
    double wall_secs = 0;
    bool version_one = false;
  };

  void add_start(std::uint64_t place, std::int64_t step);
  // Whether its file takes the series up again at a step that an earlier file
  // had reached.
  bool add_point(const Point& point);
  // Whether anything can be superseded at all.
  bool any() const { return any_; }

  bool superseded(std::uint32_t series, std::uint64_t place,
                  std::int64_t step) const;

 private:
  // At `place`, everything before it from `step` on was given up. A cut makes
  // earlier ones at its step or after needless, so that in a list both rise.
  struct Cut {
    std::uint64_t place = 0;
    std::int64_t step = 0;
  };
  using Cuts = std::vector<Cut>;

  struct Series {
    Cuts cuts;
    reader::RestartRule rule;
    std::uint64_t highest_place = 0;  // Of the rule's highest step.
  };

  void add(Cuts& cuts, Cut cut);
  static bool reaches(const Cuts& cuts, std::uint64_t place, std::int64_t step);

  bool any_ = false;
  Cuts starts_;
  std::vector<Series> series_;
};

}  // namespace stepline::cli
