#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stepline::reader {

// By whom and when a file was written.
struct FileLife {
  std::uint64_t session = 0;  // By event::session_of(); 0: it does not say.
  double begin_secs = 0;      // Wall time of its first event; 0: not known.
  double last_secs = 0;       // The latest of all others.
};

// The later time, but for what no clock shows: one caller's milliseconds, taken
// for seconds, must not make a file live for ever.
double later_of(double last_secs, double wall_secs);

// Whether the files say that they are of one session. No restart is among them.
bool share_session(const FileLife& a, const FileLife& b);

// Whether two files of a run were written side by side: by processes of one
// session, or in times that overlap, since whoever takes up a run begins when
// the one before has ended. `earlier` is so by name.
bool are_siblings(const FileLife& earlier, const FileLife& later);

// When a point of a series supersedes what the series had at its step and
// after: the one home of the rules that docs/reading.md has for users, for
// those who compose curves and those who stream over files.
//
// The points of a series are given in the order of the files' names, and of
// their places in them. Then
// - the first point that a file has takes the run up again from a checkpoint:
//   it supersedes what each earlier file has at its step and after, unless the
//   two are siblings, or the point was written before that file's highest step:
//   then they were written side by side;
// - in files of version 1, which know no session logs, every point that goes
//   back does so, and supersedes what its own file has, too;
// - a session's start at step s supersedes what came before at s and after, of
//   all series, but for other files of its own session. Whoever walks over the
//   files knows of it, and says so here.
class RestartRule {
 public:
  struct Point {
    std::uint32_t file = 0;  // Its number; never less than that before.
    bool version_one = false;
    std::int64_t step = 0;
    double wall_secs = 0;
  };

  // The files of which the series' next point supersedes what they have at its
  // step and after; none, mostly. `lives` are by the files' numbers.
  std::vector<std::uint32_t> superseded_by(
      const Point& next, std::span<const FileLife> lives) const;

  // How far each file of the series has come.
  struct Reached {
    std::uint32_t file = 0;
    std::int64_t step = 0;  // None that stands is higher.
    double wall_secs = 0;
  };
  std::span<const Reached> files() const { return files_; }

  // Takes it in. Of points whose steps do not fall, in one file and without a
  // start in between, only the first need be looked at, and only the last taken
  // in.
  void add(const Point& next);

  // What the file had so far at `step` and after is superseded, for whatever
  // reason.
  void supersede(std::uint32_t file, std::int64_t step);

 private:
  std::vector<Reached> files_;
  std::int64_t previous_step_ = 0;
};

// Whether a file of this version, "brain.Event:2" mostly, is older than session
// logs; those without a version are.
bool is_version_one(std::optional<std::string_view> version);

}  // namespace stepline::reader
