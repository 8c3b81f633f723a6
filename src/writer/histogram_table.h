#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepline::writer {

// The 1,549 edges of TensorFlow's histograms: 0 and +-1e-12 * 1.1^k below 1e20.
const std::vector<double>& tensorflow_edges();

// Sorts values into TensorFlow's bins, exactly as a binary search would, with
// one table lookup and one comparison.
//
// A value's sign, exponent and upper four mantissa bits (as a float32) choose a
// cell. Cells are at most 6.25 % wide and edges 10 % apart, so a cell holds at
// most one edge; and since rounding to float32 never changes the order of two
// doubles, all edges in lower cells are below the value and all edges in higher
// ones above it, also for doubles. What is left is the one edge in the cell,
// compared in the value's own type: for floats that edge is rounded up to the
// next float.
template <class T>
class HistogramTable {
 public:
  static constexpr std::size_t kSlots = 1550;

  HistogramTable();

  // 0 below the first edge, k + 1 in bin k, the number of edges above the last
  // edge, which itself belongs to the last bin. NaN and infinities are outside.
  std::uint32_t slot(T value) const {
    const Cell& cell = cells_[cell_of(value)];
    return cell.base + static_cast<std::uint32_t>(value >= cell.edge);
  }

 private:
  struct Cell {
    T edge;              // NaN where the cell has none.
    std::uint32_t base;  // Edges in lower cells.
  };

  // Maps the bits of a float32 so that their order is the values' order.
  static std::uint32_t cell_of(T value) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    const auto sign =
        static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31);
    return (bits ^ (sign | 0x80000000u)) >> 19;
  }

  std::array<Cell, 8192> cells_;
};

extern template class HistogramTable<float>;
extern template class HistogramTable<double>;

// Counts values into TensorFlow's bins; the values outside are not counted.
// Four arrays of counts take turns, so that equal neighbours do not wait for
// each other's increments.
template <class T>
class HistogramCounter {
 public:
  HistogramCounter();

  void add(std::span<const T> values);

  // One count a bin; the counter is empty afterwards.
  std::vector<double> take_counts();

 private:
  static constexpr std::size_t kLanes = 4;
  using Lane = std::array<std::uint32_t, HistogramTable<T>::kSlots>;

  void count(std::span<const T> values);
  void empty_lanes();

  const HistogramTable<T>& table_;
  std::array<Lane, kLanes> lanes_{};
  std::uint64_t in_lanes_ = 0;  // Values counted there.
  std::array<std::uint64_t, HistogramTable<T>::kSlots> totals_{};
};

extern template class HistogramCounter<float>;
extern template class HistogramCounter<double>;

}  // namespace stepline::writer
