#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <protozero/pbf_reader.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/utf8.h"
#include "stepline/result.h"

namespace stepline::event {

template <class T>
concept WireNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// Reads the fields of one protobuf message, so that a decoder reads like the
// .proto file:
//
//   void merge(FieldReader in, Image& image) {
//     while (in.next()) {
//       switch (ImageField(in.number())) {
//         case ImageField::Height: in.read(image.height); break;
//         default: in.skip();
//       }
//     }
//   }
//
// Every case must call exactly one read_* or skip(). As in protobuf's own
// parsers, a field whose wire type is not the one its number calls for is
// skipped like an unknown one, the last of several values of a singular field
// wins, and messages that come in pieces are merged.
//
// Throws protozero::exception on malformed bytes; only decode_message() lets
// it come to that. Private to the sources of this layer. The bytes must outlive
// the reader.
class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes)
      : in_(bytes.data(), bytes.size()) {}

  bool next() { return in_.next(); }
  std::uint32_t number() const { return in_.tag(); }
  void skip() { in_.skip(); }

  // Where the next field begins; behind read() the end of what it has read.
  const char* position() const { return in_.data().data(); }

  // Returns whether there was a number of T's wire type; `value` is untouched
  // if not.
  template <WireNumber T>
  bool read(T& value) {
    if (in_.wire_type() != wire_type_of<T>()) return skipped();
    value = one<T>();
    return true;
  }

  // What is not UTF-8 is replaced by U+FFFD.
  bool read_text(std::string& text) {
    std::string_view view;
    if (!read_view(view)) return false;
    text = is_utf8(view) ? std::string(view) : repair_utf8(view);
    return true;
  }

  bool read_bytes(std::string& bytes) {
    std::string_view view;
    if (!read_view(view)) return false;
    bytes = view;
    return true;
  }

  // Text, bytes or a submessage as it stands in the bytes, not copied.
  bool read_view(std::string_view& view) {
    if (in_.wire_type() != protozero::pbf_wire_type::length_delimited) {
      return skipped();
    }
    const auto data = in_.get_view();
    view = {data.data(), data.size()};
    return true;
  }

  // A repeated number, packed or not, appended to `values`.
  template <class T>
  void read_repeated(std::vector<T>& values) {
    read_repeated_as<T>(values);
  }
  void read_repeated_bytes(std::vector<std::string>& values) {
    std::string_view view;
    if (read_view(view)) values.emplace_back(view);
  }
  void read_repeated_text(std::vector<std::string>& values) {
    std::string text;
    if (read_text(text)) values.push_back(std::move(text));
  }
  void read_repeated_bool(std::vector<std::uint8_t>& values) {
    read_repeated_as<bool>(values);
  }

  // The bytes of a repeated float: a packed list, or one of them.
  bool read_floats_view(std::string_view& view) {
    if (in_.wire_type() != protozero::pbf_wire_type::fixed32) {
      return read_view(view);
    }
    in_.skip();
    view = {position() - sizeof(float), sizeof(float)};
    return true;
  }

  // Each number of a repeated field, packed or not, given to `visit`.
  template <WireNumber T, class Visit>
  void visit_repeated(Visit visit) {
    if (T value; in_.wire_type() == wire_type_of<T>()) {
      read(value);
      visit(value);
    } else if (std::string_view packed; read_view(packed)) {
      visit_packed<T>(packed, visit);
    }
  }

  // Merges the submessage into `message` by the overload of merge() for it,
  // which must be visible by argument-dependent lookup.
  template <class Message>
  bool read_message(Message& message) {
    std::string_view view;
    if (!read_view(view)) return false;
    merge(FieldReader(view), message);
    return true;
  }

  template <class Message>
  void read_message(std::optional<Message>& message) {
    if (in_.wire_type() != protozero::pbf_wire_type::length_delimited) {
      return in_.skip();
    }
    if (!message) message.emplace();
    read_message(*message);
  }

  template <class Message>
  void read_message(std::vector<Message>& messages) {
    Message message;
    if (read_message(message)) messages.push_back(std::move(message));
  }

  // A message that is a member of a oneof: merged with what is there if that
  // is the same member, otherwise put in its place.
  template <class Message, class... Members>
  void read_member(std::variant<Members...>& oneof) {
    if (in_.wire_type() != protozero::pbf_wire_type::length_delimited) {
      return in_.skip();
    }
    if (!std::holds_alternative<Message>(oneof)) {
      oneof.template emplace<Message>();
    }
    read_message(*std::get_if<Message>(&oneof));
  }

 private:
  bool skipped() {
    in_.skip();
    return false;
  }

  template <WireNumber T>
  static constexpr protozero::pbf_wire_type wire_type_of() {
    if (std::same_as<T, float>) return protozero::pbf_wire_type::fixed32;
    if (std::same_as<T, double>) return protozero::pbf_wire_type::fixed64;
    return protozero::pbf_wire_type::varint;
  }

  template <WireNumber T>
  T one() {
    if constexpr (std::same_as<T, float>) {
      return in_.get_float();
    } else if constexpr (std::same_as<T, double>) {
      return in_.get_double();
    } else {
      return from_varint<T>(in_.get_uint64());
    }
  }

  template <WireNumber T>
  static T from_varint(std::uint64_t value) {
    if constexpr (std::same_as<T, bool>) {
      return value != 0;
    } else {
      return static_cast<T>(value);
    }
  }

  template <WireNumber T, class Stored>
  void read_repeated_as(std::vector<Stored>& values) {
    std::string_view packed;
    if constexpr (std::floating_point<T>) {
      if (in_.wire_type() == protozero::pbf_wire_type::length_delimited) {
        read_view(packed);
        return append_fixed(packed, values);
      }
    }
    visit_repeated<T>([&](T value) { values.push_back(value); });
  }

  template <WireNumber T, class Visit>
  static void visit_packed(std::string_view packed, Visit visit) {
    if (std::floating_point<T> && packed.size() % sizeof(T) != 0) {
      throw protozero::invalid_length_exception();
    }
    const char* at = packed.data();
    const char* end = at + packed.size();
    while (at != end) {
      if constexpr (std::floating_point<T>) {
        visit(load_le<T>(at));
        at += sizeof(T);
      } else {
        visit(from_varint<T>(protozero::decode_varint(&at, end)));
      }
    }
  }

  template <std::floating_point T>
  static void append_fixed(std::string_view packed, std::vector<T>& values) {
    if (packed.empty()) return;
    if (packed.size() % sizeof(T) != 0) {
      throw protozero::invalid_length_exception();
    }
    const std::size_t before = values.size();
    values.resize(before + packed.size() / sizeof(T));
    std::memcpy(values.data() + before, packed.data(), packed.size());
#if PROTOZERO_BYTE_ORDER != PROTOZERO_LITTLE_ENDIAN
    for (std::size_t i = before; i < values.size(); ++i) {
      protozero::byteswap_inplace(&values[i]);
    }
#endif
  }

  protozero::pbf_reader in_;
};

// Decodes a whole message by its merge(); malformed bytes are an Error whose
// message names `name`.
template <class Message>
Result<Message> decode_message(std::string_view name, std::string_view bytes) {
  Message message;
  try {
    merge(FieldReader(bytes), message);
  } catch (const protozero::exception& malformed) {
    return Error{ErrorCode::Corrupt, "malformed " + std::string(name) + " of " +
                                         std::to_string(bytes.size()) +
                                         " bytes: " + malformed.what()};
  }
  return message;
}

}  // namespace stepline::event
