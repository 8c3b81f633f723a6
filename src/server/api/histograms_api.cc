#include <algorithm>
#include <limits>

#include "server/api/arguments.h"
#include "server/api/columns.h"
#include "server/api/one_series.h"
#include "server/api/percentiles.h"
#include "server/api/restarts_json.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

constexpr std::uint64_t kMaxSteps = 1000;
// Of all runs of an answer together: each is read from its file.
constexpr std::size_t kMaxValues = 20'000;

struct Query {
  store::Window window;
  std::uint64_t limit = 0;
  std::optional<std::uint64_t> index;
  std::optional<std::uint32_t> branch;
  bool percentiles = false;
};

struct Chosen {
  store::SeriesPlace place;
  std::vector<store::BlobInfo> blobs;
  std::uint64_t total = 0;             // Inside the window.
  std::vector<std::uint64_t> indices;  // Of the blobs that are sent.
};

// `limit` numbers from [0, count), evenly, with the first and the last.
std::vector<std::uint64_t> evenly(std::uint64_t count, std::uint64_t limit) {
  std::vector<std::uint64_t> chosen;
  const std::uint64_t size = std::min(count, limit);
  for (std::uint64_t i = 0; i < size; ++i) {
    chosen.push_back(size == 1 ? count - 1 : i * (count - 1) / (size - 1));
  }
  return chosen;
}

void choose(const Query& query, Chosen& chosen) {
  const auto is_inside = [&](const store::BlobInfo& blob) {
    const auto step = static_cast<double>(blob.step);
    return (!query.window.from || step >= *query.window.from) &&
           (!query.window.to || step <= *query.window.to);
  };
  if (query.index) {
    chosen.total = chosen.blobs.size();
    if (*query.index < chosen.total) chosen.indices = {*query.index};
    return;
  }
  std::vector<std::uint64_t> inside;
  for (std::size_t i = 0; i < chosen.blobs.size(); ++i) {
    if (is_inside(chosen.blobs[i])) inside.push_back(i);
  }
  chosen.total = inside.size();
  for (const std::uint64_t i : evenly(inside.size(), query.limit)) {
    chosen.indices.push_back(inside[i]);
  }
}

// The histograms of one run, column by column.
class HistogramColumns {
 public:
  void add(std::uint64_t index, const store::BlobInfo& blob,
           const reader::HistogramBuckets& histogram, bool with_percentiles) {
    index_.push_back(index);
    step_.push_back(blob.step);
    wall_.push_back(blob.wall_secs);
    for (const auto& bucket : histogram.buckets) {
      left_.push_back(bucket.left);
      right_.push_back(bucket.right);
      count_.push_back(bucket.count);
    }
    offset_.push_back(left_.size());
    if (!with_percentiles) return;
    const auto shares = percentiles(histogram.buckets);
    percentiles_.insert(percentiles_.end(), shares.begin(), shares.end());
  }

  void write(const Chosen& chosen, const store::Store& store,
             bool with_percentiles, Columns& columns) const {
    Json& head = columns.head();
    head.begin_object()
        .member("run", std::uint32_t(chosen.place.run))
        .member("version", chosen.place.version)
        .member("total", chosen.total);
    write_restarts(store, chosen.place.id, head);
    head.key("index");
    columns.counts(index_);
    head.key("step");
    columns.steps(step_);
    head.key("wall");
    columns.doubles(wall_);
    head.key("offset");
    columns.counts(offset_);
    head.key("left");
    columns.reals(left_);
    head.key("right");
    columns.reals(right_);
    head.key("count");
    columns.reals(count_);
    if (with_percentiles) {
      head.key("percentiles");
      columns.made(percentiles_);
    }
    head.end_object();
  }

 private:
  std::vector<std::uint64_t> index_;
  std::vector<std::int64_t> step_;
  std::vector<double> wall_;
  std::vector<std::uint64_t> offset_{0};
  std::vector<double> left_;
  std::vector<double> right_;
  std::vector<double> count_;
  std::vector<double> percentiles_;
};

Query query_of(Arguments& arguments) {
  Query query;
  query.window.from = arguments.number("from");
  query.window.to = arguments.number("to");
  query.limit = arguments.whole("limit", 1, kMaxSteps, 100);
  query.index = arguments.whole("index", 0, kMaxIndex);
  query.percentiles = arguments.flag("percentiles");
  if (const auto number = arguments.whole(
          "branch", 0, std::numeric_limits<std::uint32_t>::max())) {
    query.branch = static_cast<std::uint32_t>(*number);
  }
  return query;
}

Response read_histograms(const store::Store& store, const Request& request,
                         const Query& query,
                         const std::vector<store::SeriesPlace>& places) {
  std::vector<Chosen> all;
  std::size_t values = 0;
  for (const store::SeriesPlace& place : places) {
    auto blobs = store.blobs(place.id, query.branch);
    if (!blobs) continue;
    Chosen& chosen = all.emplace_back();
    chosen.place = place;
    chosen.blobs = *std::move(blobs);
    choose(query, chosen);
    values += chosen.indices.size();
  }
  if (values > kMaxValues) {
    return error_response(
        413, std::to_string(values) + " histograms, want at most " +
                 std::to_string(kMaxValues) + ": fewer runs, or a limit");
  }
  Columns columns;
  columns.head().begin_object().key("series").begin_array();
  for (const Chosen& chosen : all) {
    HistogramColumns histograms;
    for (const std::uint64_t index : chosen.indices) {
      if (request.is_cancelled()) return cancelled_response();
      const auto datum = store.read_blob(chosen.place.id, index, query.branch);
      if (!datum) continue;
      const auto* const histogram =
          std::get_if<reader::HistogramBuckets>(&datum->content);
      if (histogram == nullptr) continue;
      histograms.add(index, chosen.blobs[index], *histogram, query.percentiles);
    }
    histograms.write(chosen, store, query.percentiles, columns);
  }
  columns.head().end_array().end_object();
  return columns_response(columns);
}

}  // namespace

Answer answer_histograms(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const std::string tag = arguments.required_text("tag");
  const RunSet set = arguments.runs();
  const Query query = query_of(arguments);
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const auto places = store.places(tag, reader::Kind::Histogram, set.of(store));
  return {version_of(context, request, places),
          [&store, &request, query, places] {
            return read_histograms(store, request, query, places);
          }};
}

}  // namespace stepline::server
