#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "event/event.h"
#include "event/plugin_names.h"
#include "event/wire.h"
#include "event/writer_mark.h"
#include "record/record_writer.h"

namespace stepline::store {

// The bytes of an event file, event by event:
//   EventLog().scalar("loss", 1, 0.5).session_start(1).bytes()
// Wall times run on by one second an event from the given one.
class EventLog {
 public:
  explicit EventLog(double wall_secs = 1000, bool versioned = true)
      : wall_secs_(wall_secs) {
    if (versioned) add({}, event::FileVersion{"brain.Event:2"});
  }

  // Of a writer that names its session.
  static EventLog of_session(std::uint64_t session, double wall_secs = 1000) {
    EventLog log(wall_secs, /*versioned=*/false);
    log.source_writer_ = event::writer_mark(session);
    log.add({}, event::FileVersion{"brain.Event:2"});
    log.source_writer_.clear();
    return log;
  }

  EventLog& at(double wall_secs) {
    wall_secs_ = wall_secs;
    return *this;
  }

  EventLog& scalar(const std::string& tag, std::int64_t step, float value) {
    event::Value one;
    one.tag = event::Tag(tag);
    one.value = value;
    return values(step, {one});
  }

  EventLog& double_scalar(const std::string& tag, std::int64_t step,
                          double value) {
    event::Value one;
    one.tag = event::Tag(tag);
    one.metadata.emplace();
    one.metadata->plugin_name = event::kScalarsPlugin;
    one.metadata->data_class = event::DataClass::Scalar;
    event::TensorProto tensor;
    tensor.dtype = event::DataType::Double;
    tensor.has_shape = true;
    tensor.double_val = {value};
    one.value = tensor;
    return values(step, {one});
  }

  EventLog& text(const std::string& tag, std::int64_t step,
                 const std::string& words) {
    event::Value one;
    one.tag = event::Tag(tag);
    one.metadata.emplace();
    one.metadata->plugin_name = event::kTextPlugin;
    event::TensorProto tensor;
    tensor.dtype = event::DataType::String;
    tensor.has_shape = true;
    tensor.shape.dims = {{1, {}}};
    tensor.string_val = {words};
    one.value = tensor;
    return values(step, {one});
  }

  EventLog& session_start(std::int64_t step) {
    event::SessionLog log;
    log.status = event::SessionLog::Status::Start;
    return add(step, log);
  }

  EventLog& values(std::int64_t step, std::vector<event::Value> all) {
    return add(step, event::Summary{std::move(all)});
  }

  const std::string& bytes() const { return bytes_; }

 private:
  template <class What>
  EventLog& add(std::int64_t step, What what) {
    event::Event event;
    event.wall_time = *event::WallTime::from_secs(wall_secs_);
    event.step = event::Step{step};
    event.what = std::move(what);
    event.source_writer = source_writer_;
    record::append_record(bytes_, event::encode_event(event));
    wall_secs_ += 1;
    return *this;
  }

  double wall_secs_;
  std::string source_writer_;
  std::string bytes_;
};

}  // namespace stepline::store
