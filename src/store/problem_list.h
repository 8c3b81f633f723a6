#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reader/problem.h"

namespace stepline::store {

// The problems of one file: the first kMaxProblems of its damage, the number of
// the others, and whether it can be read at all. Each has the number of the
// change that it came with (ChangeLog), so that later ones can be told alone.
class ProblemList {
 public:
  // `damaged` counts all there were, listed or not.
  void add_damage(std::vector<reader::Problem> problems, std::uint64_t damaged,
                  std::uint64_t change);
  // False when that is what it was already.
  bool set_unreadable(reader::Problem problem, std::uint64_t change);
  // False when it was not unreadable.
  bool set_readable();

  bool empty() const { return entries_.empty(); }

  // Those of `change` or later. What is not listed is one problem at the end.
  void append_since(std::uint64_t change,
                    std::vector<reader::Problem>& problems) const;

 private:
  struct Entry {
    std::uint64_t change;
    reader::Problem problem;
  };

  std::vector<Entry> entries_;
  std::uint64_t unlisted_ = 0;
  std::uint64_t unlisted_change_ = 0;
};

}  // namespace stepline::store
