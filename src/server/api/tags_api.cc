#include "server/api/arguments.h"
#include "server/api/routes.h"

namespace stepline::server {

Answer answer_tags(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const auto kind = arguments.kind();
  const RunSet set = arguments.runs();
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const Fingerprint version =
      version_of(context, request, {}).add(store.cursor());
  return {version, [&store, kind, set] {
            std::vector<store::RunId> runs;
            if (!set.is_all()) runs = set.of(store);
            std::vector<store::TagInfo> tags =
                set.is_all() ? store.tags({}) : store.tags(runs);
            if (kind) {
              std::erase_if(tags, [&](const store::TagInfo& tag) {
                return tag.kind != *kind;
              });
            }
            using Tag = store::TagInfo;
            Json json;
            json.begin_object()
                .list("kind", tags,
                      [](const Tag& tag) { return name_of(tag.kind); })
                .list("tag", tags,
                      [](const Tag& tag) { return std::string_view(tag.tag); })
                .list("runs", tags, [](const Tag& tag) { return tag.runs; })
                .list("points", tags, [](const Tag& tag) { return tag.points; })
                .end_object();
            return json_response(json);
          }};
}

}  // namespace stepline::server
