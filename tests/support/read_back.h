#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "event/event.h"
#include "storage/file_system.h"

namespace stepline::support {

// How the reading of a file ended.
struct ReadEnd {
  std::uint64_t whole_bytes = 0;  // Up to the end of the last whole record.
  std::string damage;             // What was wrong; empty when nothing was.
};

// Calls `take` for each event of a file. Half a record at the end is no
// damage; anything else that cannot be read is.
ReadEnd for_each_event(storage::FileSystem& files, const std::string& path,
                       const std::function<void(const event::Event&)>& take);

// The events of a file, which must be whole to its last byte: a failure of the
// calling test otherwise.
std::vector<event::Event> read_events(storage::FileSystem& files,
                                      const std::string& path);

// Paths of the files in `directory` whose name contains `word`, in the order
// of their names.
std::vector<std::string> files_in(storage::FileSystem& files,
                                  const std::string& directory,
                                  std::string_view word = "tfevents");

struct Point {
  std::string tag;
  std::int64_t step = 0;
  double value = 0;
  double wall_secs = 0;
};

// The scalars of an event: simple_value, or a rank-0 tensor of doubles.
void append_points(const event::Event& event, std::vector<Point>& points);

// The scalars in all event files of a directory, each whole, file by file.
std::vector<Point> read_points(storage::FileSystem& files,
                               const std::string& directory);

}  // namespace stepline::support
