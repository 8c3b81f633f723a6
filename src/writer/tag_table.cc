#include "writer/tag_table.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <span>

#include "base/utf8.h"

namespace stepline::writer {
namespace {

// One thread's memory of tags it has used. An entry is trusted only when table,
// hash and every byte of the name agree. The name is the table's own: equal
// numbers mean that it is this table, which is alive and keeps its names.
struct Entry {
  std::uint64_t table_uid;  // 0: empty.
  const char* name;
  std::uint32_t size;
  std::uint32_t hash;
  std::uint32_t id;
};

// A tag is in one of kProbes neighbours, or not in the cache.
struct Cache {
  static constexpr std::size_t kEntries = 4096;
  static constexpr std::size_t kProbes = 4;
  std::array<Entry, kEntries + kProbes - 1> entries;

  std::span<Entry, kProbes> neighbours(std::uint32_t hash) {
    return std::span<Entry, kProbes>(&entries[hash % kEntries], kProbes);
  }
};

// Only a pointer lives in thread-local storage, since that is scarce in a
// library loaded at run time; calloc'ed memory is not touched before its use.
constinit thread_local Cache* t_cache = nullptr;

Cache& make_cache() {
  static const pthread_key_t key = [] {
    pthread_key_t k;
    pthread_key_create(&k, [](void* cache) {
      t_cache = nullptr;
      std::free(cache);
    });
    return k;
  }();
  t_cache = static_cast<Cache*>(std::calloc(1, sizeof(Cache)));
  if (t_cache == nullptr) throw std::bad_alloc();
  pthread_setspecific(key, t_cache);
  return *t_cache;
}

template <class Word = std::uint64_t>
Word load(const char* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// Up to seven bytes, each at least once.
std::uint64_t load_short(const char* data, std::size_t size) {
  if (size >= 4) {
    return load<std::uint32_t>(data) |
           std::uint64_t{load<std::uint32_t>(data + size - 4)} << 32;
  }
  if (size == 0) return 0;
  return static_cast<std::uint64_t>(load<std::uint8_t>(data)) |
         static_cast<std::uint64_t>(load<std::uint8_t>(data + size / 2)) << 8 |
         static_cast<std::uint64_t>(load<std::uint8_t>(data + size - 1)) << 16;
}

// Most tags have eight to sixteen bytes: two words that overlap.
bool same_bytes(const char* a, const char* b, std::size_t size) {
  if (size < 8 || size > 16) return size == 0 || !std::memcmp(a, b, size);
  return ((load(a) ^ load(b)) | (load(a + size - 8) ^ load(b + size - 8))) == 0;
}

// The upper half is folded into the lower first: a product's bits depend on
// the factor's lower bits only, and tags differ in a word's last characters,
// which are its upper bytes.
std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  const std::uint64_t mixed = hash ^ word;
  return (mixed ^ (mixed >> 32)) * 0xff51afd7ed558ccdu;
}

// Length and three words: enough to spread tags, which differ at the end, at
// the beginning or in a number in the middle.
std::uint32_t cheap_hash(std::string_view name) {
  const std::size_t size = name.size();
  const char* data = name.data();
  std::uint64_t hash = size * 0x9e3779b97f4a7c15u;
  if (size >= 8) {
    hash = mix(hash, load(data));
    if (size > 16) hash = mix(hash, load(data + size / 2 - 4));
    hash = mix(hash, load(data + size - 8));
  } else {
    hash = mix(hash, load_short(data, size));
  }
  return static_cast<std::uint32_t>(hash >> 32);
}

std::atomic<std::uint64_t> next_uid{1};

}  // namespace

TagTable::TagTable() : uid_(next_uid.fetch_add(1)), runs_{""} {}

std::uint32_t TagTable::id(std::string_view tag) {
  const std::uint32_t hash = cheap_hash(tag);
  Cache& cache = t_cache != nullptr ? *t_cache : make_cache();
  for (const Entry& entry : cache.neighbours(hash)) {
    if (entry.table_uid == uid_ && entry.hash == hash &&
        entry.size == tag.size() &&
        same_bytes(entry.name, tag.data(), tag.size())) [[likely]] {
      return entry.id;
    }
  }
  const Known& known = find(0, tag);
  // Another table's entry goes first, the oldest table's before others.
  *std::ranges::min_element(cache.neighbours(hash), {}, &Entry::table_uid) = {
      uid_, known.first.data() + known.first.size() - tag.size(),
      static_cast<std::uint32_t>(tag.size()), hash, known.second};
  return known.second;
}

std::uint32_t TagTable::id_in_run(std::uint32_t run, std::string_view tag) {
  return find(run, tag).second;
}

const TagTable::Known& TagTable::find(std::uint32_t run, std::string_view tag) {
  std::string key = std::to_string(run) + '/';
  key += tag;
  const std::lock_guard guard(mutex_);
  const auto [found, added] = tag_ids_.emplace(
      std::move(key), static_cast<std::uint32_t>(tags_.size()));
  if (added) tags_.push_back({repair_utf8(tag), run});
  return *found;
}

std::uint32_t TagTable::run_id(std::string_view directory) {
  const std::lock_guard guard(mutex_);
  const auto [found, added] = run_ids_.emplace(
      std::string(directory), static_cast<std::uint32_t>(runs_.size()));
  if (added) runs_.emplace_back(directory);
  return found->second;
}

TagTable::Tag TagTable::tag(std::uint32_t id) {
  const std::lock_guard guard(mutex_);
  return tags_[id];
}

std::string TagTable::run_directory(std::uint32_t run) {
  const std::lock_guard guard(mutex_);
  return runs_[run];
}

}  // namespace stepline::writer
