#include <algorithm>
#include <iterator>
#include <set>

#include "server/api/arguments.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

using reader::Kind;

std::vector<store::SeriesPlace> chosen_places(
    const store::Store& store, const std::vector<Kind>& kinds,
    const std::set<std::string, std::less<>>& tags,
    const std::vector<store::RunId>& runs) {
  std::vector<store::SeriesPlace> chosen;
  for (const store::TagInfo& tag : store.tags({})) {
    if (std::ranges::find(kinds, tag.kind) == kinds.end()) continue;
    if (!tags.empty() && !tags.contains(tag.tag)) continue;
    const auto places = store.places(tag.tag, tag.kind, runs);
    chosen.insert(chosen.end(), places.begin(), places.end());
  }
  return chosen;
}

// Both ascend; so does `steps` afterwards, and has each once.
void unite(std::vector<std::int64_t>& steps,
           const std::vector<store::BlobInfo>& blobs) {
  std::vector<std::int64_t> own;
  own.reserve(blobs.size());
  for (const store::BlobInfo& blob : blobs) own.push_back(blob.step);
  if (std::ranges::includes(steps, own)) return;
  std::vector<std::int64_t> united;
  std::ranges::set_union(steps, own, std::back_inserter(united));
  const auto repeated = std::ranges::unique(united);
  united.erase(repeated.begin(), repeated.end());
  steps = std::move(united);
}

}  // namespace

Answer answer_steps(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const std::vector<Kind> kinds = arguments.kinds();
  if (kinds.empty()) arguments.fail("kind is missing");
  if (std::ranges::find(kinds, Kind::Scalar) != kinds.end()) {
    arguments.fail("kind is \"scalar\", want another: see /api/points");
  }
  const std::vector<std::string> tags = arguments.texts("tag");
  const RunSet set = arguments.runs();
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const auto places =
      chosen_places(store, kinds, {tags.begin(), tags.end()}, set.of(store));
  return {version_of(context, request, places), [&store, &request, places] {
            std::vector<std::int64_t> steps;
            for (const store::SeriesPlace& place : places) {
              if (request.is_cancelled()) return cancelled_response();
              const auto blobs = store.blobs(place.id);
              if (blobs) unite(steps, *blobs);
            }
            Columns columns;
            columns.head().begin_object().key("step");
            columns.steps(steps);
            columns.head().end_object();
            return columns_response(columns);
          }};
}

}  // namespace stepline::server
