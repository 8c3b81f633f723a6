#pragma once

#include "server/api/json.h"
#include "store/store.h"

namespace stepline::server {

// Calls f(name, function of a RunInfo) for each field of a run as clients see
// it: they come as objects in the live stream and as columns in /api/runs.
template <class F>
void for_each_run_field(F f) {
  using Info = store::RunInfo;
  f("id", [](const Info& run) { return std::uint32_t(run.id); });
  f("name", [](const Info& run) { return std::string_view(run.name); });
  f("start", [](const Info& run) { return run.start_secs; });
  f("last", [](const Info& run) { return run.last_wall_secs; });
  f("first_step", [](const Info& run) { return run.first_step; });
  f("last_step", [](const Info& run) { return run.last_step; });
  f("series", [](const Info& run) { return run.series; });
  f("points", [](const Info& run) { return run.points; });
  f("damaged", [](const Info& run) { return run.damaged_records; });
}

// The members of `Progress`, into an object that is open. Returns whether
// everything is loaded.
inline bool write_progress(const store::Store& store, Json& json) {
  const store::Progress progress = store.progress();
  const store::Totals totals = store.totals();
  json.member("bytes_done", progress.bytes_done)
      .member("bytes_total", progress.bytes_total)
      .member("files_done", progress.files_done)
      .member("files_total", progress.files_total)
      .member("loaded", progress.loaded)
      .member("runs", totals.runs)
      .member("series", totals.series)
      .member("points", totals.points)
      .member("damaged_records", totals.damaged_records);
  return progress.loaded;
}

}  // namespace stepline::server
