#include "server/api/routes.h"
#include "server/api/run_json.h"
#include "server/live/live_cursor.h"

namespace stepline::server {

Answer answer_runs(const Context& context, const Request&) {
  const std::string& instance = context.options.instance;
  // Before the runs: what comes meanwhile is told twice, not never.
  const std::uint64_t cursor = context.store.cursor();
  const Fingerprint version = Fingerprint().add(instance).add(cursor);
  return {version, [&store = context.store, instance, cursor] {
            const std::vector<store::RunInfo> runs = store.runs();
            Json json;
            json.begin_object().member("cursor", live_cursor(instance, cursor));
            for_each_run_field([&](std::string_view name, auto field) {
              json.list(name, runs, field);
            });
            json.end_object();
            return json_response(json);
          }};
}

}  // namespace stepline::server
