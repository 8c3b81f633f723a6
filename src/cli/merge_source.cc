#include "cli/merge_source.h"

#include <utility>

#include "reader/restart_rule.h"

namespace stepline::cli {

using event::EventView;

MergeSource::MergeSource(storage::FileSystem& files,
                         std::vector<std::string> paths)
    : files_(files), paths_(std::move(paths)) {}

Result<void> MergeSource::pass(const PassVisitor& visitor) {
  place_ = 0;
  bytes_before_ = 0;
  for (std::uint32_t i = 0; i < paths_.size(); ++i) {
    if (auto passed = pass_file(i, visitor); !passed) return passed;
  }
  return {};
}

Result<void> MergeSource::pass_file(std::uint32_t number,
                                    const PassVisitor& visitor) {
  const std::string& path = paths_[number];
  const auto opened = files_.open(path);
  if (!opened) return opened.error();
  if (number == lengths_.size()) {
    const auto status = (*opened)->status();
    if (!status) return status.error();
    lengths_.push_back(status->bytes);
  }
  table_.begin_file();
  bool first = true;
  bool version_one = true;
  const auto end = scan_records(
      **opened, lengths_[number],
      {.record = [&](const record::Reader::Record& record) -> Result<void> {
         if (auto parsed = event_.parse(record.payload); !parsed) return parsed;
         const EventView& view = event_.view();
         if (view.what == EventView::What::FileVersion) {
           version_one = reader::is_version_one(view.body);
         }
         return visitor.event({.place = place_++,
                               .file = number,
                               .first = std::exchange(first, false),
                               .version_one = version_one,
                               .payload = record.payload,
                               .event = &event_,
                               .series = &table_});
       },
       .damage =
           [&](const Damage& damage) {
             if (visitor.damage) visitor.damage(path, damage);
           },
       .progress =
           [&](std::uint64_t offset) {
             if (visitor.progress) visitor.progress(bytes_before_ + offset);
           }});
  if (!end) return end.error();
  bytes_before_ += end->bytes;
  return {};
}

}  // namespace stepline::cli
