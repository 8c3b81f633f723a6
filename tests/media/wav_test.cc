#include "media/wav.h"

#include <gtest/gtest.h>

#include <vector>

namespace stepline::media {
namespace {

TEST(Wav, StereoIsTheCanonicalHeaderAndTheSamples) {
  const std::vector<std::int16_t> samples = {0, 1, -1, 32767, -32768, 258};
  const char kWant[] =
      "RIFF"
      "\x30\x00\x00\x00"
      "WAVE"
      "fmt "
      "\x10\x00\x00\x00"
      "\x01\x00"
      "\x02\x00"          // PCM, two channels.
      "\x44\xac\x00\x00"  // 44100 frames a second,
      "\x10\xb1\x02\x00"  // 176400 bytes a second,
      "\x04\x00"
      "\x10\x00"  // 4 bytes a frame, 16 bits a sample.
      "data"
      "\x0c\x00\x00\x00"
      "\x00\x00"
      "\x01\x00"
      "\xff\xff"
      "\xff\x7f"
      "\x00\x80"
      "\x02\x01";
  EXPECT_EQ(encode_wav(samples, 2, 44100),
            std::string(kWant, sizeof kWant - 1));
}

TEST(Wav, MonoHasHalfTheFrame) {
  const std::vector<std::int16_t> samples = {513};
  const std::string file = encode_wav(samples, 1, 8000);
  EXPECT_EQ(file.substr(22, 14),
            std::string("\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00"
                        "\x10\x00",
                        14));
  EXPECT_EQ(file.substr(44), "\x01\x02");
}

TEST(Wav, SilenceOfNoLengthIsAHeader) {
  const std::string file = encode_wav({}, 1, 8000);
  EXPECT_EQ(file.size(), 44u);
  EXPECT_EQ(file.substr(4, 4), std::string("\x24\x00\x00\x00", 4));
}

TEST(Wav, DropsAnIncompleteFrame) {
  const std::vector<std::int16_t> samples = {1, 2, 3};
  EXPECT_EQ(encode_wav(samples, 2, 8000).size(), 44u + 4);
}

}  // namespace
}  // namespace stepline::media
