#include "server/api/arguments.h"
#include "server/api/curve_json.h"
#include "server/api/one_series.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

constexpr std::uint64_t kMaxPoints = 1'000'000;

Result<std::uint64_t> total_of(const store::Store& store, store::SeriesId id,
                               std::optional<std::uint32_t> branch) {
  if (!branch) {
    const auto info = store.find_series(id);
    if (!info) return info.error();
    return info->count;
  }
  const auto branches = store.branches(id);
  if (!branches) return branches.error();
  if (*branch < branches->size()) return (*branches)[*branch].count;
  return Error{ErrorCode::NotFound, "branch is " + std::to_string(*branch) +
                                        ", there are " +
                                        std::to_string(branches->size())};
}

}  // namespace

Answer answer_points(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const SeriesQuery query(arguments);
  const std::uint64_t begin = arguments.whole("begin", 0, kMaxIndex, 0);
  const std::uint64_t count =
      arguments.whole("count", 0, kMaxPoints, kMaxPoints / 10);
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const auto place = find_one(store, query, reader::Kind::Scalar);
  if (!place) return response_to(place.error());
  return {version_of(context, request, {*place}),
          [&store, query, begin, count, place = *place]() -> Response {
            const auto total = total_of(store, place.id, query.branch);
            if (!total) return response_to(total.error());
            const auto points =
                store.points(place.id, begin, count, query.branch);
            if (!points) return response_to(points.error());
            Columns columns;
            columns.head()
                .begin_object()
                .member("tag", query.tag)
                .member("run", query.run)
                .member("version", place.version)
                .member("begin", begin)
                .member("total", *total);
            write_points(*points, columns);
            columns.head().end_object();
            return columns_response(columns);
          }};
}

}  // namespace stepline::server
