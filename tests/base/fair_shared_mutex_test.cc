#include "base/fair_shared_mutex.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

namespace stepline {
namespace {

TEST(FairSharedMutex, LetsReadersInTogether) {
  FairSharedMutex mutex;
  const std::shared_lock first(mutex);
  EXPECT_TRUE(mutex.try_lock_shared());
  mutex.unlock_shared();
}

TEST(FairSharedMutex, LetsNoReaderPassAWaitingWriter) {
  FairSharedMutex mutex;
  std::shared_lock first(mutex);
  bool written = false;
  std::jthread writer([&] {
    const std::unique_lock lock(mutex);
    written = true;
  });
  // Ends only because the writer is waiting.
  while (mutex.try_lock_shared()) {
    mutex.unlock_shared();
    std::this_thread::yield();
  }
  first.unlock();
  const std::shared_lock second(mutex);
  EXPECT_TRUE(written);
}

TEST(FairSharedMutex, LetsAWriterThroughThatManyReadersHammer) {
  constexpr int kReaders = 6;
  constexpr int kTurns = 2000;
  FairSharedMutex mutex;
  int turns = 0;
  std::atomic<int> readers_at_work = 0;
  std::vector<std::jthread> readers;
  for (int i = 0; i < kReaders; ++i) {
    readers.emplace_back([&] {
      ++readers_at_work;
      for (int seen = 0; seen < kTurns;) {
        const std::shared_lock lock(mutex);
        EXPECT_LE(seen, turns);
        seen = turns;
      }
    });
  }
  while (readers_at_work < kReaders) std::this_thread::yield();
  for (int i = 0; i < kTurns; ++i) {
    const std::unique_lock lock(mutex);
    ++turns;
  }
}

}  // namespace
}  // namespace stepline
