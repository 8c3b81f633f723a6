#include "reader/tensor_blob.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "base/corrupt.h"
#include "reader/json_reader.h"

namespace stepline::reader {
namespace {

constexpr std::string_view kMetadataKey = "__metadata__";

constexpr std::pair<std::string_view, DType> kDtypes[] = {
    {"BOOL", DType::Bool},          {"I8", DType::Int8},
    {"U8", DType::UInt8},           {"I16", DType::Int16},
    {"U16", DType::UInt16},         {"I32", DType::Int32},
    {"U32", DType::UInt32},         {"I64", DType::Int64},
    {"U64", DType::UInt64},         {"F16", DType::Float16},
    {"BF16", DType::BFloat16},      {"F8_E4M3", DType::Float8E4M3},
    {"F8_E5M2", DType::Float8E5M2}, {"F32", DType::Float32},
    {"F64", DType::Float64},        {"C64", DType::Complex64},
};

std::optional<DType> dtype_of(std::string_view name) {
  for (const auto& [known, dtype] : kDtypes) {
    if (known == name) return dtype;
  }
  return std::nullopt;
}

struct Metadata {
  std::int64_t step = 0;
  double wall_secs = 0;
  bool is_complex = false;
};

struct TensorInfo {
  std::string name;
  std::optional<std::string> dtype;
  std::optional<std::vector<std::int64_t>> shape;
  std::optional<std::vector<std::int64_t>> offsets;
};

struct Header {
  std::optional<Metadata> metadata;
  std::optional<TensorInfo> tensor;
  bool one_of_each = true;  // Nothing came twice.
};

template <class T>
T parse_number(const std::string& text) {
  T number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end ? number : T{0};
}

Metadata read_metadata(JsonReader& in) {
  Metadata metadata;
  std::string key, value;
  in.enter_object();
  while (in.next_member(key) && in.read_string(value)) {
    if (key == "step") metadata.step = parse_number<std::int64_t>(value);
    if (key == "wall_time") metadata.wall_secs = parse_number<double>(value);
    if (key == "complex") metadata.is_complex = value == "true";
  }
  if (!std::isfinite(metadata.wall_secs)) metadata.wall_secs = 0;
  return metadata;
}

std::vector<std::int64_t> read_integers(JsonReader& in) {
  std::vector<std::int64_t> numbers;
  in.enter_array();
  while (in.next_element()) in.read_integer(numbers.emplace_back());
  return numbers;
}

TensorInfo read_tensor(JsonReader& in, Header& header) {
  TensorInfo tensor;
  std::string key;
  in.enter_object();
  while (in.next_member(key)) {
    if (key == "dtype") {
      header.one_of_each &= !tensor.dtype;
      in.read_string(tensor.dtype.emplace());
    } else if (key == "shape") {
      header.one_of_each &= !tensor.shape;
      tensor.shape = read_integers(in);
    } else if (key == "data_offsets") {
      header.one_of_each &= !tensor.offsets;
      tensor.offsets = read_integers(in);
    } else {
      in.skip_value();
    }
  }
  return tensor;
}

Result<Header> read_header(std::string_view json) {
  JsonReader in(json);
  Header header;
  std::string key;
  in.enter_object();
  while (in.next_member(key)) {
    if (key == kMetadataKey) {
      header.one_of_each &= !header.metadata;
      header.metadata = read_metadata(in);
    } else {
      header.one_of_each &= !header.tensor;
      header.tensor = read_tensor(in, header);
      header.tensor->name = key;
    }
    if (!header.one_of_each) break;
  }
  if (!header.one_of_each)
    return corrupt("tensor blob with more than one tensor");
  if (!in.finished()) {
    return corrupt("malformed header of a tensor blob, at byte " +
                   std::to_string(in.position()) + " of it");
  }
  return header;
}

// Bytes of all elements; nothing where that is no number.
std::optional<std::uint64_t> bytes_of(const std::vector<std::int64_t>& shape,
                                      DType dtype) {
  std::uint64_t bytes = size_of(dtype);
  bool overflow = false;
  bool empty = false;
  for (const std::int64_t n : shape) {
    if (n < 0) return std::nullopt;
    empty |= n == 0;
    overflow |= __builtin_mul_overflow(bytes, std::uint64_t(n), &bytes);
  }
  if (empty) return 0;
  if (overflow) return std::nullopt;
  return bytes;
}

// The real numbers of a complex tensor, as it was before it was stored.
bool make_complex(TensorBlob& blob) {
  const bool is_float =
      blob.dtype == DType::Float32 || blob.dtype == DType::Float64;
  if (!is_float || blob.shape.empty() || blob.shape.back() != 2) return false;
  blob.dtype =
      blob.dtype == DType::Float32 ? DType::Complex64 : DType::Complex128;
  blob.shape.pop_back();
  return true;
}

Result<TensorBlob> make_blob(const Header& header, std::string_view elements) {
  if (!header.tensor) return corrupt("tensor blob without a tensor");
  const TensorInfo& tensor = *header.tensor;
  if (!tensor.dtype || !tensor.shape || !tensor.offsets) {
    return corrupt("tensor blob without dtype, shape or data_offsets");
  }
  const auto dtype = dtype_of(*tensor.dtype);
  if (!dtype) return corrupt("tensor blob of dtype \"" + *tensor.dtype + "\"");
  const auto bytes = bytes_of(*tensor.shape, *dtype);
  const auto& offsets = *tensor.offsets;
  const bool fits = bytes == elements.size() && offsets.size() == 2 &&
                    offsets[0] == 0 && offsets[1] >= 0 &&
                    std::uint64_t(offsets[1]) == elements.size();
  if (!fits) {
    return corrupt("tensor blob whose shape or data_offsets are not those of " +
                   std::to_string(elements.size()) + " bytes of elements");
  }
  const Metadata metadata = header.metadata.value_or(Metadata());
  TensorBlob blob{tensor.name, metadata.step, metadata.wall_secs,
                  *dtype,      *tensor.shape, elements};
  if (metadata.is_complex && !make_complex(blob)) {
    return corrupt("tensor blob of complex numbers that are not pairs");
  }
  return blob;
}

}  // namespace

Result<TensorBlob> decode_tensor_blob(std::string_view bytes) {
  constexpr std::size_t kLengthBytes = sizeof(std::uint64_t);
  if (bytes.size() < kLengthBytes) {
    return corrupt("tensor blob of " + std::to_string(bytes.size()) + " bytes");
  }
  const auto length = load_le<std::uint64_t>(bytes.data());
  bytes.remove_prefix(kLengthBytes);
  if (length > bytes.size()) {
    return corrupt("tensor blob with a header of " + std::to_string(length) +
                   " bytes, but only " + std::to_string(bytes.size()) +
                   " behind its length");
  }
  const auto header = read_header(bytes.substr(0, length));
  if (!header) return header.error();
  return make_blob(*header, bytes.substr(length));
}

}  // namespace stepline::reader
