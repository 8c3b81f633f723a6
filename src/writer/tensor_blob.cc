#include "writer/tensor_blob.h"

#include <array>
#include <cstdio>
#include <vector>

#include "base/utf8.h"
#include "writer/tensor_reader.h"

namespace stepline::writer {
namespace {

const char* safetensors_dtype(DType dtype) {
  switch (dtype) {
    case DType::Bool:
      return "BOOL";
    case DType::Int8:
      return "I8";
    case DType::UInt8:
      return "U8";
    case DType::Int16:
      return "I16";
    case DType::UInt16:
      return "U16";
    case DType::Int32:
      return "I32";
    case DType::UInt32:
      return "U32";
    case DType::Int64:
      return "I64";
    case DType::UInt64:
      return "U64";
    case DType::Float16:
      return "F16";
    case DType::BFloat16:
      return "BF16";
    case DType::Float8E4M3:
      return "F8_E4M3";
    case DType::Float8E5M2:
      return "F8_E5M2";
    case DType::Float32:
    case DType::Complex64:
      return "F32";
    case DType::Float64:
    case DType::Complex128:
      return "F64";
  }
  return "U8";
}

bool is_complex(DType dtype) {
  return dtype == DType::Complex64 || dtype == DType::Complex128;
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : repair_utf8(text)) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", c);
      out += escape.data();
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string seconds(double secs) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.17g", secs);
  // The C locale of the program may write a decimal comma.
  for (char& c : text) {
    if (c == ',') c = '.';
  }
  return text.data();
}

std::string json_shape(const TensorView& tensor) {
  std::string out = "[";
  for (const std::int64_t n : tensor.shape()) out += std::to_string(n) + ",";
  if (is_complex(tensor.dtype())) out += "2,";
  if (out.back() == ',') out.pop_back();
  return out + "]";
}

std::string json_header(std::string_view name, const TensorView& tensor,
                        event::Step step, event::WallTime wall_time) {
  std::string out = R"({"__metadata__":{"step":")";
  out += std::to_string(step.value);
  out += R"(","wall_time":")" + seconds(wall_time.secs()) + "\"";
  if (is_complex(tensor.dtype())) out += R"(,"complex":"true")";
  out += "}," + json_string(name);
  out += R"(:{"dtype":")";
  out += safetensors_dtype(tensor.dtype());
  out += R"(","shape":)" + json_shape(tensor);
  out += R"(,"data_offsets":[0,)" + std::to_string(tensor.bytes()) + "]}}";
  return out;
}

}  // namespace

std::string tensor_blob_header(std::string_view name, const TensorView& tensor,
                               event::Step step, event::WallTime wall_time,
                               std::uint64_t file_offset) {
  std::string json = json_header(name, tensor, step, wall_time);
  const std::uint64_t end = file_offset + 8 + json.size();
  json.append((kTensorAlignment - end % kTensorAlignment) % kTensorAlignment,
              ' ');
  std::string out;
  for (int shift = 0; shift < 64; shift += 8) {
    out += static_cast<char>(std::uint64_t{json.size()} >> shift & 0xff);
  }
  return out + json;
}

std::string make_tensor_blob(std::string_view name, const TensorView& tensor,
                             event::Step step, event::WallTime wall_time,
                             std::uint64_t file_offset) {
  std::string blob =
      tensor_blob_header(name, tensor, step, wall_time, file_offset);
  const std::size_t header = blob.size();
  blob.resize(header + tensor.bytes());
  copy_contiguous(tensor, blob.data() + header);
  return blob;
}

}  // namespace stepline::writer
