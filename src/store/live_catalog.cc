#include "store/live_catalog.h"

#include <stdlib.h>  // __GLIBC__
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/path.h"

namespace stepline::store {
namespace {

using std::chrono::milliseconds;

// How many series are taken in before others get a chance at the lock.
constexpr std::size_t kSeriesAtOnce = 2048;

// The path of the problem that there may be with following as such.
constexpr const char* kWaiting = "";

// How often to try again what could not be read.
constexpr milliseconds kRetry{1000};

// What loading needed for a moment, as much again as it leaves when series are
// short, goes back to the system.
void return_unused_heap() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace

LiveCatalog::LiveCatalog(storage::FileSystem& files, MemoryStoreOptions options,
                         std::unique_ptr<reader::LogFollower> follower)
    : files_(files),
      options_(std::move(options)),
      follower_(std::move(follower)) {
  if (options_.threads == 0) {
    options_.threads = std::max(1u, std::thread::hardware_concurrency());
  }
  thread_ = std::thread([this] { load_and_follow(); });
}

LiveCatalog::~LiveCatalog() {
  stopping_ = true;
  follower_->wake();
  thread_.join();
}

void LiveCatalog::load_and_follow() {
  auto taken = take_changes(milliseconds(0));
  return_unused_heap();
  {
    const std::lock_guard lock(signal_mutex_);
    loaded_ = true;
  }
  announce();
  while (options_.follow && !stopping_) {
    // What could not be read may be readable by now.
    const bool again = !taken || has_failed();
    taken = take_changes(again ? kRetry : milliseconds(60000));
    if (!taken) std::this_thread::sleep_for(kRetry);
  }
}

Result<void> LiveCatalog::take_changes(milliseconds timeout) {
  const std::lock_guard following(follower_mutex_);
  auto changes = follower_->wait(timeout);
  if (!changes) {
    {
      const std::unique_lock lock(mutex_);
      catalog_.add_problem({.what = reader::Problem::What::Unreadable,
                            .path = kWaiting,
                            .offset = {},
                            .message = changes.error().message});
    }
    announce();
    return changes.error();
  }
  std::vector<FileLoad> loads;
  {
    const std::unique_lock lock(mutex_);
    catalog_.withdraw_problem(kWaiting);
    for (const std::string& path : changes->mended) {
      catalog_.withdraw_problem(path);
    }
    for (reader::Problem& problem : changes->problems) {
      catalog_.add_problem(std::move(problem));
    }
    // What goes first, so that a path may come back as another run's.
    using What = reader::LogFollower::Change::What;
    for (const auto& change : changes->files) {
      if (change.what == What::Removed) note(change, loads);
    }
    for (const auto& change : changes->files) {
      if (change.what != What::Removed) note(change, loads);
    }
    add_failed(loads);
  }
  if (loads.empty() && changes->empty()) return {};
  announce();
  load(loads);
  return {};
}

void LiveCatalog::load(const std::vector<FileLoad>& loads) {
  std::uint64_t bytes = 0;
  for (const FileLoad& load : loads) {
    bytes += load.size - std::min(load.begin, load.size);
  }
  bytes_total_ += bytes;
  files_total_ += loads.size();
  LoadSettings settings;
  settings.threads = options_.threads;
  settings.checksum = options_.checksum;
  settings.bytes_done = &bytes_done_;
  settings.cancelled = &stopping_;
  LoadSink sink;
  sink.take = [this](FileId id, FilePart& part) { take_part(id, part); };
  sink.joined = [this](FileId id) {
    settle(id);
    ++files_done_;
  };
  sink.failed = [this](FileId id, const Error& error) {
    const std::unique_lock lock(mutex_);
    failed_.insert(id);
    catalog_.set_unreadable(id, error);
  };
  sink.known_metadata = [this](FileId id, std::string_view tag) {
    const std::shared_lock lock(mutex_);
    return catalog_.known_metadata(id, tag);
  };
  load_files(files_, loads, settings, sink);
  bytes_done_ = bytes_total_.load();
  files_done_ = files_total_.load();
  announce();
}

void LiveCatalog::add_failed(std::vector<FileLoad>& loads) {
  std::erase_if(failed_, [&](FileId id) {
    return catalog_.file(id)->memory == nullptr;  // Removed or replaced.
  });
  for (const FileId id : failed_) {
    const LoadedFile& file = *catalog_.file(id);
    const bool listed = std::ranges::any_of(
        loads, [&](const FileLoad& load) { return load.id == id; });
    if (listed) continue;
    loads.push_back({.id = id,
                     .path = file.file.path,
                     .kind = file.file.kind,
                     .begin = file.end,
                     .footing = file.footing,
                     .size = file.file.status.bytes});
  }
}

void LiveCatalog::note(const reader::LogFollower::Change& change,
                       std::vector<FileLoad>& loads) {
  using What = reader::LogFollower::Change::What;
  std::optional<FileId> id = catalog_.find_file(change.file.path);
  if (change.what == What::Removed) {
    if (id) catalog_.remove_file(*id);
    return;
  }
  auto run = catalog_.find_run(change.run);
  if (!run) {
    run = catalog_.add_run(change.run, directory_of(change.file.path));
  }
  // A file that was read further than it is now long was cut in between.
  const bool replaced =
      id && (change.what == What::Replaced ||
             change.file.status.bytes < catalog_.file(*id)->end);
  if (replaced) {
    id = catalog_.replace_file(*id, change.file);
  } else if (!id) {
    id = catalog_.add_file(*run, change.file);
  }
  if (change.file.kind == reader::LogFile::Kind::ProjectorConfig) return;
  loads.push_back({.id = *id,
                   .path = change.file.path,
                   .kind = change.file.kind,
                   .begin = catalog_.file(*id)->end,
                   .footing = catalog_.file(*id)->footing,
                   .size = change.file.status.bytes});
}

void LiveCatalog::take_part(FileId id, FilePart& part) {
  Catalog::PartProgress progress;
  {
    const std::unique_lock lock(mutex_);
    failed_.erase(id);
    progress = catalog_.begin_part(id, part);
  }
  bool done = false;
  while (!done) {
    const std::unique_lock lock(mutex_);
    done = catalog_.add_series(id, part, progress, kSeriesAtOnce);
  }
  announce();
}

void LiveCatalog::settle(FileId id) {
  std::size_t next = 0;
  bool done = false;
  while (!done) {
    const std::unique_lock lock(mutex_);
    done = catalog_.settle(id, next, kSeriesAtOnce);
  }
}

bool LiveCatalog::has_failed() const {
  const std::shared_lock lock(mutex_);
  return !failed_.empty();
}

void LiveCatalog::announce() {
  std::uint64_t cursor = 0;
  {
    const std::shared_lock lock(mutex_);
    cursor = catalog_.changes().cursor();
  }
  {
    const std::lock_guard lock(signal_mutex_);
    cursor_ = std::max(cursor_, cursor);
  }
  signal_.notify_all();
}

void LiveCatalog::wait_until_loaded() const {
  std::unique_lock lock(signal_mutex_);
  signal_.wait(lock, [&] { return loaded_; });
}

Result<void> LiveCatalog::reload() {
  wait_until_loaded();
  if (options_.follow) return {};
  return take_changes(milliseconds(0));
}

Progress LiveCatalog::progress() const {
  const std::lock_guard lock(signal_mutex_);
  const std::uint64_t total = bytes_total_;
  const std::uint64_t files = files_total_;
  return {std::min<std::uint64_t>(bytes_done_, total), total, loaded_,
          std::min<std::uint64_t>(files_done_, files), files};
}

bool LiveCatalog::wait_for_changes(std::uint64_t cursor,
                                   milliseconds timeout) const {
  std::unique_lock lock(signal_mutex_);
  return signal_.wait_for(lock, timeout, [&] { return cursor_ > cursor; });
}

}  // namespace stepline::store
