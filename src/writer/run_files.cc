#include "writer/run_files.h"

#include <utility>

#include "event/plugin_names.h"

namespace stepline::writer {
namespace {

// Runs that keep their files open. A program with thousands of them needs its
// descriptors for itself.
constexpr std::size_t kOpenRuns = 64;

}  // namespace

RunFiles::RunFiles(RunSettings settings, TagTable& tags, std::string directory,
                   std::optional<std::int64_t> purge_step,
                   ScalarTemplate::Form form)
    : settings_(std::move(settings)),
      tag_table_(tags),
      directory_(std::move(directory)),
      purge_step_(purge_step),
      form_(form) {}

Run& RunFiles::run(std::uint32_t id) {
  if (id >= runs_.size()) runs_.resize(id + 1);
  if (!runs_[id]) {
    const std::string below = tag_table_.run_directory(id);
    runs_[id] = std::make_unique<Run>(
        settings_, below.empty() ? directory_ : directory_ + "/" + below,
        purge_step_);
  }
  return *runs_[id];
}

void RunFiles::learn_tag(std::uint32_t tag_id) {
  if (tag_id >= tags_.size()) tags_.resize(tag_id + 1);
  TagTable::Tag tag = tag_table_.tag(tag_id);
  ScalarTemplate form(tag.name, form_);
  tags_[tag_id] = std::make_unique<TagState>(TagState{
      std::move(tag.name), &run(tag.run), std::move(form), ~std::uint64_t{0}});
}

void RunFiles::add_described_scalar(TagState& tag, double wall_secs,
                                    std::int64_t step, double value) {
  event::Value described;
  described.tag = event::Tag(tag.name);
  described.metadata.emplace().plugin_name = event::kScalarsPlugin;
  described.metadata->data_class = event::DataClass::Scalar;
  event::TensorProto tensor;
  tensor.dtype = event::DataType::Double;
  tensor.has_shape = true;
  tensor.double_val = {value};
  described.value = std::move(tensor);
  event::Event event;
  event.wall_time =
      event::WallTime::from_secs(wall_secs).value_or(event::WallTime());
  event.step.value = step;
  event.what = event::Summary{{std::move(described)}};
  tag.run->add_event(std::move(event));
  tag.described_generation = tag.run->generation();
}

Result<void> RunFiles::write_out() {
  Result<void> first;
  for (std::size_t id = 0; id < runs_.size(); ++id) {
    if (!runs_[id]) continue;
    Run& run = *runs_[id];
    const bool stays_open = id < kOpenRuns;
    if (!stays_open && run.pending_bytes() == 0) continue;
    auto written = run.write_out();
    if (!written && first) first = std::move(written);
    if (!stays_open) run.release();
  }
  return first;
}

void RunFiles::bound(std::size_t bytes) {
  const bool full = pending_bytes() >= bytes;
  for (const auto& run : runs_)
    if (run) run->set_full(full && run->failing());
}

std::uint64_t RunFiles::take_lost() {
  std::uint64_t lost = 0;
  for (const auto& run : runs_)
    if (run) lost += run->take_lost();
  return lost;
}

std::uint64_t RunFiles::close() {
  std::uint64_t lost = 0;
  for (const auto& run : runs_)
    if (run) lost += run->close();
  return lost;
}

std::size_t RunFiles::pending_bytes() const {
  std::size_t bytes = 0;
  for (const auto& run : runs_)
    if (run) bytes += run->pending_bytes();
  return bytes;
}

}  // namespace stepline::writer
