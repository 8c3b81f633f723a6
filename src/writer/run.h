#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/clock.h"
#include "event/event.h"
#include "stepline/result.h"
#include "storage/file_system.h"
#include "writer/file_names.h"
#include "writer/log_file.h"

namespace stepline::writer {

// What all runs of a writer share.
struct RunSettings {
  storage::FileSystem& file_system;
  Clock& clock;
  std::string filename_suffix;
  std::string writer_mark;     // What the files name their writer.
  std::uint64_t rotate_bytes;  // 0: never.
  bool sync;                   // Every write_out() reaches the medium.
  // Told of what is gone for good: a file deleted under its run, a summary that
  // could not be encoded.
  std::function<void(Error)> on_loss;
};

// One directory: its event file, the tensor file beside it, and other files
// below it. Used by the background thread only.
class Run {
 public:
  // With a purge step the first file says so, and only that one.
  Run(const RunSettings& settings, std::string directory,
      std::optional<std::int64_t> purge_step);

  // Makes directory and event file, so that the run is there to be seen.
  Result<void> open() { return events_.open(); }

  // For records made in place (ScalarTemplate).
  RecordBuffer& buffer() { return events_.buffer(); }
  // Changes when a new event file begins, where no tag has metadata yet.
  std::uint64_t generation() const { return events_.generation(); }

  // Metadata that this file has for the tag already are left out.
  void add_event(event::Event event);
  void add_event_bytes(std::string_view bytes);

  // Where the next tensor record will begin in the tensor file.
  std::uint64_t next_tensor_offset() const { return tensors_.next_offset(); }
  void add_tensor_record(Buffer record, std::size_t begin, std::size_t end);

  // Something to be done with other files, such as the projector's. It is
  // tried again at each write_out() until it succeeds. `bytes` is what it
  // holds.
  using FileWork = std::function<Result<void>(storage::FileSystem&)>;
  void add_file_work(FileWork work, std::size_t bytes);

  Result<void> write_out();
  // Returns how many records were lost; see LogFile::close().
  std::uint64_t close();
  // See LogFile::release().
  void release();

  // Whether the last write_out() failed.
  bool failing() const { return failing_; }
  // A run that cannot write and holds as much as it may takes no more: what is
  // added is counted instead.
  void set_full(bool full) { full_ = full; }
  bool full() const { return full_; }
  void lose() { ++lost_; }
  // How many were not taken since the last call.
  std::uint64_t take_lost() { return std::exchange(lost_, 0); }

  std::size_t pending_bytes() const {
    return events_.pending_bytes() + tensors_.pending_bytes() + work_bytes_;
  }
  const std::string& directory() const { return directory_; }
  const std::string& event_path() const { return events_.path(); }

 private:
  struct PendingWork {
    FileWork work;
    std::size_t bytes;
  };

  Result<LogFile::Created> create_event_file();
  Result<LogFile::Created> create_tensor_file();
  std::string preamble();
  Result<void> do_file_work();
  Result<void> write_files();
  Result<void> sync();
  void begin_generation();

  const RunSettings& settings_;
  const std::string directory_;
  std::optional<std::int64_t> purge_step_;  // Until it has been said.
  FileNames names_;
  LogFile events_;
  LogFile tensors_;
  std::deque<PendingWork> work_;
  std::size_t work_bytes_ = 0;

  std::unordered_set<std::string> described_;  // Tags with metadata, in
  std::uint64_t described_generation_ = 0;     // the file of this number.
  std::string scratch_;
  bool failing_ = false;
  bool full_ = false;
  std::uint64_t lost_ = 0;
};

}  // namespace stepline::writer
