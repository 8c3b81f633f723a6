#pragma once

#include "event/array.h"
#include "event/event.h"
#include "reader/datum.h"
#include "stepline/result.h"

namespace stepline::reader {

// The content of a Datum from each form it may have in a file. Private to the
// sources of this layer.

using Content = decltype(Datum::content);

// Buckets without counts at either end go, so that the least and the greatest
// value can take the place of the outermost limits, which may be infinite, and
// no bucket ends before it begins.
Result<Content> content_of(const event::Histogram& histogram);
Result<Content> content_of(const event::Image& image);
Result<Content> content_of(const event::Audio& audio);

// A Scalar must be one number; the other kinds are checked here.
Result<Content> content_of(Kind kind, event::Array array);

}  // namespace stepline::reader
