#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "event/event.h"
#include "stepline/result.h"
#include "stepline/tensor_view.h"
#include "writer/buffer_pool.h"
#include "writer/core.h"

namespace stepline::writer {

// What the add_* of all kinds share: the moment they speak of, a copy of their
// arrays, and the way into the queue.

struct Moment {
  event::Step step;
  event::WallTime wall_time;
};

// `wall_time` has been checked; absent means now.
Moment moment(Core& core, std::int64_t step, std::optional<double> wall_time);

// A contiguous copy of an array, in memory of the writer's pool.
class OwnedTensor {
 public:
  // `before` bytes are left free in front of the elements, and `after` behind.
  OwnedTensor(BufferPool& pool, const TensorView& view, std::size_t before = 0,
              std::size_t after = 0);

  TensorView view() const;
  std::size_t bytes() const { return buffer_.size(); }
  // Ends the tensor's life.
  Buffer release() && { return std::move(buffer_); }

 private:
  Buffer buffer_;
  std::size_t before_;
  DType dtype_;
  std::vector<std::int64_t> shape_;
};

// Queues an event for run `run`. On the background thread `make()` gives what
// it carries: a summary's Value, several of them, or another content of an
// event, each of these possibly as a Result.
template <class Make>
void enqueue(Core& core, Moment when, std::size_t bytes, Make make,
             std::uint32_t run = 0);

event::Event as_event(Moment when, event::Value value);
event::Event as_event(Moment when, std::vector<event::Value> values);
event::Event as_event(Moment when, event::GraphDef graph);

template <class Content>
void hand_over(RunFiles& files, std::uint32_t run, Moment when,
               Content content) {
  files.run(run).add_event(as_event(when, std::move(content)));
}

template <class Content>
void hand_over(RunFiles& files, std::uint32_t run, Moment when,
               Result<Content> content) {
  if (!content) return files.report_loss(content.error());
  hand_over(files, run, when, *std::move(content));
}

template <class Make>
void enqueue(Core& core, Moment when, std::size_t bytes, Make make,
             std::uint32_t run) {
  core.add_job(make_job(
      bytes, [when, run, make = std::move(make)](RunFiles& files) mutable {
        hand_over(files, run, when, make());
      }));
}

}  // namespace stepline::writer
