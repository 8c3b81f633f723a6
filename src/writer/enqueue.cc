#include "writer/enqueue.h"

#include "writer/tensor_reader.h"

namespace stepline::writer {

Moment moment(Core& core, std::int64_t step, std::optional<double> wall_time) {
  const double secs = wall_time ? *wall_time : core.clock().wall_secs();
  return {event::Step{step},
          event::WallTime::from_secs(secs).value_or(event::WallTime())};
}

OwnedTensor::OwnedTensor(BufferPool& pool, const TensorView& view,
                         std::size_t before, std::size_t after)
    : buffer_(pool.take(before + view.bytes() + after)),
      before_(before),
      dtype_(view.dtype()),
      shape_(view.shape().begin(), view.shape().end()) {
  copy_contiguous(view, buffer_.data() + before);
}

TensorView OwnedTensor::view() const {
  return TensorView(buffer_.data() + before_, dtype_, shape_);
}

event::Event as_event(Moment when, event::Value value) {
  std::vector<event::Value> values;
  values.push_back(std::move(value));
  return as_event(when, std::move(values));
}

event::Event as_event(Moment when, std::vector<event::Value> values) {
  event::Event event;
  event.wall_time = when.wall_time;
  event.step = when.step;
  event.what = event::Summary{std::move(values)};
  return event;
}

event::Event as_event(Moment when, event::GraphDef graph) {
  event::Event event;
  event.wall_time = when.wall_time;
  event.step = when.step;
  event.what = std::move(graph);
  return event;
}

}  // namespace stepline::writer
