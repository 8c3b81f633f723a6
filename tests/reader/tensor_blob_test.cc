#include "reader/tensor_blob.h"

#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <random>

#include "base/bytes.h"
#include "writer/tensor_blob.h"

namespace stepline::reader {
namespace {

std::string blob_of(std::string_view json, std::string_view elements = "") {
  std::string blob;
  append_le(blob, std::uint64_t{json.size()});
  return blob.append(json).append(elements);
}

void expect_corrupt(std::string_view blob) {
  const auto decoded = decode_tensor_blob(blob);
  ASSERT_FALSE(decoded) << blob;
  EXPECT_EQ(decoded.error().code, ErrorCode::Corrupt);
}

TEST(TensorBlob, ReadsWhatTheWriterWrites) {
  const std::vector<char> elements(16 * 6, '\x01');
  for (int i = 0; i <= static_cast<int>(DType::Complex128); ++i) {
    const DType dtype = static_cast<DType>(i);
    const TensorView view(elements.data(), dtype, {2, 3});
    const std::string blob = writer::make_tensor_blob(
        "layer \"1\"\n\xc3\xa4", view, event::Step{-5},
        *event::WallTime::from_secs(1234567890.123456), 12);
    const auto decoded = decode_tensor_blob(blob);
    ASSERT_TRUE(decoded) << name_of(dtype) << decoded.error().message;
    EXPECT_EQ(decoded->name, "layer \"1\"\n\xc3\xa4");
    EXPECT_EQ(decoded->step, -5);
    EXPECT_EQ(decoded->wall_secs, 1234567890.123456);
    EXPECT_EQ(decoded->dtype, dtype);
    EXPECT_EQ(decoded->shape, (std::vector<std::int64_t>{2, 3}));
    EXPECT_EQ(decoded->elements,
              std::string(elements.data(), size_of(dtype) * 6));
  }
}

TEST(TensorBlob, ReadsWhatTheWriterWritesAtTheExtremes) {
  const std::vector<float> none;
  const std::complex<double> one(1, 2);
  const TensorView views[] = {
      TensorView(none), TensorView(none.data(), DType::Float32, {3, 0}),
      TensorView(&one, DType::Complex128, std::span<const std::int64_t>())};
  for (const TensorView& view : views) {
    const std::string blob = writer::make_tensor_blob(
        "", view, event::Step{std::numeric_limits<std::int64_t>::min()},
        *event::WallTime::from_secs(5e-324), 0);
    const auto decoded = decode_tensor_blob(blob);
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(decoded->step, std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(decoded->wall_secs, 5e-324);
    EXPECT_EQ(decoded->dtype, view.dtype());
    EXPECT_TRUE(std::ranges::equal(decoded->shape, view.shape()));
  }
}

TEST(TensorBlob, TakesAnyOrderAndSpaces) {
  const std::string blob = blob_of(
      " { \"a\\u00e4\" :\n{ \"data_offsets\" : [ 0 , 4 ], \"extra\": {\"x\":"
      "[1.5]}, \"shape\":[ 1 ],\"dtype\":\"F32\"} , \"__metadata__\" : "
      "{\"format\":\"pt\", \"wall_time\":\"2.5\",\"step\":\"7\"} }  ",
      "1234");
  const auto decoded = decode_tensor_blob(blob);
  ASSERT_TRUE(decoded) << decoded.error().message;
  EXPECT_EQ(decoded->name, "a\xc3\xa4");
  EXPECT_EQ(decoded->step, 7);
  EXPECT_EQ(decoded->wall_secs, 2.5);
  EXPECT_EQ(decoded->elements, "1234");
}

TEST(TensorBlob, WithoutMetadataIsAtStepZero) {
  const std::string blob =
      blob_of(R"({"w":{"dtype":"U8","shape":[],"data_offsets":[0,1]}})", "x");
  const auto decoded = decode_tensor_blob(blob);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->step, 0);
  EXPECT_EQ(decoded->wall_secs, 0);
  EXPECT_TRUE(decoded->shape.empty());
}

TEST(TensorBlob, ForgivesMetadataThatAreNotOurs) {
  for (const char* metadata :
       {R"({"step":"many","wall_time":"now"})",
        R"({"step":"99999999999999999999","wall_time":"nan"})",
        R"({"step":"","wall_time":"inf"})", R"({"step":"1.5"})"}) {
    const std::string blob =
        blob_of(std::string(R"({"__metadata__":)") + metadata +
                    R"(,"w":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
                "x");
    const auto decoded = decode_tensor_blob(blob);
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(decoded->step, 0);
    EXPECT_EQ(decoded->wall_secs, 0);
  }
}

TEST(TensorBlob, RefusesHeadersThatAreNotOne) {
  expect_corrupt("");
  expect_corrupt("1234567");
  expect_corrupt(blob_of(""));
  expect_corrupt(blob_of("{}"));
  expect_corrupt(blob_of("[]"));
  expect_corrupt(blob_of("null"));
  expect_corrupt(blob_of(R"({"__metadata__":{}})"));
  expect_corrupt(blob_of(R"({"__metadata__":{"a":1},"w":{}})"));
  expect_corrupt(blob_of(R"({"w":7})"));
  expect_corrupt(blob_of(R"({"w":{}})"));
  expect_corrupt(blob_of(std::string(100'000, '[')));
  std::string long_header = "\xff\xff\xff\xff\xff\xff\xff\xff";
  expect_corrupt(long_header + "{}");
}

TEST(TensorBlob, RefusesTensorsThatDoNotFit) {
  const auto with = [](const char* dtype, const char* shape,
                       const char* offsets) {
    return blob_of(std::string(R"({"w":{"dtype":")") + dtype + R"(","shape":)" +
                       shape + R"(,"data_offsets":)" + offsets + "}}",
                   "12345678");
  };
  ASSERT_TRUE(decode_tensor_blob(with("F32", "[2]", "[0,8]")));
  for (const char* shape :
       {"[1]", "[3]", "[-2]", "[2.0]", "[0]", "[-1,-2]", "2", "[\"2\"]",
        "[4294967296,4294967298]", "[9223372036854775807]",
        "[9223372036854775807,9223372036854775807]", "[2,0]"}) {
    expect_corrupt(with("F32", shape, "[0,8]"));
  }
  for (const char* offsets :
       {"[]", "[0]", "[0,7]", "[0,9]", "[1,8]", "[8,0]", "[-1,8]", "[0,-8]",
        "[0,8,8]", "8", "[0,18446744073709551615]"}) {
    expect_corrupt(with("F32", "[2]", offsets));
  }
  for (const char* dtype : {"", "f32", "F8_E8M0", "F4", "STRING", "F32 "}) {
    expect_corrupt(with(dtype, "[2]", "[0,8]"));
  }
}

TEST(TensorBlob, RefusesMoreThanOneOfAnything) {
  const std::string tensor =
      R"({"dtype":"U8","shape":[1],"data_offsets":[0,1]})";
  expect_corrupt(blob_of("{\"a\":" + tensor + ",\"b\":" + tensor + "}", "x"));
  expect_corrupt(blob_of("{\"a\":" + tensor + ",\"a\":" + tensor + "}", "x"));
  expect_corrupt(blob_of(
      R"({"a":{"dtype":"U8","dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
      "x"));
  expect_corrupt(blob_of(
      "{\"__metadata__\":{},\"__metadata__\":{},\"a\":" + tensor + "}", "x"));
}

TEST(TensorBlob, RefusesComplexNumbersThatAreNotPairs) {
  const auto with = [](const char* dtype, const char* shape) {
    return blob_of(std::string(R"({"__metadata__":{"complex":"true"},"w":)") +
                       R"({"dtype":")" + dtype + R"(","shape":)" + shape +
                       R"(,"data_offsets":[0,8]}})",
                   "12345678");
  };
  ASSERT_TRUE(decode_tensor_blob(with("F32", "[2]")));
  EXPECT_EQ(decode_tensor_blob(with("F32", "[2]"))->dtype, DType::Complex64);
  expect_corrupt(with("F32", "[2,1]"));
  expect_corrupt(with("F64", "[]"));
  expect_corrupt(with("I32", "[2]"));
}

TEST(TensorBlob, SurvivesDamageEverywhere) {
  const std::vector<float> elements = {1, 2, 3};
  const std::string blob =
      writer::make_tensor_blob("weights", TensorView(elements), event::Step{1},
                               *event::WallTime::from_secs(2), 12);
  std::mt19937_64 random(61);
  int refused = 0;
  for (std::size_t i = 0; i < blob.size(); ++i) {
    EXPECT_FALSE(decode_tensor_blob(std::string_view(blob).substr(0, i)));
    for (int n = 0; n < 20; ++n) {
      std::string damaged = blob;
      damaged[i] = static_cast<char>(random());
      const auto decoded = decode_tensor_blob(damaged);
      refused += !decoded;
      if (decoded) {
        EXPECT_EQ(decoded->elements.size(), 12u);
      }
    }
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace stepline::reader
