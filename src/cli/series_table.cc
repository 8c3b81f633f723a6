#include "cli/series_table.h"

#include "event/wire.h"

namespace stepline::cli {

using reader::Kind;

SeriesTable::Place SeriesTable::place(const event::ValueView& value) {
  auto found = tags_.find(value.tag);
  if (found == tags_.end()) {
    found = tags_.emplace(std::string(value.tag), Tag()).first;
    found->second.series.fill(kNone);
  }
  Tag& tag = found->second;
  if (tag.file != file_) {
    tag.file = file_;
    tag.first.reset();
  }
  Place place;
  const Kind kind = kind_of(tag, value, place);
  std::uint32_t& number = tag.series[static_cast<std::size_t>(kind)];
  if (number == kNone) {
    number = size();
    series_.push_back({found->first, kind});
  }
  place.series = number;
  return place;
}

Kind SeriesTable::kind_of(Tag& tag, const event::ValueView& value,
                          Place& place) {
  const bool own =
      value.has_metadata && !(tag.first && value.metadata == tag.first_bytes);
  event::Metadata decoded;
  if (own) {
    auto metadata = event::decode_metadata(value.metadata);
    if (metadata) decoded = std::move(*metadata);
    if (!tag.first) {
      tag.first = decoded;
      tag.first_bytes = value.metadata;
    }
  }
  const event::Metadata* const holds = own         ? &decoded
                                       : tag.first ? &*tag.first
                                                   : nullptr;
  place.has_metadata = holds != nullptr;
  if (holds != nullptr) place.metadata = own ? value.metadata : tag.first_bytes;
  const Kind kind = reader::classify(value.form, holds);
  const bool many = kind == Kind::Scalar &&
                    value.form == event::ValueForm::Tensor &&
                    !event::scalar_of_tensor(value.body);
  return many ? Kind::Tensor : kind;
}

}  // namespace stepline::cli
