#include "writer/run.h"

#include <algorithm>
#include <utility>

#include "event/wire.h"
#include "record/record_writer.h"

namespace stepline::writer {
namespace {

constexpr const char* kFileVersion = "brain.Event:2";
constexpr std::size_t kMaxEventBytes = (std::size_t{1} << 31) - 1;
constexpr std::size_t kKeepBytes = std::size_t{1} << 20;

}  // namespace

Run::Run(const RunSettings& settings, std::string directory,
         std::optional<std::int64_t> purge_step)
    : settings_(settings),
      directory_(std::move(directory)),
      purge_step_(purge_step),
      names_(settings.filename_suffix),
      events_([this] { return create_event_file(); },
              [this](const std::string& path) {
                settings_.on_loss(
                    {ErrorCode::NotFound,
                     "event file was deleted while it was written; going on "
                     "in a new one: \"" +
                         path + "\""});
              }),
      tensors_([this] { return create_tensor_file(); },
               [this](const std::string& path) {
                 settings_.on_loss(
                     {ErrorCode::NotFound,
                      "tensor file was deleted while it was written; going on "
                      "in a new one: \"" +
                          path + "\""});
               }) {}

Result<LogFile::Created> Run::create_event_file() {
  auto made = settings_.file_system.make_directories(directory_);
  if (!made) return made.error();
  std::string name = names_.next(settings_.clock.wall_secs());
  for (;;) {
    std::string path = directory_ + "/" + name;
    auto file = settings_.file_system.create(path);
    if (!file) return file.error();
    if (*file != nullptr)
      return LogFile::Created{std::move(*file), std::move(path), preamble()};
    name = names_.again();
  }
}

std::string Run::preamble() {
  event::Event event;
  event.wall_time = event::WallTime::from_secs(settings_.clock.wall_secs())
                        .value_or(event::WallTime());
  event.what = event::FileVersion{kFileVersion};
  event.source_writer = settings_.writer_mark;
  std::string records;
  record::append_record(records, event::encode_event(event));
  if (!purge_step_) return records;
  event.source_writer.clear();
  event.step.value = *purge_step_;
  record::append_record(records, event::encode_event(event));
  event.what = event::SessionLog{event::SessionLog::Status::Start, {}, {}};
  // TensorBoard's page takes the first mark it sees of a run for the run's
  // beginning, and drops nothing until the second.
  for (int i = 0; i < 2; ++i) {
    record::append_record(records, event::encode_event(event));
  }
  purge_step_.reset();
  return records;
}

// The tensor file is named after the event file, so that one must be there.
Result<LogFile::Created> Run::create_tensor_file() {
  auto opened = events_.open();
  if (!opened) return opened.error();
  std::string path = tensor_file_path(events_.path());
  auto file = settings_.file_system.create(path);
  if (!file) return file.error();
  if (*file == nullptr)
    return Error{ErrorCode::Io, "tensor file exists already: \"" + path + "\""};
  return LogFile::Created{std::move(*file), std::move(path), {}};
}

void Run::begin_generation() {
  if (described_generation_ == events_.generation()) return;
  described_generation_ = events_.generation();
  described_.clear();
}

void Run::add_event(event::Event event) {
  if (full_) return lose();
  if (events_.pending_bytes() == 0) events_.check_linked();
  begin_generation();
  if (auto* summary = std::get_if<event::Summary>(&event.what)) {
    for (event::Value& value : summary->values) {
      // Where there is nothing else the metadata are the content.
      if (!value.metadata || value.value.index() == 0) continue;
      if (!described_.insert(value.tag.name()).second) value.metadata.reset();
    }
  }
  scratch_.clear();
  event::append_event(scratch_, event);
  add_event_bytes(scratch_);
  if (scratch_.capacity() > kKeepBytes) std::string().swap(scratch_);
}

void Run::add_event_bytes(std::string_view bytes) {
  if (full_) return lose();
  if (bytes.size() > kMaxEventBytes) {
    return settings_.on_loss(
        {ErrorCode::InvalidArgument,
         "an event of " + std::to_string(bytes.size()) +
             " bytes was left out: no reader takes more than 2 GiB"});
  }
  events_.buffer().append(bytes);
}

void Run::add_tensor_record(Buffer record, std::size_t begin, std::size_t end) {
  if (full_) return lose();
  tensors_.append_blob(std::move(record), begin, end);
}

void Run::add_file_work(FileWork work, std::size_t bytes) {
  if (full_) return lose();
  work_.push_back({std::move(work), bytes});
  work_bytes_ += bytes;
}

Result<void> Run::do_file_work() {
  while (!work_.empty()) {
    auto done = work_.front().work(settings_.file_system);
    if (!done) return done;
    work_bytes_ -= work_.front().bytes;
    work_.pop_front();
  }
  return {};
}

Result<void> Run::write_out() {
  auto written = write_files();
  failing_ = !written;
  if (!written) return written;
  if (settings_.sync) {
    // Not a reason to try again: what the system could not save is gone.
    if (auto synced = sync(); !synced) settings_.on_loss(synced.error());
  }
  const std::uint64_t size = std::max(events_.size(), tensors_.size());
  if (settings_.rotate_bytes > 0 && size >= settings_.rotate_bytes) close();
  return {};
}

Result<void> Run::write_files() {
  auto events = events_.write_out();
  auto tensors = events ? tensors_.write_out() : events;
  auto work = do_file_work();
  return tensors ? work : tensors;
}

Result<void> Run::sync() {
  auto events = events_.sync();
  auto tensors = tensors_.sync();
  return events ? tensors : events;
}

// The tensor file first: what waits for it may need the event file's name.
std::uint64_t Run::close() {
  std::uint64_t lost = tensors_.close();
  lost += events_.close();
  if (!do_file_work()) {
    lost += work_.size();
    work_.clear();
    work_bytes_ = 0;
  }
  failing_ = full_ = false;
  return lost;
}

void Run::release() {
  events_.release();
  tensors_.release();
}

}  // namespace stepline::writer
