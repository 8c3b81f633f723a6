#include "event/tensor_wire.h"

#include "event/wire.h"

namespace stepline::event {
namespace {

enum class DimField : std::uint32_t { Size = 1, Name = 2 };
enum class ShapeField : std::uint32_t { Dim = 2, UnknownRank = 3 };
enum class TensorField : std::uint32_t {
  Dtype = 1,
  Shape = 2,
  VersionNumber = 3,
  Content = 4,
  FloatVal = 5,
  DoubleVal = 6,
  IntVal = 7,
  StringVal = 8,
  ScomplexVal = 9,
  Int64Val = 10,
  BoolVal = 11,
  DcomplexVal = 12,
  HalfVal = 13,
  UInt32Val = 16,
  UInt64Val = 17,
  Float8Val = 18,
};

}  // namespace

static void write(FieldWriter& out, const TensorShape::Dim& dim) {
  out.number(DimField::Size, dim.size);
  out.text(DimField::Name, dim.name);
}

static void merge(FieldReader in, TensorShape::Dim& dim) {
  while (in.next()) {
    switch (DimField(in.number())) {
      case DimField::Size:
        in.read(dim.size);
        break;
      case DimField::Name:
        in.read_text(dim.name);
        break;
      default:
        in.skip();
    }
  }
}

void write(FieldWriter& out, const TensorShape& shape) {
  out.messages(ShapeField::Dim, shape.dims);
  out.number(ShapeField::UnknownRank, shape.unknown_rank);
}

void merge(FieldReader in, TensorShape& shape) {
  while (in.next()) {
    switch (ShapeField(in.number())) {
      case ShapeField::Dim:
        in.read_message(shape.dims);
        break;
      case ShapeField::UnknownRank:
        in.read(shape.unknown_rank);
        break;
      default:
        in.skip();
    }
  }
}

void write(FieldWriter& out, const TensorProto& tensor) {
  using enum TensorField;
  out.number(Dtype, tensor.dtype);
  if (tensor.has_shape) out.message(Shape, tensor.shape);
  out.number(VersionNumber, tensor.version_number);
  out.bytes(Content, tensor.tensor_content);
  out.packed(FloatVal, tensor.float_val);
  out.packed(DoubleVal, tensor.double_val);
  out.packed(IntVal, tensor.int_val);
  for (const std::string& each : tensor.string_val) {
    out.bytes_member(StringVal, each);
  }
  out.packed(ScomplexVal, tensor.scomplex_val);
  out.packed(Int64Val, tensor.int64_val);
  out.packed_bool(BoolVal, tensor.bool_val);
  out.packed(DcomplexVal, tensor.dcomplex_val);
  out.packed(HalfVal, tensor.half_val);
  out.packed(UInt32Val, tensor.uint32_val);
  out.packed(UInt64Val, tensor.uint64_val);
  out.bytes(Float8Val, tensor.float8_val);
}

void merge(FieldReader in, TensorProto& tensor) {
  using enum TensorField;
  while (in.next()) {
    switch (TensorField(in.number())) {
      case Dtype:
        in.read(tensor.dtype);
        break;
      case Shape:
        if (in.read_message(tensor.shape)) tensor.has_shape = true;
        break;
      case VersionNumber:
        in.read(tensor.version_number);
        break;
      case Content:
        in.read_bytes(tensor.tensor_content);
        break;
      case FloatVal:
        in.read_repeated(tensor.float_val);
        break;
      case DoubleVal:
        in.read_repeated(tensor.double_val);
        break;
      case IntVal:
        in.read_repeated(tensor.int_val);
        break;
      case StringVal:
        in.read_repeated_bytes(tensor.string_val);
        break;
      case ScomplexVal:
        in.read_repeated(tensor.scomplex_val);
        break;
      case Int64Val:
        in.read_repeated(tensor.int64_val);
        break;
      case BoolVal:
        in.read_repeated_bool(tensor.bool_val);
        break;
      case DcomplexVal:
        in.read_repeated(tensor.dcomplex_val);
        break;
      case HalfVal:
        in.read_repeated(tensor.half_val);
        break;
      case UInt32Val:
        in.read_repeated(tensor.uint32_val);
        break;
      case UInt64Val:
        in.read_repeated(tensor.uint64_val);
        break;
      case Float8Val:
        in.read_bytes(tensor.float8_val);
        break;
      default:
        in.skip();
    }
  }
}

std::string encode_tensor(const TensorProto& tensor) {
  return encode_message(tensor);
}

Result<TensorProto> decode_tensor(std::string_view bytes) {
  return decode_message<TensorProto>("TensorProto", bytes);
}

}  // namespace stepline::event
