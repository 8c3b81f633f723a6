#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace stepline::media {

struct Rgb {
  std::uint8_t red = 0, green = 0, blue = 0;
  bool operator==(const Rgb&) const = default;
};

inline constexpr std::size_t kMaxPaletteSize = 256;

// Up to 256 colours and their indices in order of appearance.
class ColourSet {
 public:
  // The colour's index; nullopt if it is new and there is no room for it.
  std::optional<std::uint8_t> insert(Rgb colour);
  const std::vector<Rgb>& colours() const { return colours_; }

 private:
  static constexpr std::size_t kSlots =
      1024;  // A power of two, a quarter full.
  std::array<std::int16_t, kSlots> slots_ = [] {
    std::array<std::int16_t, kSlots> empty;
    empty.fill(-1);
    return empty;
  }();
  std::vector<Rgb> colours_;
};

// How often which colours occur, to the nearest 4 levels per channel: 262,144
// cells (8 MB), each with the sums that its mean colour needs.
class ColourHistogram {
 public:
  struct Cell {
    std::uint64_t count = 0, red = 0, green = 0, blue = 0;
  };

  static constexpr int kBits = 6;
  static constexpr std::size_t kCells = std::size_t{1} << (3 * kBits);

  static std::size_t cell_of(Rgb colour) {
    return static_cast<std::size_t>(colour.red >> 2) << 12 |
           static_cast<std::size_t>(colour.green >> 2) << 6 |
           static_cast<std::size_t>(colour.blue >> 2);
  }

  ColourHistogram() : cells_(kCells) {}

  void add(Rgb colour) {
    Cell& cell = cells_[cell_of(colour)];
    ++cell.count;
    cell.red += colour.red;
    cell.green += colour.green;
    cell.blue += colour.blue;
  }

  const std::vector<Cell>& cells() const { return cells_; }

 private:
  std::vector<Cell> cells_;
};

// At most 256 colours that represent those of the histogram with a small mean
// squared error: boxes of colours are cut in two where that lowers the error
// most, then the colours are refined by a few rounds of k-means.
std::vector<Rgb> choose_palette(const ColourHistogram& histogram);

// Finds the palette's colour nearest to another.
class NearestColour {
 public:
  explicit NearestColour(const std::vector<Rgb>& palette);
  std::uint8_t operator()(Rgb colour) const;

 private:
  // Unused places hold a colour too far away to be the nearest.
  std::array<std::int16_t, kMaxPaletteSize> red_, green_, blue_;
};

}  // namespace stepline::media
