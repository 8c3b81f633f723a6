#include "writer/tag_table.h"

#include <pthread.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "base/utf8.h"

namespace stepline::writer {
namespace {

// One thread's memory of tags it has used. Direct-mapped; an entry is trusted
// only when table, hash and every byte of the name agree. The bytes are the
// entry's own copy: the table it came from may be gone.
struct Entry {
  static constexpr std::size_t kMaxName = 96;

  std::uint64_t table_uid;
  std::uint32_t hash;
  std::uint32_t id;
  std::uint32_t size;
  char name[kMaxName];
};

struct Cache {
  static constexpr std::size_t kEntries = 2048;
  std::array<Entry, kEntries> entries;
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

std::uint64_t load(const char* from) {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// Length and three words: enough to spread tags, which differ at the end, at
// the beginning or in a number in the middle.
std::uint32_t cheap_hash(std::string_view name) {
  const std::size_t size = name.size();
  const char* data = name.data();
  std::uint64_t hash = size * 0x9e3779b97f4a7c15u;
  if (size >= 8) {
    hash = (hash ^ load(data)) * 0xff51afd7ed558ccdu;
    hash =
        ((hash ^ (hash >> 32)) ^ load(data + size - 8)) * 0xc4ceb9fe1a85ec53u;
    if (size > 16)
      hash = ((hash ^ (hash >> 32)) ^ load(data + size / 2 - 4)) *
             0xff51afd7ed558ccdu;
  } else {
    std::uint64_t word = 0;
    std::memcpy(&word, data, size);
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
  }
  return static_cast<std::uint32_t>(hash >> 32);
}

std::atomic<std::uint64_t> next_uid{1};

}  // namespace

TagTable::TagTable() : uid_(next_uid.fetch_add(1)), runs_{""} {}

std::uint32_t TagTable::id(std::string_view tag) {
  if (tag.size() > Entry::kMaxName) return id_in_run(0, tag);
  const std::uint32_t hash = cheap_hash(tag);
  Cache& cache = t_cache != nullptr ? *t_cache : make_cache();
  Entry& entry = cache.entries[hash % Cache::kEntries];
  if (entry.table_uid == uid_ && entry.hash == hash &&
      entry.size == tag.size() &&
      std::memcmp(entry.name, tag.data(), tag.size()) == 0) [[likely]] {
    return entry.id;
  }
  entry.id = id_in_run(0, tag);
  entry.table_uid = uid_;
  entry.hash = hash;
  entry.size = static_cast<std::uint32_t>(tag.size());
  std::memcpy(entry.name, tag.data(), tag.size());
  return entry.id;
}

std::uint32_t TagTable::id_in_run(std::uint32_t run, std::string_view tag) {
  std::string key = std::to_string(run) + '/';
  key += tag;
  const std::lock_guard guard(mutex_);
  const auto [found, added] = tag_ids_.emplace(
      std::move(key), static_cast<std::uint32_t>(tags_.size()));
  if (added) tags_.push_back({repair_utf8(tag), run});
  return found->second;
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
