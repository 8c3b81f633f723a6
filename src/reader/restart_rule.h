#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepline::reader {

// When a point of a series supersedes what the series had at its step and
// after: the one home of the rules that docs/reading.md has for users, for
// those who compose curves and those who stream over files.
//
// The points of a series are given in the order of the files' names, and of
// their places in them. Then
// - the first point that a file has, if it is not after the highest step there
//   is, takes the run up again from a checkpoint, unless it was written before
//   the point at that step: then the two files were written side by side;
// - in files of version 1, which know no session logs, every point that goes
//   back restarts the series;
// - a session's start at step s supersedes what came before at s and after, of
//   all series. Whoever walks over the files knows of it, and says so here.
class RestartRule {
 public:
  struct Point {
    std::uint32_t file = 0;  // Any number that is the file's own.
    bool version_one = false;
    std::int64_t step = 0;
    double wall_secs = 0;
  };
  enum class Restart : std::uint8_t {
    None,
    NewFile,   // Takes up what an earlier file had.
    WentBack,  // Within a file of version 1.
  };

  // What the series' next point is to those before.
  Restart look(const Point& next) const;

  // Takes it in; true if its step is the highest now. Of points whose steps do
  // not fall, in one file and without a start in between, only the first need
  // be looked at, and only the last taken in.
  bool add(const Point& next);

  // What came so far at `step` and after is superseded, for whatever reason.
  void supersede_from(std::int64_t step);

  // The highest step there is, or was until it was superseded.
  std::optional<std::int64_t> highest_step() const;

 private:
  std::optional<Point> highest_;
  bool superseded_ = false;  // The highest.
  std::uint32_t file_ = 0;
  std::int64_t previous_step_ = 0;
};

// Whether a file of this version, "brain.Event:2" mostly, is older than session
// logs; those without a version are.
bool is_version_one(std::optional<std::string_view> version);

}  // namespace stepline::reader
