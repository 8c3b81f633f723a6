// The C++ side of test_datum_oracle.py: reads Summary.Values (frames.h), each
// followed by its tag's first metadata (an empty frame: none), and writes of
// each a line: "error", or kind, plugin, data class, display name and
// description, and what the kind holds. Bytes are in hexadecimal.

#include <cstdio>
#include <iostream>
#include <string>

#include "event/wire.h"
#include "reader/datum.h"
#include "support/frames.h"

namespace stepline::reader {
namespace {

std::string hex(const std::string& bytes) {
  std::string out = "x";
  for (const char c : bytes) {
    constexpr char kDigits[] = "0123456789abcdef";
    out += kDigits[static_cast<unsigned char>(c) >> 4];
    out += kDigits[c & 15];
  }
  return out;
}

std::string number(double value) {
  char text[64];
  std::snprintf(text, sizeof text, " %.17g", value);
  return text;
}

struct Describe {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(double value) const { return number(value); }
  std::string operator()(const HistogramBuckets& histogram) const {
    std::string out;
    for (const auto& bucket : histogram.buckets) {
      out += number(bucket.left) + number(bucket.right) + number(bucket.count);
    }
    return out;
  }
  std::string operator()(const Images& images) const {
    std::string out = " " + std::to_string(images.width) + " " +
                      std::to_string(images.height);
    for (const auto& each : images.encoded) out += " " + hex(each);
    return out;
  }
  std::string operator()(const AudioClips& audio) const {
    std::string out;
    for (const auto& clip : audio.clips) out += " " + hex(clip.encoded);
    return out;
  }
  std::string operator()(const event::Array& array) const {
    std::string out = array.is_text ? " text" : " numbers";
    out += " [";
    for (const auto n : array.shape) out += std::to_string(n) + ",";
    out += "]";
    for (const auto& each : array.strings) out += " " + hex(each);
    if (!array.is_text) out += " " + hex(array.bytes);
    return out;
  }
  std::string operator()(const Message& message) const {
    return " " + hex(message.bytes);
  }
};

std::string describe(const Datum& datum) {
  std::string out(name_of(datum.kind));
  out += " " + hex(datum.metadata.plugin_name);
  out += " " + std::to_string(static_cast<int>(datum.metadata.data_class));
  out += " " + hex(datum.metadata.display_name);
  out += " " + hex(datum.metadata.description);
  return out + std::visit(Describe(), datum.content);
}

}  // namespace
}  // namespace stepline::reader

int main() {
  using namespace stepline;
  std::ios::sync_with_stdio(false);
  while (const auto frame = read_frame()) {
    const auto first = read_frame();
    const auto value = event::decode_value(*frame);
    const auto metadata = event::decode_metadata(first.value());
    const auto datum = reader::upgrade_value(
        value.value(), first->empty() ? nullptr : &metadata.value());
    std::cout << (datum ? reader::describe(*datum) : "error") << "\n";
  }
}
