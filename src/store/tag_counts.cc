#include "store/tag_counts.h"

namespace stepline::store {

TagCounts::Entry& TagCounts::entry_of(std::uint32_t tag, reader::Kind kind) {
  if (tag >= of_.size()) of_.resize(tag + std::size_t{1});
  Entry* entry = &of_[tag];
  while (entry->used && entry->kind != kind) {
    if (entry->next == 0) {
      entry->next = static_cast<std::uint32_t>(others_.size() + 1);
      entry = &others_.emplace_back();
    } else {
      entry = &others_[entry->next - 1];
    }
  }
  entry->used = true;
  entry->kind = kind;
  return *entry;
}

void TagCounts::add(std::uint32_t tag, reader::Kind kind, const Count& more) {
  Entry& entry = entry_of(tag, kind);
  entry.count.series += more.series;
  entry.count.points += more.points;
}

void TagCounts::subtract(std::uint32_t tag, reader::Kind kind,
                         const Count& fewer) {
  Entry& entry = entry_of(tag, kind);
  entry.count.series -= fewer.series;
  entry.count.points -= fewer.points;
}

}  // namespace stepline::store
