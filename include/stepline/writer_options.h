#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "stepline/result.h"

namespace stepline {

// What an add_* does when the queue to the background thread is full.
enum class WhenFull {
  // Wait for room: nothing is lost, and the caller goes at the disk's speed.
  // While the disk refuses writes (full, gone) waiting could last for ever, so
  // then, and only then, what does not fit is dropped and counted.
  Block,
  // Drop the new summary and count it: the caller never waits.
  Drop,
};

struct WriterOptions {
  // Where the event file goes; made if missing. Empty: a fresh
  // `runs/<Mon##_HH-MM-SS>_<host><comment>` below the working directory.
  std::string directory = {};

  // Appended to the default directory's name; ignored with a `directory`.
  std::string comment = {};

  // Appended to the event file's name, for telling ranks or roles apart.
  std::string filename_suffix = {};

  // For a job resumed from a checkpoint: readers drop what an earlier file of
  // this directory holds at and after this step.
  std::optional<std::int64_t> purge_step = {};

  // A name for what belongs together, such as a job with many processes: files
  // of one session are all shown, whatever their steps, where readers would
  // take a later one for a restart of an earlier. Empty: the writer's own,
  // which it shares with its copies after fork().
  std::string session = {};

  // Data reach the file at most this long after their add_*.
  std::chrono::milliseconds flush_interval{2000};

  // True makes every write reach the medium, so that a crash of the whole
  // machine loses no more than a crash of the process. Slow on most disks.
  bool sync = false;

  // Bound of what waits for the background thread. One summary larger than
  // this passes alone. Of scalars at most 65,536 wait, whatever the bound.
  std::size_t queue_bytes = std::size_t{64} << 20;
  WhenFull when_full = WhenFull::Block;

  // Scalars are float32 in TensorBoard's own form. True keeps all 64 bits, in
  // a tensor that TensorBoard's data server ignores (`--load_fast=false`
  // shows it).
  bool double_scalars = false;

  // Begin new files when the event file or the tensor file has grown beyond
  // this, as seen when data are written; 0: never.
  std::uint64_t rotate_bytes = 0;

  // False makes a writer that does nothing and touches no disk: for ranks
  // above 0.
  bool enabled = true;

  // Given the first error that is not the caller's, once: on the background
  // thread, or on the caller's where that cannot start or the constructor finds
  // it. Must not call into the writer, nor throw. Empty: a line on standard
  // error.
  std::function<void(const Error&)> on_error = {};
};

}  // namespace stepline
