#include "server/api/media_item.h"

#include <utility>

#include "server/api/arguments.h"
#include "server/api/media_response.h"
#include "server/api/one_series.h"

namespace stepline::server {

Answer answer_item(const Context& context, const Request& request,
                   reader::Kind kind, ItemsOf items_of) {
  Arguments arguments(request.parameters);
  const SeriesQuery query(arguments);
  const std::uint64_t index = arguments.required_whole("index", 0, kMaxIndex);
  const std::uint64_t item = arguments.whole("item", 0, kMaxIndex, 0);
  const bool download = arguments.flag("download");
  if (arguments.error()) return error_response(400, *arguments.error());

  auto value = read_value(context.store, query, kind, index);
  if (!value) return response_to(value.error());
  const auto items = items_of(value->datum);
  if (!items) return response_to(items.error());
  if (item >= items->size()) {
    return error_response(404, "item is " + std::to_string(item) +
                                   ", there are " +
                                   std::to_string(items->size()));
  }
  Response response = media_response(
      request, std::move(*(*items)[item]),
      media_name(context.store, query, value->info.step, item), download);
  response.headers.emplace_back("X-Stepline-Items",
                                std::to_string(items->size()));
  return response;
}

}  // namespace stepline::server
