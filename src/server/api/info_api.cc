#include "server/api/routes.h"
#include "server/api/run_json.h"

namespace stepline::server {

Answer answer_info(const Context& context, const Request&) {
  const ApiOptions& options = context.options;
  Json json;
  json.begin_object()
      .member("version", options.version)
      .member("title", options.title)
      .key("roots")
      .begin_array();
  for (const ApiOptions::Root& root : options.roots) {
    json.begin_object()
        .member("name", root.name)
        .member("path", root.path)
        .end_object();
  }
  json.end_array()
      .member("instance", options.instance)
      .member("started", options.started_secs)
      .key("progress")
      .begin_object();
  write_progress(context.store, json);
  json.end_object().end_object();
  return json_response(json);
}

}  // namespace stepline::server
