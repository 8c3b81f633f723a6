#include "store/twins.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace stepline::store {
namespace {

using Moment = std::pair<std::int64_t, double>;

Moment moment_of(const BlobPlace& place) {
  return {place.step, place.wall_secs};
}

}  // namespace

void drop_twins(std::vector<BlobSegment>& segments) {
  std::vector<Moment> moments;
  for (const BlobSegment& segment : segments) {
    if (!segment.in_tensor_file) continue;
    for (const BlobPlace& place : segment.places) {
      moments.push_back(moment_of(place));
    }
  }
  if (moments.empty()) return;
  std::ranges::sort(moments);
  for (BlobSegment& segment : segments) {
    if (segment.in_tensor_file) continue;
    const auto alone = std::make_shared<std::vector<BlobPlace>>();
    for (const BlobPlace& place : segment.places) {
      if (!std::ranges::binary_search(moments, moment_of(place))) {
        alone->push_back(place);
      }
    }
    segment.places = *alone;
    segment.owner = alone;
  }
  std::erase_if(segments, [](const BlobSegment& segment) {
    return segment.places.empty();
  });
}

}  // namespace stepline::store
