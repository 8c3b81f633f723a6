#include "support/read_back.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "event/wire.h"
#include "record/record_reader.h"
#include "storage/file_source.h"

namespace stepline::support {

ReadEnd for_each_event(storage::FileSystem& files, const std::string& path,
                       const std::function<void(const event::Event&)>& take) {
  ReadEnd end;
  storage::FileSource source(files, path);
  record::Reader reader(source);
  for (;;) {
    auto record = reader.next();
    if (!record) {
      end.damage = record.error().message;
      return end;
    }
    if (!*record) return end;
    auto event = event::decode_event((*record)->payload);
    if (!event) {
      end.damage = event.error().message;
      return end;
    }
    take(*event);
    end.whole_bytes = reader.offset();
  }
}

std::vector<event::Event> read_events(storage::FileSystem& files,
                                      const std::string& path) {
  std::vector<event::Event> events;
  const ReadEnd end = for_each_event(
      files, path, [&](const event::Event& event) { events.push_back(event); });
  EXPECT_EQ(end.damage, "") << path;
  const auto rest = files.read(path, end.whole_bytes, 1);
  EXPECT_TRUE(rest && rest->empty()) << "half a record at the end of " << path;
  return events;
}

std::vector<std::string> files_in(storage::FileSystem& files,
                                  const std::string& directory,
                                  std::string_view word) {
  std::vector<std::string> paths;
  const auto entries = files.list(directory);
  if (!entries) return paths;
  for (const storage::Entry& entry : *entries) {
    if (entry.kind != storage::Entry::Kind::File) continue;
    if (entry.name.find(word) == std::string::npos) continue;
    paths.push_back(directory + "/" + entry.name);
  }
  std::ranges::sort(paths);
  return paths;
}

void append_points(const event::Event& event, std::vector<Point>& points) {
  const auto* summary = std::get_if<event::Summary>(&event.what);
  if (summary == nullptr) return;
  for (const event::Value& value : summary->values) {
    Point point{value.tag.name(), event.step.value, 0, event.wall_time.secs()};
    if (const auto* simple = std::get_if<float>(&value.value)) {
      point.value = *simple;
    } else if (const auto* tensor =
                   std::get_if<event::TensorProto>(&value.value);
               tensor != nullptr && tensor->double_val.size() == 1) {
      point.value = tensor->double_val[0];
    } else {
      continue;
    }
    points.push_back(std::move(point));
  }
}

std::vector<Point> read_points(storage::FileSystem& files,
                               const std::string& directory) {
  std::vector<Point> points;
  for (const std::string& path : files_in(files, directory)) {
    for (const event::Event& event : read_events(files, path))
      append_points(event, points);
  }
  return points;
}

}  // namespace stepline::support
