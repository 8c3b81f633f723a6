#include "cli/npy.h"

#include <bit>
#include <cstdint>

#include "base/bytes.h"

namespace stepline::cli {
namespace {

constexpr std::size_t kAlignment = 64;

const char* kind_and_size(DType dtype) {
  switch (dtype) {
    case DType::Bool:
      return "b1";
    case DType::Int8:
      return "i1";
    case DType::UInt8:
      return "u1";
    case DType::Int16:
      return "i2";
    case DType::UInt16:
      return "u2";
    case DType::Int32:
      return "i4";
    case DType::UInt32:
      return "u4";
    case DType::Int64:
      return "i8";
    case DType::UInt64:
      return "u8";
    case DType::Float16:
      return "f2";
    case DType::Float32:
      return "f4";
    case DType::Float64:
      return "f8";
    case DType::Complex64:
      return "c8";
    case DType::Complex128:
      return "c16";
    case DType::BFloat16:
    case DType::Float8E4M3:
    case DType::Float8E5M2:
      return nullptr;
  }
  return nullptr;
}

char byte_order(DType dtype) {
  if (size_of(dtype) == 1) return '|';
  return std::endian::native == std::endian::little ? '<' : '>';
}

std::string tuple(const TensorView& tensor) {
  std::string out = "(";
  for (const std::int64_t n : tensor.shape()) out += std::to_string(n) + ", ";
  if (tensor.rank() > 1) out.resize(out.size() - 2);
  if (tensor.rank() == 1) out.pop_back();
  return out + ")";
}

}  // namespace

std::optional<std::string> npy_header(const TensorView& tensor) {
  const char* kind = kind_and_size(tensor.dtype());
  if (!kind) return std::nullopt;
  std::string text = "{'descr': '";
  text += byte_order(tensor.dtype());
  text += kind;
  text += "', 'fortran_order': False, 'shape': " + tuple(tensor) + ", }";
  constexpr std::size_t kPrefix = 10;
  const std::size_t end = kPrefix + text.size() + 1;
  text.append((kAlignment - end % kAlignment) % kAlignment, ' ');
  text += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  append_le(out, static_cast<std::uint16_t>(text.size()));
  return out + text;
}

}  // namespace stepline::cli
