#include "stepline/summary_writer.h"

#include <algorithm>
#include <utility>

#include "writer/check.h"
#include "writer/core.h"
#include "writer/enqueue.h"
#include "writer/run_name.h"

namespace stepline {
namespace {

std::shared_ptr<writer::Core> make_core(WriterOptions options) {
  if (!options.enabled) return nullptr;
  return std::make_shared<writer::Core>(
      std::move(options),
      writer::Environment{storage::local_file_system(), system_clock()});
}

WriterOptions with_directory(WriterOptions options, std::string directory) {
  options.directory = std::move(directory);
  return options;
}

}  // namespace

void Scalar::add(std::int64_t step, double value) const {
  if (core_) core_->add_scalar(tag_id_, value, step);
}

void Scalar::add(std::int64_t step, double value, double wall_time) const {
  if (core_) core_->add_scalar(tag_id_, value, step, wall_time);
}

SummaryWriter::SummaryWriter(WriterOptions options)
    : core_(make_core(std::move(options))) {}

SummaryWriter::SummaryWriter(std::string directory, WriterOptions options)
    : SummaryWriter(with_directory(std::move(options), std::move(directory))) {}

SummaryWriter::SummaryWriter(std::shared_ptr<writer::Core> core)
    : core_(std::move(core)) {}

SummaryWriter::SummaryWriter(SummaryWriter&&) noexcept = default;

SummaryWriter& SummaryWriter::operator=(SummaryWriter&& other) noexcept {
  if (core_ && core_ != other.core_) core_->shut_down();
  core_ = std::move(other.core_);
  return *this;
}

SummaryWriter::~SummaryWriter() {
  if (core_) core_->shut_down();
}

void SummaryWriter::add_scalar(std::string_view tag, double value,
                               std::int64_t step) {
  if (core_) core_->add_scalar(core_->tags().id(tag), value, step);
}

void SummaryWriter::add_scalar(std::string_view tag, double value,
                               std::int64_t step, double wall_time) {
  if (core_) core_->add_scalar(core_->tags().id(tag), value, step, wall_time);
}

Scalar SummaryWriter::scalar(std::string_view tag) {
  return Scalar(core_, core_ ? core_->tags().id(tag) : 0);
}

Result<void> SummaryWriter::add_scalars(std::string_view main_tag,
                                        std::span<const NamedValue> values,
                                        std::int64_t step,
                                        const ScalarsOptions& options) {
  if (!core_) return {};
  auto time = writer::check_wall_time("scalars", main_tag, options.wall_time);
  if (!time) return time;
  if (values.empty())
    return writer::invalid("scalars", main_tag, "there is no value");
  std::vector<std::string> runs;
  for (const auto& [name, value] : values) {
    auto run = options.directory.empty()
                   ? writer::scalars_run_name(main_tag, name)
                   : writer::scalars_run_name_in(options.directory, name);
    if (!run) return run.error();
    runs.push_back(*std::move(run));
  }
  const double secs = options.wall_time.value_or(core_->clock().wall_secs());
  for (std::size_t i = 0; i < values.size(); ++i) {
    writer::TagTable& tags = core_->tags();
    core_->add_scalar(tags.id_in_run(tags.run_id(runs[i]), main_tag),
                      values[i].second, step, secs);
  }
  return {};
}

Result<void> SummaryWriter::add_event(std::string event_bytes) {
  if (!core_) return {};
  if (event_bytes.empty())
    return writer::invalid("event", "", "no bytes were given");
  const std::size_t bytes = event_bytes.size();
  core_->add_job(writer::make_job(
      bytes, [event = std::move(event_bytes)](writer::RunFiles& files) {
        files.run(0).add_event_bytes(event);
      }));
  return {};
}

Result<void> SummaryWriter::flush() {
  return core_ ? core_->flush() : Result<void>();
}

Result<void> SummaryWriter::close() {
  return core_ ? core_->close() : Result<void>();
}

bool SummaryWriter::would_wait(std::size_t bytes) const {
  return core_ && core_->would_wait(bytes);
}

const std::string& SummaryWriter::directory() const {
  static const std::string none;
  return core_ ? core_->directory() : none;
}

std::string SummaryWriter::file_path() const {
  return core_ ? core_->event_path() : std::string();
}

std::uint64_t SummaryWriter::dropped() const {
  return core_ ? core_->dropped() : 0;
}

}  // namespace stepline
