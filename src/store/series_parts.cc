#include "store/series_parts.h"

#include "store/twins.h"

namespace stepline::store {

std::shared_ptr<const Composition> composed_of(const ScalarParts& parts) {
  if (parts.composed != nullptr) return parts.composed;
  return std::make_shared<const Composition>(
      compose(parts.segments, parts.starts));
}

std::shared_ptr<const BlobComposition> composed_of(const BlobParts& parts) {
  if (parts.composed != nullptr) return parts.composed;
  std::vector<BlobSegment> segments = parts.segments;
  drop_twins(segments);
  return std::make_shared<const BlobComposition>(
      compose_blobs(segments, parts.starts));
}

}  // namespace stepline::store
