#pragma once

#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "stepline/result.h"
#include "stepline/writer_options.h"
#include "storage/file_system.h"
#include "writer/buffer_pool.h"
#include "writer/job.h"
#include "writer/ring.h"
#include "writer/run_files.h"
#include "writer/stamp_clock.h"
#include "writer/tag_table.h"

namespace stepline::writer {

// What a writer stands on, so that tests can put something else there.
struct Environment {
  storage::FileSystem& file_system;
  Clock& clock;
};

// The machine behind SummaryWriter and its Scalars: a ring that any thread puts
// into, and one background thread that encodes what comes out and writes it.
//
// The thread starts with the first item and ends with shut_down(). It sleeps
// while there is nothing to do; producers wake it only when the ring is half
// full or a flush is asked for, since a wake-up is a system call.
//
// Fork: lifecycle.h calls the *_fork functions. The child keeps tags, options
// and session, and begins with an empty ring, no files and no thread; what
// belonged to the parent's background is left alone there, because its state at
// the moment of the fork is anybody's guess.
class Core {
 public:
  Core(WriterOptions options, Environment environment);
  ~Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  // --- Producers: any thread -----------------------------------------------

  void add_scalar(std::uint32_t tag_id, double value, std::int64_t step) {
    if (!stamps_.are_cheap()) [[unlikely]]
      return add_scalar_by_clock(tag_id, value, step);
    put({Item::Kind::Stamped, tag_id, stamps_.now(), step,
         std::bit_cast<std::uint64_t>(value)});
  }
  void add_scalar(std::uint32_t tag_id, double value, std::int64_t step,
                  double wall_secs) {
    if (!std::isfinite(wall_secs)) return add_scalar(tag_id, value, step);
    put({Item::Kind::Timed, tag_id, std::bit_cast<std::uint64_t>(wall_secs),
         step, std::bit_cast<std::uint64_t>(value)});
  }
  void add_job(std::unique_ptr<Job> job);
  bool would_wait(std::size_t bytes) const {
    const std::uint64_t room = room_.load(std::memory_order_acquire);
    if (room == 0) return false;  // The next item starts the thread.
    if (ring_->used() >= room) return true;
    if (bytes == 0) return false;
    const std::size_t waiting = job_bytes_.load(std::memory_order_relaxed);
    return waiting != 0 && waiting + bytes > options_.queue_bytes;
  }

  TagTable& tags() { return tags_; }
  BufferPool& pool() { return *pool_; }
  Clock& clock() { return environment_.clock; }
  storage::FileSystem& file_system() { return environment_.file_system; }

  // --- Control: any thread -------------------------------------------------

  Result<void> flush() { return request(Request::Kind::Flush, {}); }
  Result<void> close() { return request(Request::Kind::Close, {}); }
  // Closes and ends the thread; what is added later is dropped.
  void shut_down();
  // flush() for a process that is about to end: gives up after `limit`.
  void flush_within(std::chrono::milliseconds limit);

  const std::string& directory() const { return directory_; }
  std::string event_path() const;
  std::uint64_t dropped() const {
    return dropped_.load(std::memory_order_relaxed);
  }

  void prepare_fork();
  void resume_parent();
  void resume_child();

 private:
  struct Request {
    enum class Kind { Flush, Close };
    Kind kind;
    std::uint64_t target;  // Everything below this ticket must be written.
    bool done = false;
    Result<void> result;
  };
  enum class State { Idle, Running, Stopped };

  // Each way out of the hot path is the last call, so that the item stays in
  // registers.
  void put(Item item) {
    const std::uint64_t room = room_.load(std::memory_order_acquire);
    if (room == 0) [[unlikely]]
      return put_slowly(item);
    Ring& ring = *ring_;
    if (ring.used() >= room) [[unlikely]]
      return put_slowly(item);
    const std::uint64_t ticket = ring.draw();
    if (!ring.slot_is_free(ticket)) [[unlikely]]
      return fill_late(ticket, item);
    ring.fill(ticket, item);
    if ((ticket & wake_mask_) == 0) [[unlikely]]
      wake();
  }
  [[gnu::cold]] void put_slowly(Item item);
  [[gnu::cold]] void fill_late(std::uint64_t ticket, Item item);
  [[gnu::cold]] void add_scalar_by_clock(std::uint32_t tag_id, double value,
                                         std::int64_t step);
  bool make_room(const Item& item);
  bool start();
  void launch();  // Needs mutex_; may throw std::system_error.
  void wake();
  bool should_drop() const;
  void drop(const Item& item);

  Result<void> request(Request::Kind kind,
                       std::optional<std::chrono::milliseconds> limit);

  // The background thread.
  void run();
  void work();
  std::size_t drain();
  void keep_bound();
  void count_lost(std::uint64_t summaries);
  std::size_t drain_batch();
  bool run_job(const Item& item);
  void write_out();
  void answer_requests();
  void sleep();
  bool finished() const;
  void close_files();
  std::unique_ptr<RunFiles> make_files(std::optional<std::int64_t> purge_step);

  void report(Error error);
  void lose(std::string why);
  Result<void> kept_error() const;  // Needs mutex_.

  // Constant after construction.
  const WriterOptions options_;
  const Environment environment_;
  const std::string directory_;
  const std::uint64_t session_;
  const std::chrono::nanoseconds write_interval_;

  // Producers read these at every call, and nobody writes to the same cache
  // lines meanwhile.
  alignas(64) std::unique_ptr<Ring> ring_;
  std::uint64_t wake_mask_;
  // Slots that may be used; 0 unless the thread runs, so that the first item
  // takes the slow way and starts it.
  std::atomic<std::uint64_t> room_{0};
  StampClock stamps_;

  TagTable tags_;
  std::shared_ptr<BufferPool> pool_;
  alignas(64) std::atomic<std::size_t> job_bytes_{0};  // Waiting in the ring.
  std::atomic<std::uint64_t> dropped_{0};
  std::atomic<std::thread::id> thread_id_{};
  std::atomic<bool> failing_{false};  // The last attempt to write failed.
  std::atomic<bool> lost_{false};     // Something is gone: the error stays.
  std::atomic<bool> asleep_{false};
  // state_ == Stopped, for producers: many of them asking for the lock in turn
  // would keep it from the thread that ends.
  std::atomic<bool> ended_{false};

  // The background thread's own.
  std::unique_ptr<RunFiles> files_;
  std::chrono::nanoseconds next_write_{0};
  std::chrono::nanoseconds next_trim_{0};
  bool job_ran_ = false;

  mutable std::mutex mutex_;  // Guards all below.
  State state_ = State::Idle;
  bool stopping_ = false;
  std::vector<Request*> requests_;
  std::optional<Error> kept_error_;
  bool reported_ = false;
  std::string event_path_;
  std::thread thread_;
  // Behind pointers, because a child process must make new ones.
  std::unique_ptr<std::condition_variable> wake_up_;
  std::unique_ptr<std::condition_variable> answered_;
};

}  // namespace stepline::writer
