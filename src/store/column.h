#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "store/block.h"
#include "store/point.h"

namespace stepline::store {

class BlockIndex;  // Blocks of a long column with what searching needs of each.
struct Tail;       // The youngest points of a growing column, not yet packed.

// A column as it was at one moment: cheap to copy, never changes, may be read
// by any thread while the column grows. The arena of the column's blocks must
// outlive it.
//
// In order: the blocks of the index, then either a loose block or a tail.
struct ColumnView {
  std::shared_ptr<const BlockIndex> index;
  std::uint32_t blocks = 0;      // Of `index`, how many belong to this view.
  const Block* loose = nullptr;  // The youngest block, not in the index.
  std::shared_ptr<const Tail> tail;
  std::uint32_t tail_points = 0;
  std::uint64_t points = 0;

  Point at(std::uint64_t index) const;
};

// The points of one series in one section of one file, in the order of the
// file. Appending is for one thread at a time and not at the same moment as
// view(), which is for a moment under a lock; views are then read without one.
//
// A column of few points is one block and costs next to nothing beside it; a
// long one has an index in chunks that never move.
class Column {
 public:
  Column();
  Column(Column&&) noexcept;
  Column& operator=(Column&&) noexcept;
  ~Column();

  // Takes over points that were packed elsewhere, and returns whether it goes
  // on standing on the block. If not, the points were copied: short blocks in a
  // row are joined in the tail, so that a file followed live does not end up in
  // blocks of one point. `arena` is where a full tail is packed to.
  bool append(const Block* block, Arena& arena);

  // Packs what is in the tail, for a column that is not expected to grow for a
  // while: packed points take a fifth. It may grow again nevertheless.
  void settle(Arena& arena);

  ColumnView view() const;

  std::uint64_t size() const;
  Point first() const;  // Of a column that is not empty.
  Point last() const;
  bool sorted_by_step() const;  // Steps never go back.
  bool sorted_by_wall() const;
  bool has_non_finite() const;
  std::size_t heap_bytes() const;  // Beside the blocks and this object.

 private:
  struct Grown;  // What only a column of more than one block has.

  void push_to_index(const Block& block);
  void copy_to_tail(const Block& block, Arena& arena);
  const Block* pack_tail(Arena& arena);

  const Block* loose_ = nullptr;
  std::unique_ptr<Grown> grown_;
};

}  // namespace stepline::store
