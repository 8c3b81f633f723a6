#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/utf8.h"

namespace stepline::event {

// Appends the fields of one protobuf message to a string, so that an encoder
// reads like the .proto file:
//
//   void write(FieldWriter& out, const Image& image) {
//     out.number(ImageField::Height, image.height);
//   }
//
// number(), text() and bytes() leave out zeros and empty strings, as proto3
// does for fields without presence; *_member() always write, as for members of
// a oneof and elements of repeated fields. A message is written even if empty.
//
// Private to the sources of this layer. The string must outlive the writer.
class FieldWriter {
 public:
  explicit FieldWriter(std::string& out) : buffer_(out), out_(out) {}

  template <class Field, class T>
  void number(Field field, T value) {
    if (!is_zero(value)) number_member(field, value);
  }

  template <class Field, class T>
  void number_member(Field field, T value) {
    const auto tag = static_cast<protozero::pbf_tag_type>(field);
    if constexpr (std::same_as<T, float>) {
      out_.add_float(tag, value);
    } else if constexpr (std::same_as<T, double>) {
      out_.add_double(tag, value);
    } else {
      out_.add_uint64(tag, static_cast<std::uint64_t>(value));
    }
  }

  template <class Field>
  void text(Field field, std::string_view text) {
    if (!text.empty()) text_member(field, text);
  }

  // What is not UTF-8 is replaced by U+FFFD: parsers refuse it.
  template <class Field>
  void text_member(Field field, std::string_view text) {
    if (is_utf8(text)) {
      bytes_member(field, text);
    } else {
      bytes_member(field, repair_utf8(text));
    }
  }

  template <class Field>
  void bytes(Field field, std::string_view bytes) {
    if (!bytes.empty()) bytes_member(field, bytes);
  }

  template <class Field>
  void bytes_member(Field field, std::string_view bytes) {
    out_.add_bytes(static_cast<protozero::pbf_tag_type>(field), bytes.data(),
                   bytes.size());
  }

  template <class Field, class T>
  void packed(Field field, const std::vector<T>& values) {
    const auto tag = static_cast<protozero::pbf_tag_type>(field);
    if constexpr (std::same_as<T, float> || std::same_as<T, double>) {
      packed_fixed(tag, values);
    } else if constexpr (std::signed_integral<T>) {
      out_.add_packed_int64(tag, values.begin(), values.end());
    } else {
      out_.add_packed_uint64(tag, values.begin(), values.end());
    }
  }

  // Any value but 0 is true.
  template <class Field>
  void packed_bool(Field field, const std::vector<std::uint8_t>& values) {
    std::string bools(values.size(), '\0');
    for (std::size_t i = 0; i < values.size(); ++i) bools[i] = values[i] != 0;
    bytes(field, bools);
  }

  // Writes by the overload of write() for the message, which must be visible
  // by argument-dependent lookup.
  template <class Field, class Message>
  void message(Field field, const Message& message) {
    submessage(field, [&](FieldWriter& sub) { write(sub, message); });
  }

  template <class Field, class Message>
  void messages(Field field, const std::vector<Message>& all) {
    for (const Message& each : all) message(field, each);
  }

  // Writes the fields that `fill(FieldWriter&)` writes, as one message.
  template <class Field, class Fill>
  void submessage(Field field, Fill&& fill) {
    const std::size_t before = buffer_.size();
    {
      FieldWriter sub(*this, static_cast<protozero::pbf_tag_type>(field));
      fill(sub);
    }
    // The underlying writer takes back a submessage that stayed empty.
    if (buffer_.size() == before) bytes_member(field, {});
  }

 private:
  FieldWriter(FieldWriter& parent, protozero::pbf_tag_type tag)
      : buffer_(parent.buffer_), out_(parent.out_, tag) {}

  // -0.0 is not zero: only the bits count.
  template <class T>
  static bool is_zero(T value) {
    if constexpr (std::same_as<T, float>) {
      return std::bit_cast<std::uint32_t>(value) == 0;
    } else if constexpr (std::same_as<T, double>) {
      return std::bit_cast<std::uint64_t>(value) == 0;
    } else {
      return value == T{};
    }
  }

  template <class T>
  void packed_fixed(protozero::pbf_tag_type tag, const std::vector<T>& values) {
    if (values.empty()) return;
    if constexpr (std::endian::native == std::endian::little) {
      out_.add_bytes(tag, reinterpret_cast<const char*>(values.data()),
                     values.size() * sizeof(T));
    } else if constexpr (std::same_as<T, float>) {
      out_.add_packed_float(tag, values.begin(), values.end());
    } else {
      out_.add_packed_double(tag, values.begin(), values.end());
    }
  }

  std::string& buffer_;
  protozero::pbf_writer out_;
};

// The whole message, by its write().
template <class Message>
std::string encode_message(const Message& message) {
  std::string bytes;
  FieldWriter out(bytes);
  write(out, message);
  return bytes;
}

}  // namespace stepline::event
