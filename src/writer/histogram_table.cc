#include "writer/histogram_table.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace stepline::writer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The least T that is not below `edge`.
template <class T>
T least_from(double edge) {
  const T rounded = static_cast<T>(edge);
  if (static_cast<double>(rounded) >= edge) return rounded;
  return std::nextafter(rounded, std::numeric_limits<T>::infinity());
}

template <class T>
T least_above(double edge) {
  return least_from<T>(std::nextafter(edge, kInfinity));
}

template <class T>
const HistogramTable<T>& shared_table() {
  static const HistogramTable<T> table;
  return table;
}

}  // namespace

const std::vector<double>& tensorflow_edges() {
  static const std::vector<double> edges = [] {
    std::vector<double> positive;
    for (double edge = 1e-12; edge < 1e20; edge *= 1.1) {
      positive.push_back(edge);
    }
    std::vector<double> all;
    for (std::size_t i = positive.size(); i-- > 0;) all.push_back(-positive[i]);
    all.push_back(0);
    all.insert(all.end(), positive.begin(), positive.end());
    return all;
  }();
  return edges;
}

template <class T>
HistogramTable<T>::HistogramTable() {
  const std::vector<double>& edges = tensorflow_edges();
  assert(edges.size() == kBins + 1 && "a bin between two edges");
  const auto positive = std::span(edges).last(kPositive);
  // The least magnitudes, of either sign, that have left a slot. A bin holds
  // its left edge, which is the one nearer to zero only for positive values.
  std::vector<T> thresholds;
  for (const double edge : positive.first(kPositive - 1))
    thresholds.push_back(least_from<T>(edge));
  thresholds.push_back(least_above<T>(positive.back()));
  thresholds.push_back(-std::numeric_limits<T>::denorm_min());
  for (const double edge : positive)
    thresholds.push_back(-least_above<T>(edge));

  constexpr Bits kOne = Bits{1} << kShift;
  auto threshold = thresholds.begin();
  Bits slot = 0;
  for (Bits cell = 0; cell < kCells; ++cell) {
    if (cell == kCells / 2) slot = kPositive + 1;
    Bits entry = slot << kShift;
    if (threshold != thresholds.end() &&
        std::bit_cast<Bits>(*threshold) >> kShift == cell) {
      entry += kOne - std::bit_cast<Bits>(*threshold) % kOne;
      ++slot;
      ++threshold;
    }
    entries_[cell] = entry - (cell << kShift);
  }
  assert(threshold == thresholds.end() && "at most one edge a cell");
}

template <class T>
std::size_t HistogramTable<T>::bin_of(std::size_t slot) {
  if (slot < kPositive) return kPositive + slot;
  if (slot == kPositive) return kOutside;
  const std::size_t passed = slot - (kPositive + 1);  // Edges, 0 among them.
  return passed <= kPositive ? kPositive - passed : kOutside;
}

template <class T>
HistogramCounter<T>::HistogramCounter() : table_(shared_table<T>()) {}

template <class T>
void HistogramCounter<T>::add(std::span<const T> values) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  while (!values.empty()) {
    const std::size_t room = std::min(kMost - in_lanes_, values.size());
    count(values.first(room));
    values = values.subspan(room);
    in_lanes_ += room;
    if (in_lanes_ == kMost) empty_lanes();
  }
}

template <class T>
void HistogramCounter<T>::count(std::span<const T> values) {
  const std::size_t whole = values.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    ++lanes_[0][table_.slot(values[i])];
    ++lanes_[1][table_.slot(values[i + 1])];
    ++lanes_[2][table_.slot(values[i + 2])];
    ++lanes_[3][table_.slot(values[i + 3])];
  }
  for (std::size_t i = whole; i < values.size(); ++i) {
    ++lanes_[0][table_.slot(values[i])];
  }
}

template <class T>
void HistogramCounter<T>::empty_lanes() {
  for (Lane& lane : lanes_) {
    for (std::size_t slot = 0; slot < lane.size(); ++slot) {
      totals_[slot] += lane[slot];
    }
    lane.fill(0);
  }
  in_lanes_ = 0;
}

template <class T>
std::vector<double> HistogramCounter<T>::take_counts() {
  empty_lanes();
  std::vector<double> counts(HistogramTable<T>::kBins);
  for (std::size_t slot = 0; slot < totals_.size(); ++slot) {
    const std::size_t bin = HistogramTable<T>::bin_of(slot);
    if (bin < counts.size()) counts[bin] += static_cast<double>(totals_[slot]);
  }
  totals_.fill(0);
  return counts;
}

template class HistogramTable<float>;
template class HistogramTable<double>;
template class HistogramCounter<float>;
template class HistogramCounter<double>;

}  // namespace stepline::writer
