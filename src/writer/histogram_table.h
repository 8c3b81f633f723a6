#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace stepline::writer {

// The 1,549 edges of TensorFlow's histograms: 0 and +-1e-12 * 1.1^k below 1e20.
const std::vector<double>& tensorflow_edges();

// Sorts values into TensorFlow's bins, exactly as a binary search would, with
// one table lookup and no comparison.
//
// A value's sign, exponent and upper four mantissa bits choose a cell. Cells
// are at most 6.25 % wide and edges 10 % apart, so a cell holds at most one
// edge. A cell's entry is the number of edges before the cell, above kShift
// bits that hold how far the cell's edge is from the cell's end: adding the
// value's lower bits carries into the number exactly when the value has
// reached the edge. (The entry also takes away the cell's own number, so that
// the value's bits may be added as they are.)
//
// Slots therefore count away from zero, first for positive values, then for
// negative ones; bin_of() says where they lie. Doubles have 512 KiB of cells,
// of which usual values read a few; floats 32 KiB.
template <class T>
class HistogramTable {
 public:
  static constexpr std::size_t kPositive = 774;  // Edges above zero.
  static constexpr std::size_t kBins = 2 * kPositive;
  static constexpr std::size_t kSlots = 2 * kPositive + 3;
  static constexpr std::size_t kOutside = kBins;

  HistogramTable();

  // Below kSlots. NaN and infinities are outside all bins.
  std::size_t slot(T value) const {
    const auto bits = std::bit_cast<Bits>(value);
    return static_cast<std::size_t>(Bits(entries_[bits >> kShift] + bits) >>
                                    kShift);
  }

  // The slot's bin, or kOutside. The last bin holds its right edge too.
  static std::size_t bin_of(std::size_t slot);

 private:
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static constexpr int kShift = std::numeric_limits<T>::digits - 1 - 4;
  static constexpr std::size_t kCells = std::size_t{1}
                                        << (sizeof(T) * 8 - kShift);

  std::array<Bits, kCells> entries_;
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
