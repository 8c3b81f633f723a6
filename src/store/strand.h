#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "store/curve.h"
#include "store/point.h"

namespace stepline::store {

// Points of a series in the order of steps, as far as they stand: parts of
// columns, and copies of points where a column had them in another order.
class Strand {
 public:
  struct Piece {
    Curve::Part part;
    std::shared_ptr<const void> owner;  // Of the part's blocks.
    bool sorted_by_wall = true;
  };

  bool empty() const { return pieces_.empty(); }
  std::int64_t first_step() const;  // Of a strand that is not empty.
  std::int64_t last_step() const;

  // The piece is in the order of steps, and not before the last one.
  void append(Piece piece);
  // Likewise all of another strand.
  void append(Strand&& strand);
  // Points in any order, and anywhere among those that are there: behind those
  // of the same step.
  void merge(Points points);
  // Takes out what is at or after `step`.
  Strand take_from(std::int64_t step);

  Curve curve() const;

 private:
  std::vector<Piece> pieces_;
};

// All points of the strands, among equal steps those of an earlier strand
// first. `copied` becomes true where points had to be copied for it; nullopt
// where they may not be.
std::optional<Curve> join_strands(std::span<const Strand> strands,
                                  bool may_copy, bool& copied);

}  // namespace stepline::store
