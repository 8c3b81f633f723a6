#include "record/seal.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "record/record_writer.h"

namespace stepline::record {
namespace {

// A record whose checksums are left open.
std::string unsealed(const std::string& payload) {
  const std::uint64_t length = payload.size();
  std::string record(kHeaderBytes, '\xaa');
  std::memcpy(record.data(), &length, sizeof length);
  return record + payload + std::string(kFooterBytes, '\xbb');
}

std::string payload_of(std::size_t length) {
  std::string payload(length, '\0');
  for (std::size_t i = 0; i < length; ++i)
    payload[i] = static_cast<char>(i * 31 + length);
  return payload;
}

TEST(SealRecords, GivesTheChecksumsOfTheRecordWriter) {
  for (std::size_t length = 0; length < 600; ++length) {
    std::string sealed = unsealed(payload_of(length));
    seal_records(sealed.data(), sealed.data() + sealed.size());
    std::string wanted;
    append_record(wanted, payload_of(length));
    ASSERT_EQ(sealed, wanted) << length;
  }
}

TEST(SealRecords, SealsManyRecordsInARow) {
  std::string sealed;
  std::string wanted;
  for (std::size_t i = 0; i < 2'000; ++i) {
    const std::string payload = payload_of(i * 7919 % 1'000);
    sealed += unsealed(payload);
    append_record(wanted, payload);
  }
  seal_records(sealed.data(), sealed.data() + sealed.size());
  EXPECT_EQ(sealed, wanted);
}

TEST(SealRecords, DoesNothingToNothing) {
  char byte = 'x';
  seal_records(&byte, &byte);
  EXPECT_EQ(byte, 'x');
}

}  // namespace
}  // namespace stepline::record
