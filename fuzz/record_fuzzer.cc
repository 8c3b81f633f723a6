// A file of records, good and damaged, by a script that the bytes are taken
// for. Read while it grows in pieces of any size it must give what it gives
// when read at once; and all of its records where nothing was damaged.
//
// Four bytes seed the sizes of the pieces; the rest is the script.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "record/record_reader.h"
#include "record_script.h"
#include "storage/byte_source.h"

namespace stepline::record {
namespace {

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
