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
T round_up(double edge) {
  const T rounded = static_cast<T>(edge);
  if (static_cast<double>(rounded) >= edge) return rounded;
  return std::nextafter(rounded, std::numeric_limits<T>::infinity());
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
  assert(edges.size() + 1 == kSlots && "a slot a bin and one at either side");
  for (Cell& cell : cells_) {
    cell = {std::numeric_limits<T>::quiet_NaN(), 0};
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    // The last bin is closed on the right; -0 counts as 0.
    T edge = i + 1 < edges.size()
                 ? round_up<T>(edges[i])
                 : round_up<T>(std::nextafter(edges[i], kInfinity));
    if (edge == 0) edge = -edge;
    Cell& cell = cells_[cell_of(edge)];
    assert(std::isnan(cell.edge) && "at most one edge a cell");
    cell.edge = edge;
  }
  std::uint32_t below = 0;
  for (Cell& cell : cells_) {
    cell.base = below;
    if (!std::isnan(cell.edge)) ++below;
  }
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
  std::vector<double> counts(totals_.begin() + 1, totals_.end() - 1);
  totals_.fill(0);
  return counts;
}

template class HistogramTable<float>;
template class HistogramTable<double>;
template class HistogramCounter<float>;
template class HistogramCounter<double>;

}  // namespace stepline::writer
