#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "store/compose.h"
#include "store/store.h"

namespace stepline::store {

// What a series is made of at one moment: taken out of a catalog under its
// lock, put together without it. Shares what it stands on, and stays as it is
// whatever becomes of the series.
template <class Segment, class Composed>
struct SeriesParts {
  SeriesId series{};
  std::uint32_t version = 0;
  bool worth_keeping = false;  // By the catalog, when it has been composed.
  // As somebody else has composed it; null: compose what follows.
  std::shared_ptr<const Composed> composed;
  std::vector<Segment> segments;
  std::vector<SessionStart> starts;
};

using ScalarParts = SeriesParts<ScalarSegment, Composition>;
using BlobParts = SeriesParts<BlobSegment, BlobComposition>;
using AnyParts = std::variant<ScalarParts, BlobParts>;

// The series as it shows. Takes as long as it takes: needs no lock.
std::shared_ptr<const Composition> composed_of(const ScalarParts& parts);
std::shared_ptr<const BlobComposition> composed_of(const BlobParts& parts);

}  // namespace stepline::store
