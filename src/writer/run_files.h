#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "event/event.h"
#include "stepline/result.h"
#include "writer/run.h"
#include "writer/scalar_template.h"
#include "writer/tag_table.h"

namespace stepline::writer {

// Everything the background thread writes to: the runs of one writer, and how
// each tag's scalars are encoded. Jobs are handed this.
class RunFiles {
 public:
  // `tags` must outlive this.
  RunFiles(RunSettings settings, TagTable& tags, std::string directory,
           std::optional<std::int64_t> purge_step, ScalarTemplate::Form form);

  void add_scalar(std::uint32_t tag_id, double wall_secs, std::int64_t step,
                  double value) {
    if (tag_id >= tags_.size() || !tags_[tag_id]) [[unlikely]]
      learn_tag(tag_id);
    TagState& tag = *tags_[tag_id];
    if (needs_metadata(tag)) [[unlikely]]
      return add_described_scalar(tag, wall_secs, step, value);
    if (tag.run->full()) [[unlikely]]
      return tag.run->lose();
    RecordBuffer& buffer = tag.run->buffer();
    buffer.commit(tag.form.append(buffer.reserve(tag.form.room()), wall_secs,
                                  step, value));
  }

  // Run 0 is the writer's own directory.
  Run& run(std::uint32_t id);
  // For what a job could not encode.
  void report_loss(Error error) { settings_.on_loss(std::move(error)); }

  // Writes out every run; the first error counts, the others are tried all the
  // same.
  Result<void> write_out();
  std::uint64_t close();
  std::size_t pending_bytes() const;

  // Lets the runs that cannot write take no more than `bytes` in all.
  void bound(std::size_t bytes);
  // How many records runs did not take since the last call.
  std::uint64_t take_lost();

 private:
  struct TagState {
    std::string name;
    Run* run;
    ScalarTemplate form;
    std::uint64_t described_generation;  // Of the run, when metadata went out.
  };

  void learn_tag(std::uint32_t tag_id);
  bool needs_metadata(const TagState& tag) const {
    return form_ == ScalarTemplate::Form::Double &&
           tag.described_generation != tag.run->generation();
  }
  void add_described_scalar(TagState& tag, double wall_secs, std::int64_t step,
                            double value);

  const RunSettings settings_;
  TagTable& tag_table_;
  const std::string directory_;
  const std::optional<std::int64_t> purge_step_;
  const ScalarTemplate::Form form_;
  std::vector<std::unique_ptr<Run>> runs_;  // By run number; null: not used.
  std::vector<std::unique_ptr<TagState>> tags_;  // By tag number; likewise.
};

}  // namespace stepline::writer
