#include "writer/buffer_pool.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

namespace stepline::writer {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

TEST(BufferPool, LendsMemoryOfTheSizeAskedFor) {
  auto pool = std::make_shared<BufferPool>(kMiB);
  for (const std::size_t size : {0ul, 1ul, 4096ul, 4097ul, 3 * kMiB}) {
    const Buffer buffer = pool->take(size);
    EXPECT_EQ(buffer.size(), size);
    ASSERT_NE(buffer.data(), nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
    std::memset(buffer.data(), 1, size);
  }
}

TEST(BufferPool, LendsTheSameMemoryAgain) {
  auto pool = std::make_shared<BufferPool>(kMiB);
  char* first;
  {
    const Buffer buffer = pool->take(10'000);
    first = buffer.data();
  }
  const Buffer again = pool->take(9'000);
  EXPECT_EQ(again.data(), first);
  EXPECT_EQ(again.size(), 9'000u);
  EXPECT_NE(pool->take(9'000).data(), first) << "it is lent already";
}

TEST(BufferPool, DoesNotSpendALargeBufferOnASmallRequest) {
  auto pool = std::make_shared<BufferPool>(16 * kMiB);
  char* large;
  {
    const Buffer buffer = pool->take(8 * kMiB);
    large = buffer.data();
  }
  EXPECT_NE(pool->take(100).data(), large);
  EXPECT_EQ(pool->take(8 * kMiB).data(), large);
}

TEST(BufferPool, OutlivesItsOwnerWhileABufferIsLent) {
  auto pool = std::make_shared<BufferPool>(kMiB);
  const std::weak_ptr<BufferPool> watched = pool;
  {
    const Buffer buffer = pool->take(100);
    pool.reset();
    EXPECT_FALSE(watched.expired());
    std::memset(buffer.data(), 1, 100);
  }
  EXPECT_TRUE(watched.expired());
}

TEST(BufferPool, MovesBuffersWithoutLosingOne) {
  auto pool = std::make_shared<BufferPool>(kMiB);
  Buffer a = pool->take(10);
  Buffer b = pool->take(20);
  char* const data = b.data();
  a = std::move(b);
  EXPECT_EQ(a.data(), data);
  EXPECT_EQ(a.size(), 20u);
  const Buffer c = std::move(a);
  EXPECT_EQ(c.data(), data);
  EXPECT_EQ(a.data(), nullptr);
}

TEST(BufferPool, GivesBackWhatWasNotUsedSinceTheLastTrim) {
  auto pool = std::make_shared<BufferPool>(64 * kMiB);
  { const Buffer buffer = pool->take(20 * kMiB); }
  pool->trim();  // Used since the beginning: kept.
  char* kept;
  {
    const Buffer buffer = pool->take(20 * kMiB);
    kept = buffer.data();
    std::memset(kept, 7, 20 * kMiB);
  }
  pool->trim();
  EXPECT_EQ(pool->take(20 * kMiB).data(), kept);
  pool->trim();
  pool->trim();
  const Buffer fresh = pool->take(20 * kMiB);
  std::memset(fresh.data(), 1, fresh.size());
}

TEST(BufferPool, ServesManyThreads) {
  auto pool = std::make_shared<BufferPool>(kMiB);
  std::vector<std::thread> threads;
  for (int t = 1; t <= 8; ++t) {
    threads.emplace_back([pool, t] {
      for (std::size_t i = 1; i < 500; ++i) {
        const Buffer buffer = pool->take(i * 100);
        std::memset(buffer.data(), t, buffer.size());
        ASSERT_EQ(buffer.data()[buffer.size() / 2], t);
        if (i % 50 == 0) pool->trim();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace stepline::writer
