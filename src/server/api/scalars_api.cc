#include <algorithm>

#include "server/api/arguments.h"
#include "server/api/curve_json.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

constexpr std::uint64_t kMaxPixels = 8192;
constexpr std::size_t kMaxTags = 1000;
// Of all curves of an answer together.
constexpr std::uint64_t kMaxPoints = 1'000'000;

struct Query {
  std::vector<std::string> tags;
  RunSet runs;
  store::ReduceOptions options;
  bool branches = false;
  bool statistics = false;

  bool is_smoothed() const {
    return options.smoothing || options.window_smoothing;
  }
};

Query query_of(Arguments& arguments) {
  Query query;
  query.tags = arguments.required_texts("tag");
  if (query.tags.size() > kMaxTags) {
    arguments.fail("more than " + std::to_string(kMaxTags) + " tags");
  }
  query.runs = arguments.runs();
  query.options.window = arguments.window();
  query.options.pixels = static_cast<std::uint32_t>(
      arguments.whole("pixels", 1, kMaxPixels, 1000));
  const Arguments::Smoothing smoothing = arguments.smoothing();
  query.options.smoothing = smoothing.weight;
  query.options.window_smoothing = smoothing.window;
  query.branches = arguments.flag("branches");
  query.statistics = arguments.flag("statistics");
  return query;
}

class ScalarsAnswer {
 public:
  ScalarsAnswer(const store::Store& store, const Query& query)
      : store_(store), query_(query) {
    columns_.head().begin_object().key("series").begin_array();
  }

  void add(const std::string& tag, const store::SeriesPlace& place);
  std::uint64_t points() const { return points_; }

  Response finish() {
    columns_.head().end_array().end_object();
    return columns_response(columns_);
  }

 private:
  void write_columns(const store::Reduced& reduced);
  void write_restarts(store::SeriesId id);

  const store::Store& store_;
  const Query& query_;
  Columns columns_;
  std::uint64_t points_ = 0;
};

void ScalarsAnswer::write_columns(const store::Reduced& reduced) {
  points_ += reduced.points.size();
  write_points(reduced.points, columns_);
  if (!query_.is_smoothed()) return;
  columns_.head().key("smoothed");
  columns_.smoothed(reduced.smoothed, reduced.points.values);
}

void ScalarsAnswer::write_restarts(store::SeriesId id) {
  Json& head = columns_.head();
  head.key("restarts").begin_array();
  const auto branches = store_.branches(id);
  const std::size_t count = branches ? branches->size() : 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const store::BranchInfo& branch = (*branches)[i];
    head.begin_object()
        .member("branch", i)
        .member("restart_step", branch.restart_step)
        .member("restart_wall", branch.restart_wall_secs);
    if (query_.branches) {
      store::RangeQuery range{{id}, query_.options, i};
      const auto answers = store_.ranges(range);
      if (!answers.empty()) write_columns(answers.front().reduced);
    }
    head.end_object();
  }
  head.end_array();
}

void ScalarsAnswer::add(const std::string& tag,
                        const store::SeriesPlace& place) {
  const auto answers = store_.ranges({{place.id}, query_.options, {}});
  if (answers.empty()) return;
  const store::Reduced& reduced = answers.front().reduced;
  Json& head = columns_.head();
  head.begin_object()
      .member("tag", tag)
      .member("run", std::uint32_t(place.run))
      .member("version", answers.front().version)
      .member("exact", reduced.exact)
      .member("points_in_window", reduced.points_in_window);
  write_columns(reduced);
  const auto if_smoothed = [&](double value) {
    return query_.is_smoothed() ? std::optional(value) : std::nullopt;
  };
  write_point(reduced.before, head.key("before"),
              if_smoothed(reduced.before_smoothed));
  write_point(reduced.after, head.key("after"),
              if_smoothed(reduced.after_smoothed));
  write_intervals(reduced.non_finite, head.key("non_finite"));
  write_restarts(place.id);
  if (query_.statistics) {
    const auto statistics = store_.statistics(place.id, query_.options.window);
    head.key("statistics").begin_object();
    write_statistics(statistics ? *statistics : store::Statistics{}, head);
    head.end_object();
  }
  head.end_object();
}

Response too_many(std::uint64_t points) {
  return error_response(413, "the curves have " + std::to_string(points) +
                                 " points or more, want at most " +
                                 std::to_string(kMaxPoints) +
                                 ": fewer runs, tags, branches or pixels");
}

}  // namespace

Answer answer_scalars(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  Query query = query_of(arguments);
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const std::vector<store::RunId> runs = query.runs.of(store);
  std::vector<std::vector<store::SeriesPlace>> places;
  Fingerprint version = version_of(context, request, {});
  std::uint64_t points = 0;
  for (const std::string& tag : query.tags) {
    if (request.is_cancelled()) return cancelled_response();
    places.push_back(store.places(tag, reader::Kind::Scalar, runs));
    version.add(places.back().size());
    for (const store::SeriesPlace& place : places.back()) {
      version.add(std::uint32_t(place.id)).add(place.version);
      points +=
          std::min<std::uint64_t>(place.points, query.options.pixels * 2 + 2);
    }
  }
  if (points > kMaxPoints) return too_many(points);
  return {version, [&store, &request, query, places] {
            ScalarsAnswer answer(store, query);
            for (std::size_t i = 0; i < query.tags.size(); ++i) {
              for (const store::SeriesPlace& place : places[i]) {
                if (request.is_cancelled()) return cancelled_response();
                answer.add(query.tags[i], place);
                if (answer.points() > kMaxPoints) {
                  return too_many(answer.points());
                }
              }
            }
            return answer.finish();
          }};
}

}  // namespace stepline::server
