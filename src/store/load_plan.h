#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepline::store {

// A stretch of a file for one thread.
struct Stretch {
  std::size_t file = 0;  // Index into the files given.
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // ~0 for the last of a file: to wherever it ends.
  bool find_start = false;
};

struct Remaining {
  std::uint64_t begin = 0;  // How far the file has been read.
  std::uint64_t size = 0;
};

// Which stretches to load, in the order of files: whole files, where there are
// enough of them to go round; large ones cut, where not, but no finer than
// `least_bytes`, since every cut leaves short blocks behind. Even one thread
// gets a very large file in stretches, so that it can be looked at while it
// loads.
std::vector<Stretch> plan_load(std::span<const Remaining> files,
                               unsigned threads,
                               std::uint64_t least_bytes = 64 << 20,
                               std::uint64_t most_bytes = 256 << 20);

}  // namespace stepline::store
