#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stepline::event {

// tensorflow.DataType, by its numbers.
enum class DataType : std::int32_t {
  Invalid = 0,
  Float = 1,
  Double = 2,
  Int32 = 3,
  UInt8 = 4,
  Int16 = 5,
  Int8 = 6,
  String = 7,
  Complex64 = 8,
  Int64 = 9,
  Bool = 10,
  BFloat16 = 14,
  UInt16 = 17,
  Complex128 = 18,
  Half = 19,
  UInt32 = 22,
  UInt64 = 23,
  Float8E5M2 = 24,
  Float8E4M3 = 25,
};

struct TensorShape {
  struct Dim {
    std::int64_t size = 0;  // -1: not known.
    std::string name;
    bool operator==(const Dim&) const = default;
  };
  std::vector<Dim> dims;
  bool unknown_rank = false;
  bool operator==(const TensorShape&) const = default;
};

// tensorflow.TensorProto as it stands on the wire: either `tensor_content` or
// one of the typed lists is filled, by `dtype`.
struct TensorProto {
  DataType dtype = DataType::Invalid;
  TensorShape shape;
  bool has_shape = false;  // Whether tensor_shape is present at all.
  std::int32_t version_number = 0;
  std::string tensor_content;
  std::vector<float> float_val;
  std::vector<double> double_val;
  std::vector<std::int32_t> int_val;
  std::vector<std::string> string_val;
  std::vector<float> scomplex_val;
  std::vector<std::int64_t> int64_val;
  std::vector<std::uint8_t> bool_val;
  std::vector<double> dcomplex_val;
  std::vector<std::int32_t> half_val;
  std::vector<std::uint32_t> uint32_val;
  std::vector<std::uint64_t> uint64_val;
  std::string float8_val;
  bool operator==(const TensorProto&) const = default;
};

}  // namespace stepline::event
