#include "server/api/arguments.h"
#include "server/api/curve_json.h"
#include "server/api/routes.h"

namespace stepline::server {

Answer answer_statistics(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const std::string tag = arguments.required_text("tag");
  const RunSet set = arguments.runs();
  const store::Window window = arguments.window();
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const auto places = store.places(tag, reader::Kind::Scalar, set.of(store));
  return {version_of(context, request, places),
          [&store, &request, window, places] {
            Json json;
            json.begin_object().key("rows").begin_array();
            for (const store::SeriesPlace& place : places) {
              if (request.is_cancelled()) return cancelled_response();
              const auto statistics = store.statistics(place.id, window);
              if (!statistics) continue;
              json.begin_object().member("run", std::uint32_t(place.run));
              write_statistics(*statistics, json);
              json.end_object();
            }
            json.end_array().end_object();
            return json_response(json);
          }};
}

}  // namespace stepline::server
