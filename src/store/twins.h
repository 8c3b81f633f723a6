#pragma once

#include <vector>

#include "store/compose.h"

namespace stepline::store {

// A tensor may be in an event file and also in the tensor file beside it: one
// value in two places, with the same step and wall time. That of the tensor
// file stays; the other's place goes.
void drop_twins(std::vector<BlobSegment>& segments);

}  // namespace stepline::store
