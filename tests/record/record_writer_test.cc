#include "record/record_writer.h"

#include <gtest/gtest.h>

#include <string>

#include "base/crc32c.h"

namespace stepline::record {
namespace {

using namespace std::string_literals;

std::string framed(std::string_view payload) {
  std::string out;
  append_record(out, payload);
  return out;
}

TEST(AppendRecord, MatchesAnEventFileWrittenByTensorFlow) {
  // tf.compat.v1.Event(file_version=b"CRC test, one two"), whose payload
  // checksum is known to be 0x5794d08a.
  const std::string payload =
      "\x1a\x11"
      "CRC test, one two";
  const std::string record = framed(payload);
  EXPECT_EQ(record.substr(0, 8), "\x13\0\0\0\0\0\0\0"s);
  EXPECT_EQ(record.substr(12, payload.size()), payload);
  EXPECT_EQ(record.substr(12 + payload.size()), "\x8a\xd0\x94\x57");
}

TEST(AppendRecord, FramesAnEmptyPayload) {
  // The same sixteen bytes start every file of empty records: the mask of a
  // CRC of nothing is the mask's own constant.
  const std::string record = framed("");
  ASSERT_EQ(record.size(), kHeaderBytes + kFooterBytes);
  EXPECT_EQ(record.substr(0, 8), std::string(8, '\0'));
  EXPECT_EQ(record.substr(12), "\xd8\xea\x82\xa2");
}

TEST(AppendRecord, AppendsToWhatIsThere) {
  std::string out = framed("one");
  append_record(out, "two");
  EXPECT_EQ(out, framed("one") + framed("two"));
}

TEST(AppendRecord, IsHeaderPayloadAndFooter) {
  const std::string payload(100000, 'x');
  std::uint32_t crc = 0;
  for (std::size_t at = 0; at < payload.size(); at += 999) {
    crc = crc32c_extend(crc, std::string_view(payload).substr(at, 999));
  }
  EXPECT_EQ(framed(payload), header(payload.size()) + payload + footer(crc));
}

TEST(Header, HoldsLengthsBeyondFourGigabytes) {
  const std::string bytes = header(0x0102030405060708);
  EXPECT_EQ(bytes.substr(0, 8), "\x08\x07\x06\x05\x04\x03\x02\x01");
  EXPECT_EQ(bytes.size(), kHeaderBytes);
}

}  // namespace
}  // namespace stepline::record
