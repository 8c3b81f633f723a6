#include "writer/histogram.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "writer/check.h"
#include "writer/histogram_bins.h"
#include "writer/histogram_table.h"
#include "writer/statistics.h"
#include "writer/tensor_reader.h"

namespace stepline::writer {
namespace {

constexpr std::size_t kBlock = 2048;

struct Bins {
  std::vector<double> edges;
  std::vector<double> counts;
};

// Calls `take` with all elements as T, block by block, the finite ones only.
// `take` says whether the block was finite; if not it gets it again, filtered.
template <class T, class Take>
void for_each_block(const TensorView& view, DType own, Take take) {
  const ContiguousView elements(view);
  const auto* data = static_cast<const std::byte*>(elements.view().data());
  const std::size_t element_bytes = size_of(view.dtype());
  const auto size = static_cast<std::size_t>(view.size());
  std::vector<T> scratch(kBlock);
  for (std::size_t at = 0; at < size; at += kBlock) {
    const std::size_t count = std::min(kBlock, size - at);
    const std::byte* from = data + at * element_bytes;
    std::span<const T> block(reinterpret_cast<const T*>(from), count);
    if (view.dtype() != own) {
      convert_elements(from, view.dtype(), std::span(scratch).first(count));
      block = std::span<const T>(scratch).first(count);
    }
    if (take(block)) continue;
    std::vector<T> finite;
    std::ranges::copy_if(block, std::back_inserter(finite),
                         [](T x) { return std::isfinite(x); });
    take(std::span<const T>(finite));
  }
}

template <class T>
void set_statistics(const Statistics<T>& statistics, event::Histogram& out) {
  out.min = statistics.min();
  out.max = statistics.max();
  out.num = static_cast<double>(statistics.count());
  out.sum = statistics.sum();
  out.sum_squares = statistics.sum_squares();
}

template <class T>
Bins tensorflow_bins(const TensorView& values, DType own,
                     event::Histogram& out) {
  Statistics<T> statistics;
  HistogramCounter<T> counter;
  for_each_block<T>(values, own, [&](std::span<const T> block) {
    if (!statistics.add(block)) return false;
    counter.add(block);
    return true;
  });
  set_statistics(statistics, out);
  return {tensorflow_edges(), counter.take_counts()};
}

Bins bins_of(std::span<const double> values, const HistogramBins& bins,
             double min, double max) {
  if (const auto* edges = std::get_if<std::vector<double>>(&bins.choice())) {
    return {*edges, count_between_edges(values, *edges)};
  }
  if (values.empty()) return {};
  const auto* rule = std::get_if<HistogramBins::Rule>(&bins.choice());
  const std::int64_t count = rule ? count_bins(values, *rule, kMaxHistogramBins)
                                  : std::get<std::int64_t>(bins.choice());
  std::vector<double> edges = equal_edges(min, max, count);
  const bool joined = edges.size() <= static_cast<std::size_t>(count);
  std::vector<double> counts = joined ? count_between_edges(values, edges)
                                      : count_in_equal_bins(values, edges);
  return {std::move(edges), std::move(counts)};
}

Bins other_bins(const TensorView& values, const HistogramBins& bins,
                event::Histogram& out) {
  std::vector<double> finite;
  finite.reserve(static_cast<std::size_t>(values.size()));
  Statistics<double> statistics;
  for_each_block<double>(
      values, DType::Float64, [&](std::span<const double> block) {
        if (!statistics.add(block)) return false;
        finite.insert(finite.end(), block.begin(), block.end());
        return true;
      });
  set_statistics(statistics, out);
  return bins_of(finite, bins, out.min, out.max);
}

void join_bins(Bins& bins, std::int64_t max_bins) {
  const auto most = static_cast<std::size_t>(max_bins);
  if (most == 0 || bins.counts.size() <= most) return;
  const std::size_t group = bins.counts.size() / most;
  Bins joined;
  for (std::size_t i = 0; i < bins.counts.size(); ++i) {
    if (i % group == 0) {
      joined.edges.push_back(bins.edges[i]);
      joined.counts.push_back(0);
    }
    joined.counts.back() += bins.counts[i];
  }
  joined.edges.push_back(bins.edges.back());
  bins = std::move(joined);
}

void set_buckets(const Bins& bins, event::Histogram& out) {
  const auto full = [](double count) { return count > 0; };
  const auto begin = bins.counts.begin();
  const auto first = std::find_if(begin, bins.counts.end(), full);
  if (first == bins.counts.end()) {
    out.limits = {out.max};
    out.counts = {0};
    return;
  }
  const auto last =
      std::find_if(bins.counts.rbegin(), bins.counts.rend(), full);
  const auto edge = bins.edges.begin() + (first - begin);
  out.counts.push_back(0);
  out.counts.insert(out.counts.end(), first, last.base());
  out.limits.assign(edge, edge + std::ptrdiff_t(out.counts.size()));
}

Result<void> check_bins(std::string_view tag, const HistogramBins& bins) {
  if (const auto* count = std::get_if<std::int64_t>(&bins.choice())) {
    if (*count >= 1 && *count <= kMaxHistogramBins) return {};
    return invalid("histogram", tag,
                   "the number of bins must be from 1 to " +
                       std::to_string(kMaxHistogramBins) + ", got " +
                       std::to_string(*count));
  }
  const auto* edges = std::get_if<std::vector<double>>(&bins.choice());
  if (edges == nullptr) return {};
  if (edges->size() < 2) {
    return invalid("histogram", tag,
                   "there must be at least two edges, got " +
                       std::to_string(edges->size()));
  }
  for (std::size_t i = 0; i < edges->size(); ++i) {
    if (!std::isfinite((*edges)[i]) ||
        (i > 0 && (*edges)[i] < (*edges)[i - 1])) {
      return invalid("histogram", tag,
                     "the edges must be finite and never decrease, but edge " +
                         std::to_string(i) + " is " +
                         std::to_string((*edges)[i]));
    }
  }
  return {};
}

}  // namespace

Result<void> check_histogram(std::string_view tag, const TensorView& values,
                             const HistogramOptions& options) {
  if (auto ok = check_elements("histogram", tag, values); !ok) return ok;
  if (auto ok = check_bins(tag, options.bins); !ok) return ok;
  if (options.max_bins < 0) {
    return invalid("histogram", tag,
                   "max_bins is negative: " + std::to_string(options.max_bins));
  }
  return check_wall_time("histogram", tag, options.wall_time);
}

Result<void> check_histogram_raw(std::string_view tag,
                                 const RawHistogram& histogram,
                                 std::optional<double> wall_time) {
  const std::size_t limits = histogram.bucket_limits.size();
  const std::size_t counts = histogram.bucket_counts.size();
  if (limits != counts) {
    return invalid("raw histogram", tag,
                   std::to_string(limits) + " bucket limits but " +
                       std::to_string(counts) + " counts");
  }
  if (limits == 0) return invalid("raw histogram", tag, "there is no bucket");
  return check_wall_time("raw histogram", tag, wall_time);
}

event::Histogram make_histogram(const TensorView& values,
                                const HistogramOptions& options) {
  event::Histogram out;
  Bins bins;
  if (!std::holds_alternative<HistogramBins::Tensorflow>(
          options.bins.choice())) {
    bins = other_bins(values, options.bins, out);
  } else if (fits_float(values.dtype())) {
    bins = tensorflow_bins<float>(values, DType::Float32, out);
  } else {
    bins = tensorflow_bins<double>(values, DType::Float64, out);
  }
  join_bins(bins, options.max_bins);
  set_buckets(bins, out);
  return out;
}

event::Histogram make_histogram_raw(RawHistogram histogram) {
  return {histogram.min,
          histogram.max,
          histogram.num,
          histogram.sum,
          histogram.sum_squares,
          std::move(histogram.bucket_limits),
          std::move(histogram.bucket_counts)};
}

}  // namespace stepline::writer
