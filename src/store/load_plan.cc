#include "store/load_plan.h"

#include <algorithm>

namespace stepline::store {

std::vector<Stretch> plan_load(std::span<const Remaining> files,
                               unsigned threads, std::uint64_t least_bytes,
                               std::uint64_t most_bytes) {
  std::uint64_t total = 0;
  for (const Remaining& file : files) {
    total += file.size - std::min(file.begin, file.size);
  }
  const std::uint64_t wanted =
      threads > 1 ? total / (2 * std::uint64_t{threads}) : most_bytes;
  const std::uint64_t target = std::clamp(wanted, least_bytes, most_bytes);
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Remaining& file = files[i];
    const std::uint64_t bytes = file.size - std::min(file.begin, file.size);
    const std::uint64_t parts =
        std::max<std::uint64_t>(1, (bytes + target / 2) / target);
    for (std::uint64_t part = 0; part < parts; ++part) {
      stretches.push_back({.file = i,
                           .begin = file.begin + bytes / parts * part,
                           .end = file.begin + bytes / parts * (part + 1),
                           .find_start = part > 0});
    }
    stretches.back().end = ~std::uint64_t{0};
  }
  return stretches;
}

}  // namespace stepline::store
