#include "server/api/arguments.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

Response list_series(const store::Store& store,
                     const std::vector<store::SeriesPlace>& places) {
  std::vector<store::SeriesId> ids;
  for (const store::SeriesPlace& place : places) ids.push_back(place.id);
  using Info = store::SeriesInfo;
  const std::vector<Info> infos = store.infos(ids);
  event::Metadata metadata;
  if (!infos.empty()) {
    if (auto known = store.metadata(infos.front().id)) metadata = *known;
  }
  Json json;
  json.begin_object()
      .list("run", infos,
            [](const Info& one) { return std::uint32_t(one.run); })
      .list("count", infos, [](const Info& one) { return one.count; })
      .list("first_step", infos, [](const Info& one) { return one.first_step; })
      .list("last_step", infos, [](const Info& one) { return one.last_step; })
      .list("first_wall", infos,
            [](const Info& one) { return one.first_wall_secs; })
      .list("last_wall", infos,
            [](const Info& one) { return one.last_wall_secs; })
      .list("branches", infos, [](const Info& one) { return one.branches; })
      .list("version", infos, [](const Info& one) { return one.version; })
      .member("display_name", metadata.display_name)
      .member("description", metadata.description)
      .end_object();
  return json_response(json);
}

}  // namespace

Answer answer_series(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const auto kind = arguments.kind();
  const std::string tag = arguments.required_text("tag");
  const RunSet set = arguments.runs();
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const auto places =
      store.places(tag, kind.value_or(reader::Kind::Scalar), set.of(store));
  return {version_of(context, request, places),
          [&store, places] { return list_series(store, places); }};
}

}  // namespace stepline::server
