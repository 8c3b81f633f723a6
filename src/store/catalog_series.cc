// How a catalog finds a series by its run, tag and kind, and metadata.

#include "event/wire.h"
#include "store/catalog.h"

namespace stepline::store {

const event::Metadata* Catalog::known_metadata(FileId file,
                                               std::string_view tag) const {
  return metadata(known_metadata_number(file, tag));
}

std::uint32_t Catalog::known_metadata_number(FileId file,
                                             std::string_view tag) const {
  const auto number = tags_.find(tag);
  if (!number || slots_.empty()) return 0;
  const RunId run = files_[file].run;
  for (std::size_t at = first_slot_of(run, *number); slots_[at] != 0;
       at = (at + 1) & (slots_.size() - 1)) {
    const Series& of_slot = series_[slots_[at] - 1];
    if (of_slot.tag != *number || of_slot.run != run) continue;
    for (const Segment& segment : of_slot.segments()) {
      if (segment.file == file && segment.metadata != 0) {
        return segment.metadata;
      }
    }
  }
  return 0;
}

const event::Metadata* Catalog::metadata(std::uint32_t number_plus_one) const {
  return number_plus_one == 0 ? nullptr : &metadata_[number_plus_one - 1];
}

std::optional<SeriesId> Catalog::find_series(RunId run, std::string_view tag,
                                             reader::Kind kind) const {
  const auto number = tags_.find(tag);
  if (!number || slots_.empty()) return std::nullopt;
  const std::uint32_t slot = slots_[slot_of({run, *number, kind})];
  if (slot == 0 || series_[slot - 1].removed) return std::nullopt;
  return SeriesId{slot - 1};
}

std::uint32_t Catalog::intern_metadata(const event::Metadata& metadata) {
  const auto [found, inserted] = metadata_numbers_.try_emplace(
      event::encode_metadata(metadata),
      static_cast<std::uint32_t>(metadata_.size()));
  if (inserted) metadata_.push_back(metadata);
  return found->second;
}

SeriesId Catalog::series_of(SeriesKey key) {
  if ((series_.size() + 1) * 2 > slots_.size()) grow_slots();
  std::uint32_t& slot = slots_[slot_of(key)];
  if (slot == 0) {
    const SeriesId id{static_cast<std::uint32_t>(series_.size())};
    Series& series = series_.emplace_back();
    series.tag = key.tag;
    series.run = key.run;
    series.kind = key.kind;
    mutable_run(key.run).series.push_back(id);
    slot = std::uint32_t(id) + 1;
  }
  return SeriesId{slot - 1};
}

std::size_t Catalog::first_slot_of(RunId run, std::uint32_t tag) const {
  std::uint64_t mixed =
      (std::uint64_t{tag} << 32 | std::uint32_t(run)) * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ mixed >> 32) * 0x9e3779b97f4a7c15u;
  return (mixed >> 32) & (slots_.size() - 1);
}

std::size_t Catalog::slot_of(const SeriesKey& key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = first_slot_of(key.run, key.tag);
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    const Series& series = series_[slots_[at] - 1];
    if (series.tag == key.tag && series.run == key.run &&
        series.kind == key.kind) {
      break;
    }
  }
  return at;
}

void Catalog::grow_slots() {
  slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, 0);
  for (std::size_t id = 0; id < series_.size(); ++id) {
    const Series& series = series_[id];
    slots_[slot_of({series.run, series.tag, series.kind})] =
        static_cast<std::uint32_t>(id + 1);
  }
}

}  // namespace stepline::store
