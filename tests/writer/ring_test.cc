#include "writer/ring.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "support/scale.h"

namespace stepline::writer {
namespace {

Item numbered(std::uint64_t n) {
  return {Item::Kind::Timed, static_cast<std::uint32_t>(n & 0xffff), n * 3,
          -static_cast<std::int64_t>(n), n};
}

TEST(Ring, GivesBackWhatWasPutInItsOrder) {
  Ring ring(8);
  std::uint64_t next = 0;
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 5; ++i) ring.put(numbered(next + std::uint64_t(i)));
    EXPECT_EQ(ring.used(), 5u);
    const std::size_t drained = ring.drain(100, [&](const Item& item) {
      EXPECT_EQ(item.kind, Item::Kind::Timed);
      EXPECT_EQ(item.tag_id, next & 0xffff);
      EXPECT_EQ(item.when, next * 3);
      EXPECT_EQ(item.step, -static_cast<std::int64_t>(next));
      EXPECT_EQ(item.bits, next);
      ++next;
      return true;
    });
    EXPECT_EQ(drained, 5u);
    EXPECT_EQ(ring.used(), 0u);
  }
}

TEST(Ring, KeepsKindAndTheGreatestTagNumberApart) {
  Ring ring(8);
  for (const auto kind :
       {Item::Kind::Stamped, Item::Kind::Timed, Item::Kind::Job}) {
    ring.put({kind, Ring::kMaxTagId, 1, 2, 3});
    ring.drain(1, [&](const Item& item) {
      EXPECT_EQ(item.kind, kind);
      EXPECT_EQ(item.tag_id, Ring::kMaxTagId);
      return true;
    });
  }
}

TEST(Ring, DrainsNoMoreThanAsked) {
  Ring ring(16);
  for (std::uint64_t i = 0; i < 10; ++i) ring.put(numbered(i));
  int taken = 0;
  EXPECT_EQ(ring.drain(4, [&](const Item&) { return ++taken > 0; }), 4u);
  EXPECT_EQ(taken, 4);
  EXPECT_EQ(ring.drain(100, [&](const Item&) { return ++taken < 6; }), 2u);
  EXPECT_EQ(taken, 6);
  EXPECT_EQ(ring.used(), 4u);
  EXPECT_EQ(ring.head(), 10u);
  EXPECT_EQ(ring.tail(), 6u);
}

TEST(Ring, LetsAProducerWaitWhileItIsFull) {
  Ring ring(4);
  for (std::uint64_t i = 0; i < 4; ++i) ring.put(numbered(i));
  std::atomic<bool> passed{false};
  std::thread producer([&] {
    ring.put(numbered(4));
    passed = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(passed);
  ring.drain(1, [](const Item&) { return true; });
  producer.join();
  EXPECT_TRUE(passed);
}

TEST(Ring, LosesNothingBetweenManyProducersAndOneConsumer) {
  constexpr int kThreads = 8;
  constexpr int kEach = support::scaled(200'000, 5'000);
  Ring ring(256);
  std::vector<std::thread> producers;
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    producers.emplace_back([&ring, t] {
      for (int i = 0; i < kEach; ++i) ring.put({Item::Kind::Timed, t, 0, i, 0});
    });
  }
  std::vector<std::int64_t> next(kThreads, 0);
  for (std::size_t taken = 0; taken < std::size_t{kThreads} * kEach;) {
    const std::size_t n = ring.drain(64, [&](const Item& item) {
      EXPECT_EQ(item.step, next[item.tag_id]++);
      return true;
    });
    taken += n;
    if (n == 0) std::this_thread::yield();
  }
  for (std::thread& producer : producers) producer.join();
  EXPECT_EQ(ring.used(), 0u);
}

}  // namespace
}  // namespace stepline::writer
