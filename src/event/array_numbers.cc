#include <cstring>

#include "base/float_bits.h"
#include "event/array.h"

namespace stepline::event {
namespace {

template <class T, class ToNumber>
std::vector<double> convert(const std::string& bytes, ToNumber to_number) {
  std::vector<double> numbers(bytes.size() / sizeof(T));
  const char* at = bytes.data();
  for (double& number : numbers) {
    T element;
    std::memcpy(&element, at, sizeof element);
    number = static_cast<double>(to_number(element));
    at += sizeof element;
  }
  return numbers;
}

template <class T>
std::vector<double> convert(const std::string& bytes) {
  return convert<T>(bytes, [](T element) { return element; });
}

}  // namespace

std::vector<double> doubles_of(const Array& array) {
  const std::string& bytes = array.bytes;
  switch (array.dtype) {
    case DType::Bool:
    case DType::UInt8:
      return convert<std::uint8_t>(bytes);
    case DType::Int8:
      return convert<std::int8_t>(bytes);
    case DType::Int16:
      return convert<std::int16_t>(bytes);
    case DType::UInt16:
      return convert<std::uint16_t>(bytes);
    case DType::Int32:
      return convert<std::int32_t>(bytes);
    case DType::UInt32:
      return convert<std::uint32_t>(bytes);
    case DType::Int64:
      return convert<std::int64_t>(bytes);
    case DType::UInt64:
      return convert<std::uint64_t>(bytes);
    case DType::Float16:
      return convert<std::uint16_t>(bytes, half_to_float);
    case DType::BFloat16:
      return convert<std::uint16_t>(bytes, bfloat16_to_float);
    case DType::Float8E4M3:
      return convert<std::uint8_t>(bytes, float8_e4m3fn_to_float);
    case DType::Float8E5M2:
      return convert<std::uint8_t>(bytes, float8_e5m2_to_float);
    case DType::Float32:
      return convert<float>(bytes);
    case DType::Float64:
      return convert<double>(bytes);
    case DType::Complex64:
    case DType::Complex128:
      break;
  }
  return {};
}

}  // namespace stepline::event
