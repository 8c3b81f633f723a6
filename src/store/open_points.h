#pragma once

#include <array>
#include <cstddef>

#include "store/arena.h"
#include "store/tag_states.h"

namespace stepline::store {

// Room for points that are not packed yet. Series get it in sizes that grow
// with them, because a file may have a hundred thousand of which each has only
// a few points, and what one gives back another takes.
class OpenPoints {
 public:
  // Moves the points of `tag` to more room. False: there is no more for one
  // tag, which is kBlockPoints, or half of it when very many tags want it.
  bool grow(TagState& tag);

  // Takes the room back. The tag has no points then.
  void release(TagState& tag);

 private:
  static constexpr std::array<std::size_t, 4> kSizes = {16, 64, 256, 512};
  static constexpr std::size_t kPlentyBytes = std::size_t{48} << 20;

  struct Free {
    Free* next;
  };

  static std::size_t index_of(std::size_t capacity);

  Arena arena_;
  std::array<Free*, kSizes.size()> free_{};
};

}  // namespace stepline::store
