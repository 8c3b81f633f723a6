#pragma once

#include "server/api/json.h"
#include "store/store.h"

namespace stepline::server {

// The member "restarts" of a series whose values are not scalars: what each of
// them superseded, [{"branch", "restart_step", "restart_wall", "count",
// "first_step", "last_step"}].
void write_restarts(const store::Store& store, store::SeriesId id, Json& json);

}  // namespace stepline::server
