#include "event/scalar_of_tensor.h"

#include <array>

#include "base/bytes.h"
#include "base/float_bits.h"
#include "event/event_view.h"
#include "event/field_reader.h"
#include "event/seen_fields.h"
#include "event/tensor_proto.h"

namespace stepline::event {
namespace {

enum class DimField : std::uint32_t { Size = 1 };
enum class ShapeField : std::uint32_t { Dim = 2, UnknownRank = 3 };
enum class TensorField : std::uint32_t {
  Dtype = 1,
  Shape = 2,
  Content = 4,
  FloatVal = 5,
  DoubleVal = 6,
  IntVal = 7,
  Int64Val = 10,
  BoolVal = 11,
  HalfVal = 13,
  UInt32Val = 16,
  UInt64Val = 17,
  Float8Val = 18,
};

// A tensor but for its typed values.
struct Outline {
  DataType dtype = DataType::Invalid;
  bool unknown_rank = false;
  bool all_dims_are_one = true;
  std::string_view content;

  bool one_element() const { return !unknown_rank && all_dims_are_one; }
};

bool is_one(FieldReader dim) {
  std::int64_t size = 0;
  while (dim.next()) {
    if (DimField(dim.number()) == DimField::Size) {
      dim.read(size);
    } else {
      dim.skip();
    }
  }
  return size == 1;
}

void read_shape(FieldReader in, Outline& outline) {
  while (in.next()) {
    if (ShapeField(in.number()) == ShapeField::UnknownRank) {
      in.read(outline.unknown_rank);
    } else if (ShapeField(in.number()) != ShapeField::Dim) {
      in.skip();
    } else if (std::string_view dim; in.read_view(dim)) {
      outline.all_dims_are_one &= is_one(FieldReader(dim));
    }
  }
}

void read_outline_field(FieldReader& in, Outline& outline) {
  switch (TensorField(in.number())) {
    case TensorField::Dtype:
      in.read(outline.dtype);
      break;
    case TensorField::Shape:
      if (std::string_view shape; in.read_view(shape)) {
        read_shape(FieldReader(shape), outline);
      }
      break;
    case TensorField::Content:
      in.read_view(outline.content);
      break;
    default:
      in.skip();
  }
}

Outline outline_of(std::string_view tensor) {
  Outline outline;
  FieldReader in(tensor);
  while (in.next()) read_outline_field(in, outline);
  return outline;
}

// The typed values of a tensor: how many, and the bits of the last.
struct Listed {
  std::size_t count = 0;
  std::uint64_t last = 0;

  void add(std::uint64_t bits) {
    ++count;
    last = bits;
  }
};

void read_listed(FieldReader& in, Listed& listed) {
  switch (TensorField(in.number())) {
    case TensorField::FloatVal:
      return in.visit_repeated<float>([&](float value) {
        listed.add(std::bit_cast<std::uint32_t>(value));
      });
    case TensorField::DoubleVal:
      return in.visit_repeated<double>([&](double value) {
        listed.add(std::bit_cast<std::uint64_t>(value));
      });
    case TensorField::BoolVal:
      return in.visit_repeated<bool>([&](bool value) { listed.add(value); });
    case TensorField::Float8Val:
      if (std::string_view bytes; in.read_view(bytes)) {
        listed.count = bytes.size();
        listed.last = bytes.empty() ? 0 : std::uint8_t(bytes.back());
      }
      return;
    default:
      return in.visit_repeated<std::uint64_t>(
          [&](std::uint64_t value) { listed.add(value); });
  }
}

Listed listed_values(std::string_view tensor, TensorField field) {
  Listed listed;
  FieldReader in(tensor);
  while (in.next()) {
    if (TensorField(in.number()) == field) {
      read_listed(in, listed);
    } else {
      in.skip();
    }
  }
  return listed;
}

template <class T>
double as_number(std::uint64_t bits) {
  return static_cast<double>(
      std::bit_cast<T>(static_cast<detail::UnsignedOf<sizeof(T)>>(bits)));
}

// How the elements of a dtype are stored.
struct Encoding {
  DataType dtype;
  TensorField field;
  std::size_t bytes;
  bool is_double;
  double (*to_number)(std::uint64_t bits);
};

constexpr std::array<Encoding, 15> kEncodings = {{
    {DataType::Float, TensorField::FloatVal, 4, false, as_number<float>},
    {DataType::Double, TensorField::DoubleVal, 8, true, as_number<double>},
    {DataType::Int32, TensorField::IntVal, 4, true, as_number<std::int32_t>},
    {DataType::Int64, TensorField::Int64Val, 8, true, as_number<std::int64_t>},
    {DataType::UInt32, TensorField::UInt32Val, 4, true,
     as_number<std::uint32_t>},
    {DataType::UInt64, TensorField::UInt64Val, 8, true,
     as_number<std::uint64_t>},
    {DataType::Int8, TensorField::IntVal, 1, false, as_number<std::int8_t>},
    {DataType::UInt8, TensorField::IntVal, 1, false, as_number<std::uint8_t>},
    {DataType::Int16, TensorField::IntVal, 2, false, as_number<std::int16_t>},
    {DataType::UInt16, TensorField::IntVal, 2, false, as_number<std::uint16_t>},
    {DataType::Bool, TensorField::BoolVal, 1, false,
     [](std::uint64_t bits) { return bits != 0 ? 1.0 : 0.0; }},
    {DataType::Half, TensorField::HalfVal, 2, false,
     [](std::uint64_t bits) {
       return double{half_to_float(static_cast<std::uint16_t>(bits))};
     }},
    {DataType::BFloat16, TensorField::HalfVal, 2, false,
     [](std::uint64_t bits) {
       return double{bfloat16_to_float(static_cast<std::uint16_t>(bits))};
     }},
    {DataType::Float8E5M2, TensorField::Float8Val, 1, false,
     [](std::uint64_t bits) {
       return double{float8_e5m2_to_float(static_cast<std::uint8_t>(bits))};
     }},
    {DataType::Float8E4M3, TensorField::Float8Val, 1, false,
     [](std::uint64_t bits) {
       return double{float8_e4m3fn_to_float(static_cast<std::uint8_t>(bits))};
     }},
}};

const Encoding* encoding_of(DataType dtype) {
  for (const Encoding& each : kEncodings) {
    if (each.dtype == dtype) return &each;
  }
  return nullptr;
}

std::uint64_t load_bits(std::string_view bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bits |= std::uint64_t{std::uint8_t(bytes[i])} << (8 * i);
  }
  return bits;
}

std::optional<ScalarValue> find_scalar(std::string_view tensor) {
  const Outline outline = outline_of(tensor);
  const Encoding* encoding = encoding_of(outline.dtype);
  if (encoding == nullptr || !outline.one_element()) return std::nullopt;
  std::uint64_t bits = 0;
  if (!outline.content.empty()) {
    if (outline.content.size() != encoding->bytes) return std::nullopt;
    bits = load_bits(outline.content);
  } else {
    const Listed listed = listed_values(tensor, encoding->field);
    if (listed.count > 1) return std::nullopt;
    bits = listed.last;
  }
  return ScalarValue{encoding->to_number(bits), encoding->is_double};
}

}  // namespace

std::optional<ScalarValue> scalar_of_tensor(std::string_view tensor_bytes) {
  try {
    return find_scalar(tensor_bytes);
  } catch (const protozero::exception&) {
    return std::nullopt;
  }
}

const char* float_of_tensor(std::string_view tensor_bytes) {
  Outline outline;
  SeenFields seen;
  std::string_view listed;
  FieldReader in(tensor_bytes);
  while (in.next()) {
    seen.add(in.number());
    if (TensorField(in.number()) == TensorField::FloatVal) {
      in.read_floats_view(listed);
    } else {
      read_outline_field(in, outline);
    }
  }
  const std::string_view bytes =
      outline.content.empty() ? listed : outline.content;
  const bool one_float = outline.dtype == DataType::Float &&
                         outline.one_element() && bytes.size() == sizeof(float);
  return one_float && !seen.repeated() ? bytes.data() : nullptr;
}

}  // namespace stepline::event
