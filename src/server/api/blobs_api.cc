#include <limits>

#include "server/api/arguments.h"
#include "server/api/columns.h"
#include "server/api/restarts_json.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

void write_blobs(const std::vector<store::BlobInfo>& blobs, Columns& columns) {
  std::vector<std::int64_t> steps;
  std::vector<double> walls;
  std::vector<std::uint32_t> bytes;
  for (const store::BlobInfo& blob : blobs) {
    steps.push_back(blob.step);
    walls.push_back(blob.wall_secs);
    bytes.push_back(blob.bytes);
  }
  Json& head = columns.head();
  head.key("step");
  columns.steps(steps);
  head.key("wall");
  columns.doubles(walls);
  head.key("bytes");
  columns.counts(bytes);
}

}  // namespace

Answer answer_blobs(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const auto kind = arguments.kind();
  if (!kind) arguments.fail("kind is missing");
  if (kind == reader::Kind::Scalar) {
    arguments.fail("kind is \"scalar\", want another: see /api/points");
  }
  const std::string tag = arguments.required_text("tag");
  const RunSet set = arguments.runs();
  std::optional<std::uint32_t> branch;
  if (const auto number = arguments.whole(
          "branch", 0, std::numeric_limits<std::uint32_t>::max())) {
    branch = static_cast<std::uint32_t>(*number);
  }
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const auto places = store.places(tag, *kind, set.of(store));
  return {version_of(context, request, places),
          [&store, &request, places, branch] {
            Columns columns;
            columns.head().begin_object().key("series").begin_array();
            for (const store::SeriesPlace& place : places) {
              if (request.is_cancelled()) return cancelled_response();
              const auto blobs = store.blobs(place.id, branch);
              if (!blobs) continue;
              columns.head()
                  .begin_object()
                  .member("run", std::uint32_t(place.run))
                  .member("version", place.version);
              write_restarts(store, place.id, columns.head());
              write_blobs(*blobs, columns);
              columns.head().end_object();
            }
            columns.head().end_array().end_object();
            return columns_response(columns);
          }};
}

}  // namespace stepline::server
