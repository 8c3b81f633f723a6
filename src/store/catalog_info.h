#pragma once

#include "store/catalog.h"
#include "store/compose.h"
#include "store/store.h"

namespace stepline::store {

// What a catalog's records amount to, for those who ask.

// Without its points where they have to be composed: describe() adds those.
SeriesInfo info_of(const Catalog& catalog, SeriesId id, const Series& series);
// The points of one of which Catalog::is_plain() is true.
void describe_plain(const Series& series, SeriesInfo& info);
void describe(const Composition& all, SeriesInfo& info);
void describe(const BlobComposition& all, SeriesInfo& info);

// Without its points.
RunInfo info_of(const Catalog& catalog, RunId id, const Run& run);

// When the run began: the time in the name of its first event file, or else
// that of its first event; 0 when none is loaded yet.
double start_secs(const Catalog& catalog, const Run& run);

}  // namespace stepline::store
