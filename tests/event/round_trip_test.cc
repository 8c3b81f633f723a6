#include <gtest/gtest.h>

#include "event/message_kinds.h"
#include "event/random_models.h"

namespace stepline::event {
namespace {

template <class Visit>
void for_each_kind(Visit visit) {
  std::apply([&](const auto&... kinds) { (visit(kinds), ...); }, kMessageKinds);
}

TEST(RoundTrip, GivesBackEveryKindOfRandomModel) {
  for_each_kind([]<class Model>(const MessageKind<Model>& kind) {
    RandomModels random(1);
    for (int i = 0; i < 200; ++i) {
      Model model{};
      random.fill(model);
      const auto decoded = kind.decode(kind.encode(model));
      ASSERT_TRUE(decoded) << kind.name << ": " << decoded.error().message;
      ASSERT_TRUE(*decoded == model) << kind.name << " " << i;
    }
  });
}

TEST(RoundTrip, OfATruncatedMessageNeverThrows) {
  for_each_kind([]<class Model>(const MessageKind<Model>& kind) {
    RandomModels random(2);
    int refused = 0;
    for (int i = 0; i < 20; ++i) {
      Model model{};
      random.fill(model);
      const std::string bytes = kind.encode(model);
      for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto decoded =
            kind.decode(std::string_view(bytes).substr(0, size));
        if (decoded) continue;
        EXPECT_EQ(decoded.error().code, ErrorCode::Corrupt);
        ++refused;
      }
    }
    EXPECT_GT(refused, 0) << kind.name;
  });
}

TEST(RoundTrip, OfDamagedBytesSettlesAfterOneDecoding) {
  for_each_kind([]<class Model>(const MessageKind<Model>& kind) {
    RandomModels random(3);
    std::mt19937_64 damage(4);
    int survived = 0;
    for (int i = 0; i < 500; ++i) {
      Model model{};
      random.fill(model);
      std::string bytes = kind.encode(model);
      if (bytes.empty()) continue;
      bytes[damage() % bytes.size()] = static_cast<char>(damage());
      const auto decoded = kind.decode(bytes);
      if (!decoded) continue;
      const std::string settled = kind.encode(*decoded);
      const auto again = kind.decode(settled);
      ASSERT_TRUE(again) << kind.name;
      EXPECT_EQ(kind.encode(*again), settled) << kind.name;
      ++survived;
    }
    EXPECT_GT(survived, 0) << kind.name;
  });
}

}  // namespace
}  // namespace stepline::event
