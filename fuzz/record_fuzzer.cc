// A file of records, good and damaged, by a script that the bytes are taken
// for. Read while it grows in pieces of any size it must give what it gives
// when read at once; and all of its records where nothing was damaged.
//
// The script: four bytes that seed the sizes of the pieces, then steps of an
// operation and a number n: 0 a record of the next n bytes, 1 the next n bytes
// as they stand, 2 damage of the byte that two more bytes point at, 3 n bytes
// cut off the end.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "record/record_reader.h"
#include "record/record_writer.h"
#include "storage/byte_source.h"

namespace stepline::record {
namespace {

struct File {
  std::string bytes;
  std::vector<std::string> records;
  bool damaged = false;
};

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

void run_step(Script& script, File& file) {
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

// The file as far as it has been written.
class GrowingSource final : public storage::ByteSource {
 public:
  GrowingSource(std::string_view bytes, std::size_t visible)
      : bytes_(bytes), visible_(std::min(visible, bytes.size())) {}

  bool grow(std::size_t by) {
    if (visible_ == bytes_.size()) return false;
    visible_ = std::min(bytes_.size(), visible_ + by);
    return true;
  }

  Result<std::size_t> read(std::uint64_t offset, std::span<char> to) override {
    if (offset >= visible_) return std::size_t{0};
    return bytes_.substr(0, visible_).copy(to.data(), to.size(), offset);
  }
  std::string_view name() const override { return "events"; }

 private:
  std::string_view bytes_;
  std::size_t visible_;
};

// Offset and payload of each record; for damage its offset and the message.
std::vector<std::pair<std::uint64_t, std::string>> read_all(
    GrowingSource& source, std::mt19937& pieces) {
  std::vector<std::pair<std::uint64_t, std::string>> found;
  Reader reader(source);
  while (true) {
    const auto record = reader.next();
    if (!record) {
      found.emplace_back(reader.offset(), record.error().message);
      reader.resynchronise();
    } else if (*record) {
      found.emplace_back((*record)->offset, (*record)->payload);
    } else if (!source.grow(1 + pieces() % 64)) {
      return found;
    }
  }
}

void check(std::string_view data) {
  Script script(data);
  std::uint32_t seed = 0;
  for (const char c : script.take(4)) seed = seed << 8 | std::uint8_t(c);
  File file;
  while (!script.done()) run_step(script, file);

  std::mt19937 pieces(seed);
  GrowingSource whole(file.bytes, file.bytes.size());
  const auto at_once = read_all(whole, pieces);
  GrowingSource growing(file.bytes, pieces() % 64);
  if (read_all(growing, pieces) != at_once) std::abort();
  if (file.damaged) return;
  if (at_once.size() != file.records.size()) std::abort();
  for (std::size_t i = 0; i < at_once.size(); ++i) {
    if (at_once[i].second != file.records[i]) std::abort();
  }
}

}  // namespace
}  // namespace stepline::record

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  stepline::record::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
