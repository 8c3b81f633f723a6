#include "writer/core.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>

#include "writer/lifecycle.h"

namespace stepline::writer {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr std::size_t kMaxSlots = 1 << 16;
constexpr std::size_t kMinSlots = 256;
constexpr std::size_t kSlotBytes = 32;
// Slots that stay free, so that this many threads may draw a ticket at once
// without one of them having to wait for its slot.
constexpr std::size_t kReserve = 64;
constexpr std::size_t kBatch = 4096;            // Items between looks around.
constexpr std::size_t kWriteBytes = 256 << 10;  // Written in pieces of this.
constexpr std::size_t kLargeJob = 1 << 20;
constexpr std::size_t kMaxPoolBytes = 32 << 20;
constexpr nanoseconds kRetryInterval = milliseconds(200);
constexpr milliseconds kMaxInterval = std::chrono::hours(1);
constexpr nanoseconds kTrimInterval = std::chrono::seconds(10);

std::size_t slots_for(std::size_t queue_bytes) {
  return std::bit_floor(
      std::clamp(queue_bytes / kSlotBytes, kMinSlots, kMaxSlots));
}

std::string without_slashes_at_end(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

// The program's signals are the program's threads' business: a handler that
// expects to run on one of them must not find itself here. What the processor
// raises comes to whoever caused it.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    for (const int raised : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
      sigdelset(&all, raised);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace

Core::Core(WriterOptions options, Environment environment)
    : options_(std::move(options)),
      environment_(environment),
      directory_(options_.directory.empty()
                     ? default_directory(environment.clock.wall_secs(),
                                         options_.comment)
                     : without_slashes_at_end(options_.directory)),
      // Half of what is promised, since data may come right after a write.
      write_interval_(std::clamp<milliseconds>(options_.flush_interval / 2,
                                               milliseconds(1), kMaxInterval)),
      wake_mask_(slots_for(options_.queue_bytes) / 2 - 1),
      stamps_(environment.clock),
      pool_(std::make_shared<BufferPool>(
          std::min(options_.queue_bytes / 2, kMaxPoolBytes))),
      wake_up_(std::make_unique<std::condition_variable>()),
      answered_(std::make_unique<std::condition_variable>()) {
  files_ = make_files(options_.purge_step);
  if (auto opened = files_->run(0).open(); !opened) {
    failing_ = true;
    report(opened.error());
  }
  event_path_ = files_->run(0).event_path();
  remember(*this);
}

Core::~Core() {
  forget(*this);
  shut_down();
  if (ring_ == nullptr) return;
  // What a Scalar put while the thread ended.
  ring_->drain(ring_->capacity(), [this](const Item& item) {
    drop(item);
    return true;
  });
}

std::unique_ptr<RunFiles> Core::make_files(
    std::optional<std::int64_t> purge_step) {
  return std::make_unique<RunFiles>(
      RunSettings{environment_.file_system, environment_.clock,
                  options_.filename_suffix, options_.rotate_bytes,
                  options_.sync,
                  [this](Error error) {
                    lost_ = true;
                    report(std::move(error));
                  }},
      tags_, directory_, purge_step,
      options_.double_scalars ? ScalarTemplate::Form::Double
                              : ScalarTemplate::Form::Float);
}

// --- Producers --------------------------------------------------------------

void Core::add_job(std::unique_ptr<Job> job) {
  const std::size_t bytes = job->bytes();
  Item item{Item::Kind::Job, 0, 0, 0,
            std::bit_cast<std::uint64_t>(job.release())};
  std::size_t waiting = job_bytes_.load(std::memory_order_relaxed);
  do {
    // A job larger than the bound passes when nothing else waits.
    while (waiting != 0 && waiting + bytes > options_.queue_bytes) {
      wake();
      if (should_drop()) return drop(item);
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      waiting = job_bytes_.load(std::memory_order_relaxed);
    }
  } while (!job_bytes_.compare_exchange_weak(waiting, waiting + bytes));
  item.when = bytes;
  put(item);
  // A large one is worth the system call, a small one is not.
  if (bytes >= kLargeJob || waiting + bytes > options_.queue_bytes / 8) wake();
}

bool Core::should_drop() const {
  return options_.when_full == WhenFull::Drop ||
         std::this_thread::get_id() == thread_id_.load();
}

void Core::drop(const Item& item) {
  dropped_.fetch_add(1, std::memory_order_relaxed);
  if (item.kind != Item::Kind::Job) return;
  // `when` of a job is what it was counted with.
  job_bytes_.fetch_sub(item.when, std::memory_order_relaxed);
  delete std::bit_cast<Job*>(item.bits);
}

void Core::put_slowly(Item item) {
  if (make_room(item)) fill_late(ring_->draw(), item);
}

void Core::fill_late(std::uint64_t ticket, Item item) {
  ring_->wait_for_slot(ticket);
  ring_->fill(ticket, item);
  if ((ticket & wake_mask_) == 0) wake();
}

void Core::add_scalar_by_clock(std::uint32_t tag_id, double value,
                               std::int64_t step) {
  put({Item::Kind::Stamped, tag_id, stamps_.now(), step,
       std::bit_cast<std::uint64_t>(value)});
}

// Returns false when the item has been dropped.
bool Core::make_room(const Item& item) {
  if (room_.load(std::memory_order_acquire) == 0 && !start()) {
    drop(item);
    return false;
  }
  for (int tries = 0;; ++tries) {
    const std::uint64_t room = room_.load(std::memory_order_acquire);
    if (room != 0 && ring_->used() < room) return true;
    wake();
    if (should_drop() || room == 0) {
      drop(item);
      return false;
    }
    if (tries < 100) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }
}

bool Core::start() {
  if (ended_.load(std::memory_order_acquire)) return false;
  try {
    const std::lock_guard guard(mutex_);
    if (state_ == State::Stopped) return false;
    if (state_ == State::Idle) launch();
    return true;
  } catch (const std::exception& problem) {
    lose(std::string("cannot start the writer's thread: ") + problem.what());
    return false;
  }
}

void Core::launch() {
  if (ring_ == nullptr)
    ring_ = std::make_unique<Ring>(slots_for(options_.queue_bytes));
  if (files_ == nullptr) files_ = make_files({});
  {
    const SignalsBlocked blocked;
    thread_ = std::thread([this] { run(); });
    thread_id_ = thread_.get_id();
  }
  pthread_setname_np(thread_.native_handle(), "stepline");
  state_ = State::Running;
  room_.store(ring_->capacity() - kReserve, std::memory_order_release);
}

void Core::wake() {
  // Exchanges have one order, here and in sleep(): either the thread sees what
  // was put, or we see that it sleeps.
  if (!asleep_.exchange(false, std::memory_order_acq_rel)) return;
  const std::lock_guard guard(mutex_);
  wake_up_->notify_one();
}

// --- Control ----------------------------------------------------------------

Result<void> Core::request(Request::Kind kind,
                           std::optional<milliseconds> limit) {
  const bool idle_work = kind == Request::Kind::Close || failing_.load();
  if (room_.load(std::memory_order_acquire) == 0 && idle_work) start();
  std::unique_lock lock(mutex_);
  if (state_ != State::Running) return kept_error();
  // At std::terminate: this thread is the one that it would wait for.
  if (thread_id_.load() == std::this_thread::get_id()) return kept_error();
  Request request{kind, ring_->head(), false, {}};
  requests_.push_back(&request);
  wake_up_->notify_one();
  const auto done = [&] { return request.done; };
  if (!limit) {
    answered_->wait(lock, done);
  } else if (!answered_->wait_for(lock, *limit, done)) {
    std::erase(requests_, &request);
  }
  return request.result;
}

void Core::flush_within(milliseconds limit) {
  (void)request(Request::Kind::Flush, limit);
}

void Core::shut_down() {
  std::thread ended;
  {
    const std::lock_guard guard(mutex_);
    if (state_ == State::Stopped) return;
    state_ = State::Stopped;
    stopping_ = true;
    ended_.store(true, std::memory_order_release);
    room_.store(0, std::memory_order_release);
    wake_up_->notify_one();
    ended = std::move(thread_);
  }
  if (ended.get_id() == std::this_thread::get_id()) {
    ended.detach();  // exit() was called by on_error.
  } else if (ended.joinable()) {
    ended.join();
  } else if (files_ != nullptr) {
    close_files();
  }
}

std::string Core::event_path() const {
  const std::lock_guard guard(mutex_);
  return event_path_;
}

// --- The background thread --------------------------------------------------

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

// --- Errors -----------------------------------------------------------------

void Core::report(Error error) {
  {
    const std::lock_guard guard(mutex_);
    if (!kept_error_) kept_error_ = error;
    if (std::exchange(reported_, true)) return;
  }
  if (options_.on_error) {
    try {
      options_.on_error(error);
    } catch (...) {
      // Told is told; a log must not end the training.
    }
  } else {
    std::fprintf(stderr, "stepline: %s\n", error.message.c_str());
  }
}

void Core::lose(std::string why) {
  lost_ = true;
  report({ErrorCode::Io, std::move(why)});
}

Result<void> Core::kept_error() const {
  if (kept_error_) return *kept_error_;
  return {};
}

// --- Fork -------------------------------------------------------------------

void Core::prepare_fork() {
  mutex_.lock();
  tags_.lock();
  pool_->lock();
}

void Core::resume_parent() {
  pool_->unlock();
  tags_.unlock();
  mutex_.unlock();
}

void Core::resume_child() {
  resume_parent();
  // Never destroyed: their last user may have been in the middle of them.
  abandon(ring_.release());
  abandon(files_.release());
  abandon(wake_up_.release());
  abandon(answered_.release());
  wake_up_ = std::make_unique<std::condition_variable>();
  answered_ = std::make_unique<std::condition_variable>();
  new (&thread_) std::thread();
  if (state_ == State::Stopped) return;
  thread_id_ = std::thread::id();
  reported_ = false;
  requests_.clear();
  room_ = 0;
  job_bytes_ = 0;
  job_ran_ = false;
  dropped_ = 0;
  asleep_ = false;
  failing_ = false;
  lost_ = false;
  kept_error_.reset();
  event_path_.clear();
  state_ = State::Idle;
}

}  // namespace stepline::writer
