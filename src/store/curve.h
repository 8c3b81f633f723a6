#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "store/column.h"
#include "store/point.h"

namespace stepline::store {

// What queries run on: a series' live points (or those of one superseded
// branch), steps never going back, put together from parts of columns. Almost
// always there is one part.
//
// Immutable; any thread. `owner` keeps alive what the columns stand on.
struct Curve {
  struct Part {
    ColumnView column;
    std::uint64_t begin = 0;  // Points [begin, end) of the column.
    std::uint64_t end = 0;
  };
  std::vector<Part> parts;
  bool sorted_by_wall = true;
  std::vector<std::shared_ptr<const void>> owners;

  std::uint64_t size() const;
  Point at(std::uint64_t index) const;

  // The first point whose step is not less; size() when there is none. By wall
  // time only for curves that are sorted_by_wall.
  std::uint64_t lower_bound_step(std::int64_t step) const;
  std::uint64_t lower_bound_wall(double wall_secs) const;

  // Appends points [begin, end) to `points`.
  void read(std::uint64_t begin, std::uint64_t end, Points& points) const;
};

}  // namespace stepline::store
