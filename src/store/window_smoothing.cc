#include "store/window_smoothing.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <system_error>
#include <thread>

#include "store/non_finite.h"
#include "store/sliding_window.h"

namespace stepline::store {
namespace {

using Position = CurveScan::Position;

// What is worked on at once.
constexpr std::uint64_t kChunkPoints = 1 << 19;

// The finite values of [from, to), with up to `half` before and behind.
struct Surroundings {
  std::vector<double> values;
  std::size_t begin = 0;  // Of those of [from, to)...
  std::size_t end = 0;    // ...and of those behind.
};

void append_finite(const CurveScan& scan, const Position& from,
                   const Position& to, std::vector<double>& values) {
  scan.for_each_run(from, to, [&](auto run, std::uint64_t) {
    for (const double value : run) {
      if (std::isfinite(value)) values.push_back(value);
    }
  });
}

Surroundings surroundings_of(const CurveScan& scan, const Position& from,
                             const Position& to, std::size_t half) {
  Surroundings around;
  if (half > 0) {
    append_finite(scan, before_finite(scan, from, half), from, around.values);
  }
  around.begin = around.values.size();
  append_finite(scan, from, to, around.values);
  around.end = around.values.size();
  Position at = to;
  while (around.values.size() < around.end + half && at.point < scan.size()) {
    const std::uint64_t missing = around.end + half - around.values.size();
    const std::uint64_t end = std::min(at.point + missing, scan.size());
    const Position next =
        end == scan.size() ? scan.end() : scan.locate(end, at);
    append_finite(scan, at, next, around.values);
    at = next;
  }
  return around;
}

class ExtremesSearch {
 public:
  ExtremesSearch(const CurveScan& scan, std::span<const Position> bounds,
                 const WindowSmoothing& smoothing)
      : scan_(scan), bounds_(bounds), smoothing_(smoothing) {
    const std::uint64_t begin = bounds.front().point;
    const std::uint64_t end = bounds.back().point;
    for (std::uint64_t at = begin; at < end; at += kChunkPoints) {
      chunks_.push_back({at, std::min(at + kChunkPoints, end), {}});
    }
  }

  std::vector<SmoothedExtremes> run(unsigned threads);

 private:
  struct Chunk {
    std::uint64_t begin;
    std::uint64_t end;
    std::vector<SmoothedExtremes> extremes;  // From pixel_of(begin) on.
  };

  std::size_t pixel_of(std::uint64_t point) const {
    const auto behind =
        std::ranges::upper_bound(bounds_, point, {}, &Position::point);
    return static_cast<std::size_t>(behind - bounds_.begin()) - 1;
  }
  void search(Chunk& chunk) const;
  void search_some();

  const CurveScan& scan_;
  std::span<const Position> bounds_;
  const WindowSmoothing& smoothing_;
  std::vector<Chunk> chunks_;
  std::atomic<std::size_t> next_{0};
};

void add(SmoothedExtremes& extremes, std::uint64_t point, double value) {
  if (value < extremes.range.min) extremes.min_point = point;
  if (value > extremes.range.max) extremes.max_point = point;
  extremes.range.add(value);
}

void ExtremesSearch::search(Chunk& chunk) const {
  std::size_t pixel = pixel_of(chunk.begin);
  const Position from = scan_.locate(chunk.begin, bounds_[pixel]);
  const Position to = chunk.end == bounds_.back().point
                          ? bounds_.back()
                          : scan_.locate(chunk.end, from);
  chunk.extremes.emplace_back();
  std::uint64_t point = chunk.begin;
  for (const double value : smooth_between(scan_, from, to, smoothing_)) {
    for (; point >= bounds_[pixel + 1].point; ++pixel) {
      chunk.extremes.emplace_back();
    }
    if (std::isfinite(value)) add(chunk.extremes.back(), point, value);
    ++point;
  }
}

void ExtremesSearch::search_some() {
  for (std::size_t i = next_++; i < chunks_.size(); i = next_++) {
    search(chunks_[i]);
  }
}

std::vector<SmoothedExtremes> ExtremesSearch::run(unsigned threads) {
  std::vector<std::thread> others;
  try {
    for (unsigned i = 1; i < std::min<std::size_t>(threads, chunks_.size());
         ++i) {
      others.emplace_back([this] { search_some(); });
    }
  } catch (const std::system_error&) {
    // Fewer, then.
  }
  search_some();
  for (std::thread& other : others) other.join();

  std::vector<SmoothedExtremes> all(bounds_.size() - 1);
  for (const Chunk& chunk : chunks_) {
    std::size_t pixel = pixel_of(chunk.begin);
    for (const SmoothedExtremes& one : chunk.extremes) {
      SmoothedExtremes& whole = all[pixel++];
      if (one.range.empty()) continue;
      add(whole, one.min_point, one.range.min);
      add(whole, one.max_point, one.range.max);
    }
  }
  return all;
}

}  // namespace

std::vector<double> smooth_between(const CurveScan& scan, const Position& from,
                                   const Position& to,
                                   const WindowSmoothing& smoothing) {
  const std::size_t half = smoothing.points / 2;
  const Surroundings around = surroundings_of(scan, from, to, half);
  const auto sliding = smoothing.kind == WindowSmoothing::Kind::Mean
                           ? sliding_mean
                           : sliding_median;
  const std::vector<double> finite =
      sliding(around.values, half, around.begin, around.end);
  std::vector<double> smoothed;
  smoothed.reserve(to.point - from.point);
  auto next = finite.begin();
  scan.for_each_run(from, to, [&](auto run, std::uint64_t) {
    for (const double value : run) {
      smoothed.push_back(std::isfinite(value) ? *next++ : value);
    }
  });
  return smoothed;
}

std::vector<SmoothedExtremes> find_smoothed_extremes(
    const CurveScan& scan, std::span<const Position> bounds,
    const WindowSmoothing& smoothing, unsigned threads) {
  return ExtremesSearch(scan, bounds, smoothing).run(threads);
}

}  // namespace stepline::store
