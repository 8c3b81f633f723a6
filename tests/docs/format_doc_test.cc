#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>

#include "event/event.h"
#include "event/wire.h"
#include "event/writer_mark.h"
#include "record/record_writer.h"

namespace stepline {
namespace {

// The bytes of the ```hex block of a document; "#" begins a comment.
std::string hex_block_of(const std::string& path) {
  std::ifstream document(path);
  std::string bytes, line;
  bool inside = false;
  while (std::getline(document, line)) {
    if (line.starts_with("```")) inside = line == "```hex";
    if (!inside || line.starts_with("```")) continue;
    std::istringstream numbers(line.substr(0, line.find('#')));
    for (int byte = 0; numbers >> std::hex >> byte;) {
      bytes.push_back(static_cast<char>(byte));
    }
  }
  return bytes;
}

event::Event at_fixed_time() {
  event::Event event;
  event.wall_time = *event::WallTime::from_secs(1700000000.25);
  return event;
}

TEST(FormatDocument, ShowsTheBytesOfAFileWithOneScalar) {
  event::Event version = at_fixed_time();
  version.what = event::FileVersion{"brain.Event:2"};
  version.source_writer = event::writer_mark(0x6d1f0b83c2a9e457);

  event::Event scalar = at_fixed_time();
  scalar.step = {1};
  event::Summary summary;
  summary.values.emplace_back();
  summary.values[0].tag = event::Tag("loss");
  summary.values[0].value = 0.5f;
  scalar.what = summary;

  std::string file;
  record::append_record(file, event::encode_event(version));
  record::append_record(file, event::encode_event(scalar));
  EXPECT_EQ(hex_block_of(STEPLINE_SOURCE_DIR "/docs/format.md"), file);
}

}  // namespace
}  // namespace stepline
