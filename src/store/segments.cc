#include "store/segments.h"

namespace stepline::store {

std::size_t Segments::containing(std::uint64_t point, std::size_t near) const {
  return first_where(near, size(), [&](std::uint64_t segment) {
    return end_point(segment) > point;
  });
}

NonFiniteCounts Segments::non_finite_before(std::size_t segment) const {
  const std::size_t whole = std::min(segment, indexed());
  NonFiniteCounts counts =
      whole == 0 ? NonFiniteCounts{} : index().non_finite_through(whole - 1);
  if (segment <= indexed()) return counts;
  return counts + with_values(indexed(), [](auto values) {
           return count_non_finite(values);
         });
}

Point ColumnView::at(std::uint64_t point) const {
  const Segments segments(*this);
  const std::size_t segment = segments.containing(point);
  return segments.at(segment, point - segments.first_point(segment));
}

}  // namespace stepline::store
