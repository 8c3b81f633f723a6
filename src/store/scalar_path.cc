#include "store/scalar_path.h"

#include <cstddef>
#include <utility>

namespace stepline::store {
namespace {

constexpr char kValueKey = 0x0a;
constexpr char kTagKey = 0x0a;

// A length of one or two bytes, behind which `at` is left; too large for any
// value when it has more.
std::ptrdiff_t read_length(const char*& at) {
  const std::ptrdiff_t low = static_cast<unsigned char>(*at++);
  if (low < 0x80) return low;
  const std::ptrdiff_t high = static_cast<unsigned char>(*at++);
  constexpr std::ptrdiff_t kTooLong = 1 << 20;
  return high < 0x80 ? (low & 0x7f) | high << 7 : kTooLong;
}

struct NamedValue {
  std::string_view tag;
  const char* end = nullptr;  // Null: does not begin with a tag.
};

// The value whose key is at `at`. Eight bytes past `end` must be readable.
NamedValue value_at(const char* at, const char* end) {
  if (*at++ != kValueKey) return {};
  const std::ptrdiff_t length = read_length(at);
  if (length > end - at) return {};
  const char* const value_end = at + length;
  if (length < 2 || *at++ != kTagKey) return {};
  const std::ptrdiff_t tag_length = read_length(at);
  if (tag_length > value_end - at) return {};
  return {{at, static_cast<std::size_t>(tag_length)}, value_end};
}

}  // namespace

void ScalarPath::take_all(RecordScanner& scanner) {
  std::string_view payload;
  while (scanner.take(payload)) {
    if (batching_) {
      if (!add_to_batch(payload)) {
        take_batch(scanner);
        take(scanner, payload);
      } else if (pending_count_ == kBatch) {
        take_batch(scanner);
      }
    } else {
      take(scanner, payload);
    }
  }
  take_batch(scanner);
}

void ScalarPath::take(const RecordScanner& scanner, std::string_view payload) {
  if (!take_scalars(payload)) {
    loader_.take(payload, scanner.offset_of_payload(payload));
  }
}

bool ScalarPath::take_scalars(std::string_view payload) {
  EventHead head;
  if (!read_head(payload, head)) return false;
  const char* const end = payload.data() + payload.size();
  if (head.values == end) return false;
  const auto left = static_cast<std::size_t>(end - head.values);
  TagState* const tag = loader_.last()->next;
  if (tag == nullptr || tag->layout.size() != left ||
      !tag->layout.matches(head.values, left)) {
    return take_several(head, end);
  }
  builder_.add_float(*tag, head.step, head.wall_secs,
                     load_le<float>(head.values + tag->layout.number_at()));
  loader_.set_last(tag);
  ++part_.records;
  ++values_;
  if (builder_.tags().size() >= kManyTags) look_ahead(*tag);
  return true;
}

void ScalarPath::look_ahead(const TagState& tag) {
  const TagState* runner = runner_;
  if (runner == nullptr) {
    runner = &tag;
    lead_ = 0;
  }
  for (int i = lead_ < kLead ? 2 : 1; i > 0; --i) {
    __builtin_prefetch(runner->steps + runner->count, 1);
    __builtin_prefetch(runner->wall_secs + runner->count, 1);
    __builtin_prefetch(runner->values + runner->count, 1);
    if (runner->next == nullptr) break;
    runner = runner->next;
    __builtin_prefetch(runner);
    __builtin_prefetch(reinterpret_cast<const char*>(runner) + 64);
    lead_ += i > 1;
  }
  runner_ = runner;
}

bool ScalarPath::take_several(const EventHead& head, const char* end) {
  found_.clear();
  TagState* last = loader_.last();
  for (const char* at = head.values; at != end;) {
    TagState* tag = last->next;
    if (tag == nullptr ||
        !tag->layout.matches(at, static_cast<std::size_t>(end - at))) {
      tag = look_up(at, end);
      if (tag == nullptr) return false;
      ++misses_;
      runner_ = nullptr;
    }
    found_.push_back({tag, at + tag->layout.number_at()});
    at += tag->layout.size();
    last->next = tag;
    last = tag;
  }
  for (const Found& found : found_) {
    builder_.add_float(*found.tag, head.step, head.wall_secs,
                       load_le<float>(found.number));
  }
  loader_.set_last(last);
  ++part_.records;
  values_ += static_cast<std::uint32_t>(found_.size());
  if (values_ >= kWindow) reconsider();
  return true;
}

TagState* ScalarPath::look_up(const char* at, const char* end) const {
  const NamedValue value = value_at(at, end);
  if (value.end == nullptr) return nullptr;
  TagState* const tag =
      builder_.tags().find(value.tag, TagStates::hash_of(value.tag));
  const auto left = static_cast<std::size_t>(end - at);
  return tag != nullptr && tag->layout.matches(at, left) ? tag : nullptr;
}

bool ScalarPath::add_to_batch(std::string_view payload) {
  EventHead head;
  if (!read_head(payload, head)) return false;
  const char* const end = payload.data() + payload.size();
  const NamedValue value = value_at(head.values, end);
  if (value.end != end) return false;
  Pending& pending = pending_[pending_count_++];
  pending.payload = payload;
  pending.value = head.values;
  pending.wall_secs = head.wall_secs;
  pending.step = head.step;
  pending.hash = TagStates::hash_of(value.tag);
  builder_.tags().prefetch(pending.hash);
  return true;
}

void ScalarPath::take_batch(const RecordScanner& scanner) {
  const std::size_t count = std::exchange(pending_count_, 0);
  for (std::size_t i = 0; i < count; ++i) {
    TagState* const tag = builder_.tags().find_likely(pending_[i].hash);
    pending_[i].tag = tag;
    if (tag == nullptr) continue;
    __builtin_prefetch(tag);
    __builtin_prefetch(reinterpret_cast<const char*>(tag) + 64);
  }
  std::size_t sound = 0;
  for (; sound < count; ++sound) {
    const Pending& pending = pending_[sound];
    const TagState* const tag = pending.tag;
    const auto left = static_cast<std::size_t>(
        pending.payload.data() + pending.payload.size() - pending.value);
    if (tag == nullptr || tag->layout.size() != left ||
        !tag->layout.matches(pending.value, left)) {
      break;
    }
    __builtin_prefetch(tag->steps + tag->count, 1);
    __builtin_prefetch(tag->wall_secs + tag->count, 1);
    __builtin_prefetch(tag->values + tag->count, 1);
  }
  for (std::size_t i = 0; i < sound; ++i) {
    const Pending& pending = pending_[i];
    TagState& tag = *pending.tag;
    builder_.add_float(tag, pending.step, pending.wall_secs,
                       load_le<float>(pending.value + tag.layout.number_at()));
    TagState* const last = loader_.last();
    misses_ += last->next != &tag;
    last->next = &tag;
    loader_.set_last(&tag);
  }
  part_.records += sound;
  values_ += static_cast<std::uint32_t>(sound);
  // What the odd one teaches may be news for those behind it.
  for (std::size_t i = sound; i < count; ++i) {
    take(scanner, pending_[i].payload);
  }
  if (values_ >= kWindow) reconsider();
}

void ScalarPath::reconsider() {
  batching_ = 4 * misses_ > values_;
  values_ = 0;
  misses_ = 0;
}

}  // namespace stepline::store
