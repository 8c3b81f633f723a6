#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "stepline/result.h"

namespace stepline::store {

// Payloads of records that were read lately, so that turning pages through the
// same images does not read them again: at most so many bytes, the longest
// unused go first. One that is larger than all of it is not kept.
//
// Thread-safe; reading goes on outside the lock.
class BlobCache {
 public:
  struct Key {
    std::uint64_t file = 0;  // Of one state of a file: another if replaced.
    std::uint64_t offset = 0;
    bool operator==(const Key&) const = default;
  };
  using Payload = std::shared_ptr<const std::string>;

  explicit BlobCache(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // What is kept under the key, or else what `read` gives, which is then kept.
  Result<Payload> get(Key key,
                      const std::function<Result<std::string>()>& read);

  std::size_t bytes() const;

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<std::uint64_t>()(key.file * 0x9e3779b97f4a7c15u ^
                                        key.offset);
    }
  };
  struct Entry {
    Key key;
    Payload payload;
  };

  void keep(Key key, const Payload& payload);

  const std::size_t max_bytes_;
  mutable std::mutex mutex_;  // Guards all below.
  std::size_t bytes_ = 0;
  std::list<Entry> entries_;  // Youngest use first.
  std::unordered_map<Key, std::list<Entry>::iterator, Hash> index_;
};

}  // namespace stepline::store
