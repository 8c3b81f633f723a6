#include "server/api/arguments.h"
#include "server/api/columns.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

constexpr std::size_t kMaxGroups = 100;
constexpr std::uint64_t kMaxPixels = 2000;
constexpr std::uint64_t kMaxBins = 200;
constexpr std::size_t kMaxQuantiles = 20;

// The runs of a group that have the tag.
using Group = std::vector<store::RunId>;

void write_column(std::string_view name, std::span<const double> column,
                  Columns& columns) {
  columns.head().key(name);
  columns.made(column);
}

void write_group(const store::Aggregate& aggregate, std::size_t runs,
                 bool with_density, Columns& columns) {
  Json& head = columns.head();
  head.begin_object().member("runs", runs).key("x");
  columns.doubles(aggregate.x);
  head.key("curves");
  columns.counts(aggregate.curves);
  write_column("mean", aggregate.mean, columns);
  write_column("deviation", aggregate.deviation, columns);
  write_column("min", aggregate.min, columns);
  write_column("max", aggregate.max, columns);
  head.key("quantiles").begin_array();
  for (const auto& quantile : aggregate.quantiles) columns.made(quantile);
  head.end_array();
  if (with_density) {
    head.key("density");
    columns.counts(aggregate.density);
    head.member("density_low", aggregate.density_low)
        .member("density_high", aggregate.density_high);
  }
  head.end_object();
}

}  // namespace

Answer answer_aggregate(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const std::string tag = arguments.required_text("tag");
  std::vector<RunSet> sets = arguments.all_runs("group", kMaxGroups);
  store::AggregateOptions options;
  options.window = arguments.window();
  const Arguments::Smoothing smoothing = arguments.smoothing();
  options.smoothing = smoothing.weight;
  options.window_smoothing = smoothing.window;
  options.is_cancelled = [&request] { return request.is_cancelled(); };
  options.pixels =
      static_cast<std::uint32_t>(arguments.whole("pixels", 1, kMaxPixels, 500));
  options.quantiles = arguments.numbers("quantiles", 0, 1, kMaxQuantiles);
  options.density_bins =
      static_cast<std::uint32_t>(arguments.whole("density", 0, kMaxBins, 0));
  if (arguments.error()) return error_response(400, *arguments.error());
  if (sets.empty()) sets.emplace_back();

  const store::Store& store = context.store;
  Fingerprint version = version_of(context, request, {});
  std::vector<Group> groups;
  for (const RunSet& set : sets) {
    Group& group = groups.emplace_back();
    for (const auto& place :
         store.places(tag, reader::Kind::Scalar, set.of(store))) {
      group.push_back(place.run);
      version.add(std::uint32_t(place.id)).add(place.version);
    }
    version.add(group.size());
  }
  return {version, [&store, &request, tag, options, groups] {
            Columns columns;
            columns.head().begin_object().key("groups").begin_array();
            for (const Group& group : groups) {
              // No runs at all would be all of them to the store.
              const store::Aggregate aggregate =
                  group.empty() ? store::Aggregate{}
                                : store.aggregate(tag, group, options);
              if (request.is_cancelled()) return cancelled_response();
              write_group(aggregate, group.size(), options.density_bins > 0,
                          columns);
            }
            columns.head().end_array().end_object();
            return columns_response(columns);
          }};
}

}  // namespace stepline::server
