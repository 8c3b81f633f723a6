#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "event/event.h"
#include "reader/kind.h"
#include "reader/problem.h"
#include "storage/byte_source.h"
#include "store/file_loader.h"
#include "store/file_part.h"
#include "store/point.h"

namespace stepline::store {

// What is in a file, however it was read: one way must give the same as
// another.
class LoadedFile {
 public:
  // What a plain reader finds, record by record.
  static LoadedFile read_plainly(storage::ByteSource& file);

  // Adds what was loaded behind what is here.
  void append(const FilePart& part);

  // What the next part has to know.
  KnownMetadata known_metadata() const;

  // Everything, to the last bit.
  std::string text() const;

  std::uint64_t end() const { return end_; }
  std::uint64_t points() const { return points_; }
  std::uint64_t records() const { return records_; }
  std::uint64_t damaged_records() const { return damaged_records_; }

 private:
  struct Series {
    std::string tag;
    reader::Kind kind;
    std::vector<Point> points;
    std::vector<BlobPlace> places;
  };
  struct Section {
    std::optional<std::int64_t> restart_step;
    double restart_wall_secs = 0;
    std::vector<Series> series;
  };

  void take_event(std::string_view payload, std::uint64_t offset,
                  std::string_view path);
  void take_summary(const event::Summary& summary, BlobPlace place);
  void damaged(std::uint64_t offset, std::string message,
               std::string_view path);
  Series& series(const std::string& tag, reader::Kind kind);

  std::vector<Section> sections_{1};
  std::map<std::string, event::Metadata, std::less<>> first_metadata_;
  std::uint64_t end_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t points_ = 0;
  std::uint64_t damaged_records_ = 0;
  double first_wall_secs_ = 0;
  std::optional<std::string> file_version_;
  std::string source_writer_;
  std::vector<reader::Problem> problems_;
};

}  // namespace stepline::store
