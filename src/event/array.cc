#include "event/array.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <protozero/exception.hpp>
#include <protozero/varint.hpp>
#include <string_view>

namespace stepline::event {
namespace {

Error corrupt(std::string message) {
  return Error{ErrorCode::Corrupt, std::move(message)};
}

std::optional<DType> dtype_of(DataType type) {
  switch (type) {
    case DataType::Float:
      return DType::Float32;
    case DataType::Double:
      return DType::Float64;
    case DataType::Int32:
      return DType::Int32;
    case DataType::UInt8:
      return DType::UInt8;
    case DataType::Int16:
      return DType::Int16;
    case DataType::Int8:
      return DType::Int8;
    case DataType::Complex64:
      return DType::Complex64;
    case DataType::Int64:
      return DType::Int64;
    case DataType::Bool:
      return DType::Bool;
    case DataType::BFloat16:
      return DType::BFloat16;
    case DataType::UInt16:
      return DType::UInt16;
    case DataType::Complex128:
      return DType::Complex128;
    case DataType::Half:
      return DType::Float16;
    case DataType::UInt32:
      return DType::UInt32;
    case DataType::UInt64:
      return DType::UInt64;
    case DataType::Float8E5M2:
      return DType::Float8E5M2;
    case DataType::Float8E4M3:
      return DType::Float8E4M3;
    case DataType::Invalid:
    case DataType::String:
      break;
  }
  return std::nullopt;
}

std::string describe(const TensorShape& shape) {
  if (shape.unknown_rank) return "of unknown rank";
  std::string text = "[";
  for (std::size_t i = 0; i < std::min<std::size_t>(shape.dims.size(), 8);
       ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(shape.dims[i].size);
  }
  return text + (shape.dims.size() > 8 ? ", ...]" : "]");
}

Result<std::size_t> count_elements(const TensorShape& shape) {
  std::size_t count = 1;
  bool overflow = shape.unknown_rank;
  bool empty = false;
  for (const TensorShape::Dim& dim : shape.dims) {
    if (dim.size < 0) {
      return corrupt("tensor with a negative dimension, " + describe(shape));
    }
    empty |= dim.size == 0;
    overflow |= __builtin_mul_overflow(count, std::size_t(dim.size), &count);
  }
  if (shape.unknown_rank) return corrupt("tensor of unknown rank");
  if (empty) return std::size_t{0};
  if (overflow) return corrupt("impossible tensor shape " + describe(shape));
  return count;
}

// Whether `count` elements of `element_bytes` may be made from `given` ones.
Result<void> check_size(const TensorProto& tensor, std::size_t count,
                        std::size_t given, std::size_t element_bytes) {
  if (given > count) {
    return corrupt("tensor of shape " + describe(tensor.shape) + " with " +
                   std::to_string(given) + " elements, want " +
                   std::to_string(count));
  }
  if ((count - given) > kMaxRepeatedBytes / element_bytes) {
    return corrupt("tensor of shape " + describe(tensor.shape) + " with only " +
                   std::to_string(given) + " elements");
  }
  return {};
}

void reverse_units(std::string& bytes, std::size_t unit) {
  for (std::size_t at = 0; at + unit <= bytes.size(); at += unit) {
    std::reverse(bytes.begin() + std::ptrdiff_t(at),
                 bytes.begin() + std::ptrdiff_t(at + unit));
  }
}

bool is_complex(DType dtype) {
  return dtype == DType::Complex64 || dtype == DType::Complex128;
}

Result<std::string> from_content(const TensorProto& tensor, DType dtype,
                                 std::size_t count) {
  const std::size_t size = size_of(dtype);
  if (tensor.tensor_content.size() / size != count ||
      tensor.tensor_content.size() % size != 0) {
    return corrupt("tensor_content of " +
                   std::to_string(tensor.tensor_content.size()) +
                   " bytes for a tensor of shape " + describe(tensor.shape) +
                   " " + name_of(dtype));
  }
  std::string bytes = tensor.tensor_content;
  if (std::endian::native != std::endian::little) {
    reverse_units(bytes, is_complex(dtype) ? size / 2 : size);
  }
  if (dtype == DType::Bool) {
    for (char& c : bytes) c = c != 0;
  }
  return bytes;
}

// `Stored`: the element; `kParts`: how many values of the field make one.
template <class Stored, std::size_t kParts = 1, class List>
Result<std::string> from_list(const TensorProto& tensor, std::size_t count,
                              const List& list) {
  constexpr std::size_t kSize = sizeof(Stored) * kParts;
  const std::size_t given = list.size() / kParts;
  if (list.size() % kParts != 0) return corrupt("half a complex number");
  const auto fits = check_size(tensor, count, given, kSize);
  if (!fits) return fits.error();
  std::string bytes(count * kSize, '\0');
  char* at = bytes.data();
  for (const auto value : list) {
    const auto stored = static_cast<Stored>(value);
    std::memcpy(at, &stored, sizeof stored);
    at += sizeof stored;
  }
  if (given == 0) return bytes;
  for (char* end = bytes.data() + bytes.size(); at != end; at += kSize) {
    std::memcpy(at, at - kSize, kSize);
  }
  return bytes;
}

Result<std::string> from_typed_field(const TensorProto& tensor, DType dtype,
                                     std::size_t count) {
  switch (dtype) {
    case DType::Float32:
      return from_list<float>(tensor, count, tensor.float_val);
    case DType::Float64:
      return from_list<double>(tensor, count, tensor.double_val);
    case DType::Int32:
      return from_list<std::int32_t>(tensor, count, tensor.int_val);
    case DType::Int16:
      return from_list<std::int16_t>(tensor, count, tensor.int_val);
    case DType::Int8:
      return from_list<std::int8_t>(tensor, count, tensor.int_val);
    case DType::UInt16:
      return from_list<std::uint16_t>(tensor, count, tensor.int_val);
    case DType::UInt8:
      return from_list<std::uint8_t>(tensor, count, tensor.int_val);
    case DType::Int64:
      return from_list<std::int64_t>(tensor, count, tensor.int64_val);
    case DType::UInt32:
      return from_list<std::uint32_t>(tensor, count, tensor.uint32_val);
    case DType::UInt64:
      return from_list<std::uint64_t>(tensor, count, tensor.uint64_val);
    case DType::Bool:
      return from_list<bool>(tensor, count, tensor.bool_val);
    case DType::Float16:
    case DType::BFloat16:
      return from_list<std::uint16_t>(tensor, count, tensor.half_val);
    case DType::Float8E4M3:
    case DType::Float8E5M2:
      return from_list<char>(tensor, count, tensor.float8_val);
    case DType::Complex64:
      return from_list<float, 2>(tensor, count, tensor.scomplex_val);
    case DType::Complex128:
      return from_list<double, 2>(tensor, count, tensor.dcomplex_val);
  }
  return std::string();
}

// TensorFlow's form of strings in tensor_content: all lengths, then all bytes.
Result<std::vector<std::string>> split_content(std::string_view content,
                                               std::size_t count) {
  if (count > content.size()) {
    return corrupt("tensor_content of " + std::to_string(content.size()) +
                   " bytes for " + std::to_string(count) + " strings");
  }
  const char* at = content.data();
  const char* end = at + content.size();
  std::vector<std::uint64_t> lengths(count);
  try {
    for (auto& length : lengths) length = protozero::decode_varint(&at, end);
  } catch (const protozero::exception& malformed) {
    return corrupt(std::string("malformed tensor_content of strings: ") +
                   malformed.what());
  }
  std::vector<std::string> strings;
  strings.reserve(count);
  for (const std::uint64_t length : lengths) {
    if (length > std::uint64_t(end - at)) {
      return corrupt("tensor_content ends inside a string");
    }
    strings.emplace_back(at, length);
    at += length;
  }
  if (at != end) return corrupt("tensor_content goes on behind its strings");
  return strings;
}

Result<std::vector<std::string>> strings_of(const TensorProto& tensor,
                                            std::size_t count) {
  if (!tensor.tensor_content.empty()) {
    return split_content(tensor.tensor_content, count);
  }
  std::string_view last;
  if (!tensor.string_val.empty()) last = tensor.string_val.back();
  const auto fits = check_size(tensor, count, tensor.string_val.size(),
                               sizeof(std::string) + last.size());
  if (!fits) return fits.error();
  std::vector<std::string> strings = tensor.string_val;
  strings.resize(count, std::string(last));
  return strings;
}

std::vector<std::int64_t> sizes_of(const TensorShape& shape) {
  std::vector<std::int64_t> sizes;
  sizes.reserve(shape.dims.size());
  for (const TensorShape::Dim& dim : shape.dims) sizes.push_back(dim.size);
  return sizes;
}

Result<Array> to_text_array(const TensorProto& tensor, std::size_t count) {
  auto strings = strings_of(tensor, count);
  if (!strings) return strings.error();
  Array array;
  array.is_text = true;
  array.shape = sizes_of(tensor.shape);
  array.strings = std::move(*strings);
  return array;
}

}  // namespace

std::int64_t Array::size() const {
  std::int64_t count = 1;
  for (const std::int64_t n : shape) {
    if (n == 0) return 0;
  }
  for (const std::int64_t n : shape) count *= n;
  return count;
}

TensorView Array::view() const {
  return TensorView(bytes.data(), dtype, shape);
}

Result<Array> to_array(const TensorProto& tensor) {
  const auto count = count_elements(tensor.shape);
  if (!count) return count.error();
  if (tensor.dtype == DataType::String) return to_text_array(tensor, *count);
  const auto dtype = dtype_of(tensor.dtype);
  if (!dtype) {
    return corrupt("tensor of data type " +
                   std::to_string(static_cast<std::int32_t>(tensor.dtype)) +
                   ", which has no elements to read");
  }
  auto bytes = tensor.tensor_content.empty()
                   ? from_typed_field(tensor, *dtype, *count)
                   : from_content(tensor, *dtype, *count);
  if (!bytes) return bytes.error();
  return Array{false, *dtype, sizes_of(tensor.shape), std::move(*bytes), {}};
}

}  // namespace stepline::event
