#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/program.h"
#include "event/event.h"
#include "event/wire.h"
#include "record/record_writer.h"
#include "storage/memory_file_system.h"

namespace stepline::cli {

// Event files in memory, and the program run on them.
class CliTest : public testing::Test {
 protected:
  using Events = std::vector<event::Event>;

  // The exit status. What was printed is in out_ and err_.
  int run(const std::vector<std::string>& arguments) {
    return run_on(files_, arguments);
  }
  int run_on(storage::FileSystem& files,
             const std::vector<std::string>& arguments) {
    out_.clear();
    err_.clear();
    Output out(out_, terminal_);
    Output err(err_, terminal_);
    Context context{files, out, err};
    return static_cast<int>(run_program(arguments, context));
  }

  void write(const std::string& path, const std::string& bytes) {
    const std::size_t slash = path.rfind('/');
    if (slash != std::string::npos) {
      ASSERT_TRUE(files_.make_directories(path.substr(0, slash)));
    }
    ASSERT_TRUE(files_.replace(path, bytes));
  }

  static std::string framed(const Events& events) {
    std::string bytes;
    for (const event::Event& event : events) {
      record::append_record(bytes, event::encode_event(event));
    }
    return bytes;
  }

  static event::Event version(const std::string& name = "brain.Event:2",
                              double wall_secs = 1000) {
    event::Event event = at(0, wall_secs);
    event.what = event::FileVersion{name};
    return event;
  }
  // Of a file that was begun later than others.
  static event::Event version_at(double wall_secs) {
    return version("brain.Event:2", wall_secs);
  }
  static event::Event scalar(const std::string& tag, std::int64_t step,
                             float value, double wall_secs = 0) {
    event::Event event = at(step, wall_secs == 0 ? 1000.0 + step : wall_secs);
    event.what = event::Summary{{value_of(tag, value)}};
    return event;
  }
  static event::Event start(std::int64_t step) {
    event::Event event = at(step);
    event.what = event::SessionLog{event::SessionLog::Status::Start, "", ""};
    return event;
  }
  static event::Event at(std::int64_t step, double wall_secs = 1000) {
    event::Event event;
    event.step = {step};
    event.wall_time = *event::WallTime::from_secs(wall_secs);
    return event;
  }
  static event::Value value_of(const std::string& tag, float number) {
    event::Value value;
    value.tag = event::Tag(tag);
    value.value = number;
    return value;
  }

  storage::MemoryFileSystem files_;
  Terminal terminal_;
  std::string out_;
  std::string err_;
};

}  // namespace stepline::cli
