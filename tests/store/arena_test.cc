#include "store/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>

namespace stepline::store {
namespace {

TEST(Arena, GivesPiecesThatAreAlignedAndDoNotOverlap) {
  std::mt19937 random(1);
  Arena arena;
  struct Piece {
    unsigned char* bytes;
    std::size_t size;
    int mark;
  };
  std::vector<Piece> pieces;
  for (int i = 0; i < 3000; ++i) {
    const std::size_t size = 1 + random() % (i % 100 == 0 ? 100'000 : 600);
    const std::size_t alignment = std::size_t{1} << (random() % 7);
    auto* const bytes =
        static_cast<unsigned char*>(arena.allocate(size, alignment));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes) % alignment, 0u);
    std::memset(bytes, i % 251, size);
    pieces.push_back({bytes, size, i % 251});
  }
  for (const Piece& piece : pieces) {
    for (std::size_t k = 0; k < piece.size; ++k) {
      ASSERT_EQ(piece.bytes[k], piece.mark);
    }
  }
}

TEST(Arena, TakesNothingUntilItIsAsked) {
  const Arena arena;
  EXPECT_EQ(arena.mapped_bytes(), 0u);
}

TEST(Arena, TakesLittleMoreThanItGivesWhileSmall) {
  Arena arena;
  for (int i = 0; i < 10; ++i) arena.allocate(128);
  EXPECT_EQ(arena.used_bytes(), 1280u);
  EXPECT_LE(arena.mapped_bytes(), 2048u);
  while (arena.used_bytes() < 500'000) arena.allocate(1000);
  EXPECT_LE(arena.mapped_bytes(), 650'000u);
}

TEST(Arena, GivesAPieceLargerThanAnyChunk) {
  Arena arena;
  const std::size_t size = std::size_t{20} << 20;
  auto* const bytes = static_cast<char*>(arena.allocate(size));
  bytes[0] = 1;
  bytes[size - 1] = 2;
  EXPECT_EQ(arena.used_bytes(), size);
  EXPECT_GE(arena.mapped_bytes(), size);
}

}  // namespace
}  // namespace stepline::store
