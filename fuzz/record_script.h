#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/record_writer.h"

namespace stepline::record {

// Bytes of a fuzzer taken for a script that makes a file of records and damages
// it, in steps of an operation and a number n: 0 a record of the next n bytes,
// 1 the next n bytes as they stand, 2 damage of the byte that two more bytes
// point at, 3 n bytes cut off the end.
class Script {
 public:
  explicit Script(std::string_view rest) : rest_(rest) {}

  bool done() const { return rest_.empty(); }
  std::uint8_t byte() {
    const std::string_view taken = take(1);
    return taken.empty() ? 0 : static_cast<std::uint8_t>(taken[0]);
  }
  std::string_view take(std::size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }

 private:
  std::string_view rest_;
};

struct File {
  std::string bytes;
  std::vector<std::string> records;
  bool damaged = false;
};

inline void run_step(Script& script, File& file) {
  const int operation = script.byte() & 3;
  const std::uint8_t n = script.byte();
  if (operation == 0) {
    const std::string_view payload = script.take(n);
    append_record(file.bytes, payload);
    file.records.emplace_back(payload);
    return;
  }
  file.damaged = true;
  if (operation == 1) {
    file.bytes += script.take(n);
  } else if (operation == 2) {
    const std::size_t place = script.byte() * std::size_t{256} + script.byte();
    if (!file.bytes.empty()) {
      file.bytes[place % file.bytes.size()] ^= static_cast<char>(n | 1);
    }
  } else {
    file.bytes.resize(file.bytes.size() -
                      std::min<std::size_t>(n, file.bytes.size()));
  }
}

}  // namespace stepline::record
