#include "writer/tensor_summary.h"

#include <utility>

#include "event/plugin_names.h"
#include "writer/check.h"
#include "writer/tensor_reader.h"

namespace stepline::writer {
namespace {

constexpr std::size_t kMostProtobufBytes = (std::size_t{1} << 31) - (1 << 20);

event::DataType data_type_of(DType dtype) {
  switch (dtype) {
    case DType::Bool:
      return event::DataType::Bool;
    case DType::Int8:
      return event::DataType::Int8;
    case DType::UInt8:
      return event::DataType::UInt8;
    case DType::Int16:
      return event::DataType::Int16;
    case DType::UInt16:
      return event::DataType::UInt16;
    case DType::Int32:
      return event::DataType::Int32;
    case DType::UInt32:
      return event::DataType::UInt32;
    case DType::Int64:
      return event::DataType::Int64;
    case DType::UInt64:
      return event::DataType::UInt64;
    case DType::Float16:
      return event::DataType::Half;
    case DType::BFloat16:
      return event::DataType::BFloat16;
    case DType::Float8E4M3:
      return event::DataType::Float8E4M3;
    case DType::Float8E5M2:
      return event::DataType::Float8E5M2;
    case DType::Float32:
      return event::DataType::Float;
    case DType::Float64:
      return event::DataType::Double;
    case DType::Complex64:
      return event::DataType::Complex64;
    case DType::Complex128:
      return event::DataType::Complex128;
  }
  return event::DataType::Invalid;
}

}  // namespace

Result<void> check_tensor(std::string_view tag, const TensorView& tensor,
                          const TensorOptions& options) {
  if (auto ok = check_memory("tensor", tag, tensor); !ok) return ok;
  if (tag == "__metadata__") {
    return invalid("tensor", tag, "safetensors keeps this name for itself",
                   tensor);
  }
  if (options.tensorboard && tensor.bytes() > kMostProtobufBytes) {
    return invalid("tensor", tag,
                   "an event holds less than 2 GiB, so this fits only into the "
                   "tensor file",
                   tensor);
  }
  return check_wall_time("tensor", tag, options.wall_time);
}

event::TensorProto make_tensor_proto(const TensorView& tensor) {
  event::TensorProto proto;
  proto.dtype = data_type_of(tensor.dtype());
  proto.has_shape = true;
  for (const std::int64_t n : tensor.shape()) {
    proto.shape.dims.push_back({n, {}});
  }
  proto.tensor_content.resize(tensor.bytes());
  copy_contiguous(tensor, proto.tensor_content.data());
  return proto;
}

event::Value make_tensor(std::string_view tag, const TensorView& tensor) {
  event::Value value;
  value.tag = event::Tag(tag);
  value.metadata.emplace();
  value.metadata->plugin_name = event::kTensorPlugin;
  value.value = make_tensor_proto(tensor);
  return value;
}

}  // namespace stepline::writer
