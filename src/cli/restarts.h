#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reader/restart_rule.h"

namespace stepline::cli {

// Which points of a run its restarts superseded, by reader::RestartRule.
//
// Filled in a first pass over all files, in their order; asked in a second.
// Places are counted over both: event after event, file after file. Memory
// grows with series, with the files that each is in, and with restarts, not
// with points.
class Restarts {
 public:
  struct Point {
    std::uint32_t series = 0;
    std::uint64_t place = 0;
    std::int64_t step = 0;
    double wall_secs = 0;
    bool version_one = false;
  };

  // What follows is of this file, whose number is greater than those before.
  // When its life ends is found out by live_on().
  void begin_file(std::uint32_t file, const reader::FileLife& life);
  // Told of every event of the file that has_content().
  void live_on(double wall_secs);

  void add_start(std::uint64_t place, std::int64_t step);
  // Whether its file takes the series up again at a step that an earlier file
  // had reached.
  bool add_point(const Point& point);
  // Whether an earlier file is of the same session, and spared by its starts.
  bool has_elder_sibling(std::uint32_t file) const;
  // Whether anything can be superseded at all.
  bool any() const { return any_; }

  bool superseded(std::uint32_t series, std::uint32_t file, std::uint64_t place,
                  std::int64_t step) const;

 private:
  // At `place`, everything before it from `step` on was given up. A cut makes
  // earlier ones at its step or after needless, so that in a list both rise.
  struct Cut {
    std::uint64_t place = 0;
    std::int64_t step = 0;
  };
  using Cuts = std::vector<Cut>;

  struct Reach {
    std::uint32_t file = 0;
    Cuts cuts;
  };
  struct Series {
    std::vector<Reach> reaches;  // By file, of those that were cut.
    reader::RestartRule rule;
    std::uint64_t last_place = 0;  // Of its last point.
  };

  std::uint32_t file() const {
    return static_cast<std::uint32_t>(lives_.size() - 1);
  }
  void tell_of_starts(Series& series) const;
  static Cuts& cuts_of(Series& series, std::uint32_t file);
  static void add(Cuts& cuts, Cut cut);
  // The lowest step of the cuts behind `place`.
  static std::optional<std::int64_t> first_behind(const Cuts& cuts,
                                                  std::uint64_t place);

  bool any_ = false;
  std::vector<reader::FileLife> lives_;  // By file; the last is read now.
  std::vector<Cuts> starts_;             // By file: those that reach it.
  std::uint64_t last_start_place_ = 0;
  std::vector<Series> series_;
};

}  // namespace stepline::cli
