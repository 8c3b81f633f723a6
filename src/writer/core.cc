#include "writer/core.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>

#include "event/writer_mark.h"
#include "writer/lifecycle.h"
#include "writer/session.h"

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
constexpr std::size_t kLargeJob = 1 << 20;
constexpr std::size_t kMaxPoolBytes = 32 << 20;
constexpr milliseconds kMaxInterval = std::chrono::hours(1);

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
      session_(session_number(options_.session)),
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
                  options_.filename_suffix, event::writer_mark(session_),
                  options_.rotate_bytes, options_.sync,
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
