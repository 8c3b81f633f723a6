#pragma once

#include <memory>
#include <vector>

#include "store/catalog.h"
#include "store/compose.h"
#include "store/store.h"

namespace stepline::store {

// What a catalog's records amount to, for those who ask.

SeriesInfo info_of(const Catalog& catalog, SeriesId id, const Series& series);
RunInfo info_of(const Catalog& catalog, RunId id, const Run& run);

// When the run's first event was written; 0 when none is loaded yet.
double start_secs(const Catalog& catalog, const Run& run);

// A run's series by tag, in natural order, then kind.
std::vector<SeriesId> ordered_series(const Catalog& catalog, const Run& run);

}  // namespace stepline::store
