#pragma once

#include <span>

#include "store/catalog.h"
#include "store/compose.h"
#include "store/store.h"

namespace stepline::store {

// What a catalog's records amount to, for those who ask.

// Without its points where they have to be composed: describe() adds those.
SeriesInfo info_of(const Catalog& catalog, SeriesId id, const Series& series);
void describe(const Composition& all, SeriesInfo& info);
void describe(const BlobComposition& all, SeriesInfo& info);

// Without its points: describe() adds those, of all its series.
RunInfo info_of(const Catalog& catalog, RunId id, const Run& run);
void describe(std::span<const SeriesInfo> series, RunInfo& info);

// When the run began: the time in the name of its first event file, or else
// that of its first event; 0 when none is loaded yet.
double start_secs(const Catalog& catalog, const Run& run);

}  // namespace stepline::store
