#include "server/api/routes.h"

#include <algorithm>
#include <array>

namespace stepline::server {
namespace {

constexpr std::array kRoutes{
    Route{"/api/aggregate", answer_aggregate},
    Route{"/api/audio", answer_audio},
    Route{"/api/blobs", answer_blobs},
    Route{"/api/clips", answer_clips},
    Route{"/api/download", answer_download},
    Route{"/api/download/histograms.csv", answer_histograms_csv},
    Route{"/api/download/histograms.json", answer_histograms_json},
    Route{"/api/download/scalars.csv", answer_scalars_csv},
    Route{"/api/download/scalars.json", answer_scalars_json},
    Route{"/api/download/selection.zip", answer_selection},
    Route{"/api/histograms", answer_histograms},
    Route{"/api/hparams", answer_hparams},
    Route{"/api/image", answer_image},
    Route{"/api/images", answer_images},
    Route{"/api/info", answer_info},
    Route{"/api/openapi.json", answer_openapi},
    Route{"/api/points", answer_points},
    Route{"/api/problems", answer_problems},
    Route{"/api/rows", answer_rows},
    Route{"/api/runs", answer_runs},
    Route{"/api/scalars", answer_scalars},
    Route{"/api/series", answer_series},
    Route{"/api/statistics", answer_statistics},
    Route{"/api/steps", answer_steps},
    Route{"/api/tags", answer_tags},
    Route{"/api/text", answer_text},
    Route{"/api/text/search", answer_text_search},
};
static_assert(std::ranges::is_sorted(kRoutes, {}, &Route::path));

}  // namespace

std::span<const Route> routes() { return kRoutes; }

const Route* find_route(std::string_view path) {
  const auto found = std::ranges::lower_bound(kRoutes, path, {}, &Route::path);
  return found != kRoutes.end() && found->path == path ? &*found : nullptr;
}

Response json_response(Json& json) {
  Response response;
  response.body = json.take();
  return response;
}

Response columns_response(Columns& columns) {
  Response response;
  response.content_type = kColumnsType;
  response.body = columns.finish();
  return response;
}

Fingerprint version_of(const Context& context, const Request& request,
                       const std::vector<store::SeriesPlace>& places) {
  Fingerprint version;
  version.add(context.options.instance).add(request.parameters.text());
  for (const store::SeriesPlace& place : places) {
    version.add(std::uint32_t(place.id)).add(place.version);
  }
  return version;
}

}  // namespace stepline::server
