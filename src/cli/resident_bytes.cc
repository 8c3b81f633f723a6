#include "cli/resident_bytes.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <span>

namespace stepline::cli {

std::uint64_t resident_bytes(storage::FileSystem& files) {
  const auto file = files.open("/proc/self/statm");
  if (!file) return 0;
  std::array<char, 256> text{};
  const auto got = (*file)->read(0, std::span(text.data(), text.size() - 1));
  const char* const space = got ? std::strchr(text.data(), ' ') : nullptr;
  if (space == nullptr) return 0;
  const std::uint64_t pages = std::strtoull(space, nullptr, 10);
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace stepline::cli
