#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/manual_clock.h"
#include "stepline/summary_writer.h"
#include "storage/fault_file_system.h"
#include "storage/memory_file_system.h"
#include "support/read_back.h"
#include "writer/access.h"

namespace stepline {

// A writer into directory "run" of a file system in memory, with faults on
// command, and what it reported.
class WriterTest : public testing::Test {
 protected:
  using Operation = storage::FaultFileSystem::Operation;

  WriterOptions options() {
    WriterOptions options;
    options.directory = "run";
    options.flush_interval = std::chrono::milliseconds(20);
    options.on_error = [this](const Error& error) {
      const std::lock_guard guard(mutex_);
      errors_.push_back(error.message);
    };
    return options;
  }
  SummaryWriter make_writer() { return make_writer(options()); }
  SummaryWriter make_writer(WriterOptions wanted, Clock& clock) {
    return writer::Access::make(std::move(wanted), {faults_, clock});
  }
  SummaryWriter make_writer(WriterOptions wanted) {
    return make_writer(std::move(wanted), system_clock());
  }

  std::vector<std::string> errors() {
    const std::lock_guard guard(mutex_);
    return errors_;
  }

  std::vector<std::string> files(const std::string& directory = "run") {
    return support::files_in(memory_, directory);
  }
  std::vector<support::Point> points(const std::string& directory = "run") {
    return support::read_points(memory_, directory);
  }
  std::vector<event::Event> events(const std::string& path) {
    return support::read_events(memory_, path);
  }
  // The events of the run's only file.
  std::vector<event::Event> only_events() {
    const auto paths = files();
    EXPECT_EQ(paths.size(), 1u);
    return paths.empty() ? std::vector<event::Event>() : events(paths[0]);
  }

  // Whether `tag` has steps 0 .. count-1 in order and values equal to steps.
  testing::AssertionResult counted(std::int64_t count,
                                   const std::string& tag = "loss") {
    std::int64_t next = 0;
    for (const support::Point& point : points()) {
      if (point.tag != tag) continue;
      if (point.step != next || point.value != double(next))
        return testing::AssertionFailure()
               << "step " << point.step << " where " << next << " should be";
      ++next;
    }
    if (next == count) return testing::AssertionSuccess();
    return testing::AssertionFailure() << next << " of " << count << " steps";
  }

  // Waits, for seconds rather than for ever, until the run's files have this
  // many scalars; they may be growing.
  bool comes_to_have(std::size_t count) {
    for (int i = 0; i < 2'000; ++i) {
      std::vector<support::Point> read;
      for (const std::string& path : files())
        support::for_each_event(memory_, path, [&](const event::Event& event) {
          support::append_points(event, read);
        });
      if (read.size() >= count) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  storage::MemoryFileSystem memory_;
  storage::FaultFileSystem faults_{memory_};

 private:
  std::mutex mutex_;
  std::vector<std::string> errors_;
};

}  // namespace stepline
