#include "server/api/arguments.h"
#include "server/api/media_response.h"
#include "server/api/media_type.h"
#include "server/api/one_series.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

Error no_images() { return {ErrorCode::NotFound, "the value holds no images"}; }

}  // namespace

Answer answer_image(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const SeriesQuery query(arguments);
  const std::uint64_t index = arguments.required_whole("index", 0, kMaxIndex);
  const std::uint64_t item = arguments.whole("item", 0, kMaxIndex, 0);
  const bool download = arguments.flag("download");
  if (arguments.error()) return error_response(400, *arguments.error());

  auto value = read_value(context.store, query, reader::Kind::Image, index);
  if (!value) return response_to(value.error());
  auto* const images = std::get_if<reader::Images>(&value->datum.content);
  if (images == nullptr) return response_to(no_images());
  if (item >= images->encoded.size()) {
    return error_response(404, "item is " + std::to_string(item) +
                                   ", there are " +
                                   std::to_string(images->encoded.size()));
  }
  Response response = media_response(
      request, std::move(images->encoded[item]),
      media_name(context.store, query, value->info.step, item), download);
  response.headers.emplace_back("X-Stepline-Items",
                                std::to_string(images->encoded.size()));
  return response;
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
