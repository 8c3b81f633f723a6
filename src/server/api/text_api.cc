#include "server/api/arguments.h"
#include "server/api/one_series.h"
#include "server/api/routes.h"

namespace stepline::server {

Answer answer_text(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const SeriesQuery query(arguments);
  const std::uint64_t index = arguments.required_whole("index", 0, kMaxIndex);
  if (arguments.error()) return error_response(400, *arguments.error());

  const auto value =
      read_value(context.store, query, reader::Kind::Text, index);
  if (!value) return response_to(value.error());
  const auto* const array = std::get_if<event::Array>(&value->datum.content);
  if (array == nullptr || !array->is_text) {
    return error_response(404, "the value holds no text");
  }
  Json json;
  json.begin_object()
      .member("step", value->info.step)
      .member("wall", value->info.wall_secs)
      .list("shape", array->shape, [](std::int64_t size) { return size; })
      .list("values", array->strings,
            [](const std::string& text) { return std::string_view(text); })
      .end_object();
  return json_response(json);
}

}  // namespace stepline::server
