#include "server/api/arguments.h"
#include "server/api/media_item.h"
#include "server/api/media_type.h"
#include "server/api/one_series.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

Error no_images() { return {ErrorCode::NotFound, "the value holds no images"}; }

Result<std::vector<std::string*>> items_of(reader::Datum& datum) {
  auto* const held = std::get_if<reader::Images>(&datum.content);
  if (held == nullptr) return no_images();
  std::vector<std::string*> items;
  for (std::string& image : held->encoded) items.push_back(&image);
  return items;
}

}  // namespace

Answer answer_image(const Context& context, const Request& request) {
  return answer_item(context, request, reader::Kind::Image, items_of);
}

Answer answer_images(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const SeriesQuery query(arguments);
  const std::uint64_t index = arguments.required_whole("index", 0, kMaxIndex);
  if (arguments.error()) return error_response(400, *arguments.error());

  const auto value =
      read_value(context.store, query, reader::Kind::Image, index);
  if (!value) return response_to(value.error());
  const auto* const images = std::get_if<reader::Images>(&value->datum.content);
  if (images == nullptr) return response_to(no_images());
  Json json;
  json.begin_object()
      .member("step", value->info.step)
      .member("wall", value->info.wall_secs)
      .member("width", images->width)
      .member("height", images->height)
      .key("items")
      .begin_array();
  for (const std::string& encoded : images->encoded) {
    json.begin_object()
        .member("type", media_type_of(encoded))
        .member("bytes", encoded.size())
        .end_object();
  }
  json.end_array().end_object();
  return json_response(json);
}

}  // namespace stepline::server
