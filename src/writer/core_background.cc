// The background thread of a writer.
#include <algorithm>
#include <exception>

#include "writer/core.h"

namespace stepline::writer {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr std::size_t kBatch = 4096;            // Items between looks around.
constexpr std::size_t kWriteBytes = 256 << 10;  // Written in pieces of this.
constexpr nanoseconds kRetryInterval = milliseconds(200);
constexpr nanoseconds kTrimInterval = std::chrono::seconds(10);

}  // namespace

void Core::run() {
  while (!finished()) {
    try {
      work();
    } catch (const std::exception& problem) {
      lose(std::string("the writer's thread met an error: ") + problem.what());
    }
  }
  write_out();
  close_files();
}

void Core::work() {
  stamps_.anchor();
  const std::size_t drained = drain();
  const nanoseconds now = environment_.clock.monotonic();
  bool asked;
  {
    const std::lock_guard guard(mutex_);
    asked = !requests_.empty();
  }
  // A disk that fails is tried again from time to time, not at every add.
  const bool enough = !failing_.load(std::memory_order_relaxed) &&
                      (job_ran_ || files_->pending_bytes() >= kWriteBytes);
  if (asked || enough || now >= next_write_) write_out();
  if (asked) answer_requests();
  if (drained == 0) sleep();
}

bool Core::finished() const {
  const std::lock_guard guard(mutex_);
  return stopping_ && requests_.empty() && ring_->used() == 0;
}

void Core::close_files() {
  count_lost(files_->close());
  failing_.store(false, std::memory_order_relaxed);
  const std::lock_guard guard(mutex_);
  event_path_.clear();
}

std::size_t Core::drain() {
  std::size_t drained = 0;
  while (drained < ring_->capacity()) {
    const std::size_t n = drain_batch();
    drained += n;
    if (failing_.load(std::memory_order_relaxed)) keep_bound();
    if (n < kBatch || files_->pending_bytes() >= kWriteBytes) break;
  }
  return drained;
}

// With the disk failing, what waits in files_ counts against the bound too.
void Core::keep_bound() {
  const std::size_t jobs = job_bytes_.load(std::memory_order_relaxed);
  files_->bound(options_.queue_bytes - std::min(jobs, options_.queue_bytes));
  count_lost(files_->take_lost());
}

void Core::count_lost(std::uint64_t summaries) {
  if (summaries == 0) return;
  dropped_.fetch_add(summaries, std::memory_order_relaxed);
  lost_ = true;
}

std::size_t Core::drain_batch() {
  RunFiles& files = *files_;
  return ring_->drain(kBatch, [this, &files](const Item& item) {
    if (item.kind == Item::Kind::Job) [[unlikely]]
      return run_job(item);
    const double secs = item.kind == Item::Kind::Stamped
                            ? stamps_.to_secs(item.when)
                            : std::bit_cast<double>(item.when);
    files.add_scalar(item.tag_id, secs, item.step,
                     std::bit_cast<double>(item.bits));
    return true;
  });
}

// Returns whether more may come before the next look at what waits.
bool Core::run_job(const Item& item) {
  const std::unique_ptr<Job> job(std::bit_cast<Job*>(item.bits));
  const bool failing = failing_.load(std::memory_order_relaxed);
  if (failing) count_lost(files_->take_lost());
  try {
    job->run(*files_);
  } catch (const std::exception& problem) {
    lose(std::string("a summary could not be encoded: ") + problem.what());
  }
  // One summary, however many records it makes.
  if (failing) count_lost(std::min<std::uint64_t>(files_->take_lost(), 1));
  job_ran_ = true;
  job_bytes_.fetch_sub(item.when, std::memory_order_relaxed);
  return files_->pending_bytes() < kWriteBytes;
}

void Core::write_out() {
  const Result<void> written = files_->write_out();
  job_ran_ = false;
  const nanoseconds now = environment_.clock.monotonic();
  next_write_ = now + (written ? write_interval_
                               : std::min(kRetryInterval, write_interval_));
  failing_.store(!written, std::memory_order_relaxed);
  keep_bound();
  if (!written) {
    report(written.error());
  } else {
    const std::lock_guard guard(mutex_);
    if (!lost_) kept_error_.reset();
  }
  if (now >= next_trim_) {
    pool_->trim();
    next_trim_ = now + kTrimInterval;
  }
  const std::lock_guard guard(mutex_);
  event_path_ = files_->run(0).event_path();
}

void Core::answer_requests() {
  std::unique_lock lock(mutex_);
  const std::uint64_t tail = ring_->tail();
  bool close = false;
  for (Request* request : requests_) {
    if (request->target > tail) continue;
    if (request->kind == Request::Kind::Close) close = true;
  }
  if (close) {
    lock.unlock();
    close_files();
    lock.lock();
  }
  std::erase_if(requests_, [&](Request* request) {
    if (request->target > tail) return false;
    request->result = kept_error();
    request->done = true;
    return true;
  });
  answered_->notify_all();
}

void Core::sleep() {
  std::unique_lock lock(mutex_);
  if (stopping_ || !requests_.empty()) return;
  const nanoseconds until_write = next_write_ - environment_.clock.monotonic();
  asleep_.exchange(true, std::memory_order_acq_rel);
  // Looked at again, lest a producer asked just before to be heard.
  if (ring_->used() <= wake_mask_ &&
      job_bytes_.load() <= options_.queue_bytes / 8) {
    wake_up_->wait_for(
        lock,
        std::clamp<nanoseconds>(until_write, milliseconds(1), write_interval_));
  }
  asleep_.store(false);
}

}  // namespace stepline::writer
