#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "event/event.h"
#include "event/plugin_names.h"
#include "event/wire.h"
#include "record/record_writer.h"
#include "storage/file_system.h"
#include "store/block.h"
#include "store/file_loader.h"

namespace stepline::store {

// A file whose reads can be made short, or fail.
class BytesFile final : public storage::ReadFile {
 public:
  std::string bytes;
  std::size_t longest_read = std::numeric_limits<std::size_t>::max();
  std::size_t most_asked = 0;
  std::uint64_t reads = 0;
  std::optional<Error> error;
  std::function<void()> on_read;

  Result<std::size_t> read(std::uint64_t offset, std::span<char> to) override {
    most_asked = std::max(most_asked, to.size());
    ++reads;
    if (on_read) on_read();
    if (error) return *error;
    if (offset >= bytes.size()) return std::size_t{0};
    return bytes.copy(to.data(), std::min(to.size(), longest_read), offset);
  }
  std::string_view name() const override { return "run/events"; }
  Result<storage::FileStatus> status() override {
    return storage::FileStatus{.bytes = bytes.size()};
  }
};

// Builds a file value by value and loads it.
class FileLoaderTest : public ::testing::Test {
 protected:
  void add_record(std::string_view payload) {
    record::append_record(file_.bytes, payload);
  }
  void add(const event::Event& event) {
    add_record(event::encode_event(event));
  }
  void add(std::int64_t step, std::vector<event::Value> values) {
    event::Event event;
    event.step.value = step;
    event.wall_time = *event::WallTime::from_secs(1000 + 0.5 * step);
    event.what = event::Summary{std::move(values)};
    add(event);
  }
  void add_scalar(std::int64_t step, std::string_view tag, float value) {
    add(step, {simple(tag, value)});
  }

  static event::Value simple(std::string_view tag, float value) {
    event::Value made;
    made.tag = event::Tag(tag);
    made.value = value;
    return made;
  }
  static event::Value tensor(std::string_view tag, std::vector<float> values,
                             const char* plugin = nullptr) {
    event::Value made;
    made.tag = event::Tag(tag);
    event::TensorProto proto;
    proto.dtype = event::DataType::Float;
    proto.has_shape = true;
    if (values.size() != 1) {
      proto.shape.dims = {{static_cast<std::int64_t>(values.size()), ""}};
    }
    proto.float_val = std::move(values);
    made.value = proto;
    if (plugin != nullptr) made.metadata = metadata_of(plugin);
    return made;
  }
  static event::Metadata metadata_of(const char* plugin) {
    event::Metadata metadata;
    metadata.plugin_name = plugin;
    return metadata;
  }
  void add_session_start(std::int64_t step) {
    event::Event event;
    event.step.value = step;
    event.wall_time = *event::WallTime::from_secs(5000);
    event.what = event::SessionLog{event::SessionLog::Status::Start, "", ""};
    add(event);
  }

  FilePart load(LoadRequest request) {
    request.file = &file_;
    auto part = load_part(request);
    EXPECT_TRUE(part.has_value());
    return part ? std::move(*part) : FilePart();
  }
  FilePart load() { return load({.end = file_.bytes.size()}); }

  static const FilePart::Series* find(const FilePart& part,
                                      std::string_view tag,
                                      reader::Kind kind = reader::Kind::Scalar,
                                      std::size_t section = 0) {
    for (const FilePart::Series& series : part.sections.at(section).series) {
      if (series.tag == tag && series.kind == kind) return &series;
    }
    return nullptr;
  }

  // The values of a series of scalars; none when there is no such series.
  static std::vector<double> values(const FilePart& part, std::string_view tag,
                                    std::size_t section = 0) {
    std::vector<double> values;
    const auto* series = find(part, tag, reader::Kind::Scalar, section);
    if (series == nullptr) return values;
    for (const Block* block : series->blocks) {
      for (std::size_t i = 0; i < size_of(*block); ++i) {
        values.push_back(point_at(*block, i).value);
      }
    }
    return values;
  }

  BytesFile file_;
};

}  // namespace stepline::store
