#include "event/well_formed.h"

#include <array>

#include "event/field_reader.h"

namespace stepline::event {
namespace {

// What stands inside a length-delimited field.
enum class Inside : std::uint8_t {
  Opaque,
  Flat,
  TensorShape,
  Fixed32s,
  Fixed64s,
  Varints,
};

using Fields = std::array<Inside, 19>;  // By field number.

constexpr Fields fields_of(WireMessage message) {
  using enum Inside;
  Fields fields{};
  switch (message) {
    case WireMessage::Flat:
      break;
    case WireMessage::Metadata:
      fields[1] = Flat;
      break;
    case WireMessage::Histogram:
      fields[6] = fields[7] = Fixed64s;
      break;
    case WireMessage::Tensor:
      fields[2] = Inside::TensorShape;
      fields[5] = fields[9] = Fixed32s;
      fields[6] = fields[12] = Fixed64s;
      fields[7] = fields[10] = fields[11] = Varints;
      fields[13] = fields[16] = fields[17] = Varints;
      break;
    case WireMessage::TensorShape:
      fields[2] = Flat;
      break;
  }
  return fields;
}

constexpr std::array kFields = {
    fields_of(WireMessage::Flat),        fields_of(WireMessage::Metadata),
    fields_of(WireMessage::Histogram),   fields_of(WireMessage::Tensor),
    fields_of(WireMessage::TensorShape),
};

void check_varints(std::string_view packed) {
  const char* at = packed.data();
  const char* end = at + packed.size();
  while (at != end) protozero::skip_varint(&at, end);
}

void check_multiple(std::string_view packed, std::size_t size) {
  if (packed.size() % size != 0) throw protozero::invalid_length_exception();
}

void check_inside(std::string_view bytes, Inside inside) {
  switch (inside) {
    case Inside::Opaque:
      return;
    case Inside::Flat:
      return check_well_formed(bytes, WireMessage::Flat);
    case Inside::TensorShape:
      return check_well_formed(bytes, WireMessage::TensorShape);
    case Inside::Fixed32s:
      return check_multiple(bytes, 4);
    case Inside::Fixed64s:
      return check_multiple(bytes, 8);
    case Inside::Varints:
      return check_varints(bytes);
  }
}

}  // namespace

void check_well_formed(std::string_view bytes, WireMessage message) {
  const Fields& fields = kFields[static_cast<std::size_t>(message)];
  FieldReader in(bytes);
  while (in.next()) {
    const std::uint32_t number = in.number();
    if (number >= fields.size() || fields[number] == Inside::Opaque) {
      in.skip();
    } else if (std::string_view inside; in.read_view(inside)) {
      check_inside(inside, fields[number]);
    }
  }
}

}  // namespace stepline::event
