#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stepline/custom_scalars.h"
#include "stepline/graph.h"
#include "stepline/result.h"
#include "stepline/summary_options.h"
#include "stepline/tensor_view.h"
#include "stepline/writer_options.h"

namespace stepline {

namespace writer {
class Core;
struct Access;
}  // namespace writer

// The cheapest way to log one tag again and again: the tag is looked up once.
//
// Copies are cheap and may be used by many threads at once. A scalar may
// outlive its writer; what is added after the writer's destruction is dropped.
class Scalar {
 public:
  // One that logs nowhere, until another is assigned.
  Scalar() = default;

  // Queues the value with the present wall time; a few nanoseconds. Mind the
  // order: the step comes first here, since there is no tag.
  void add(std::int64_t step, double value) const;
  // A wall time that is not finite means now.
  void add(std::int64_t step, double value, double wall_time) const;

 private:
  friend class SummaryWriter;
  Scalar(std::shared_ptr<writer::Core> core, std::uint32_t tag_id)
      : core_(std::move(core)), tag_id_(tag_id) {}

  std::shared_ptr<writer::Core> core_;
  std::uint32_t tag_id_ = 0;
};

// Logs what happens during a training into TensorBoard event files
// (docs/format.md).
//
// # What an add_* does
// It checks its arguments, copies what it needs, queues it, and returns; a
// background thread encodes and writes. An error result is always the caller's
// (a wrong shape, an empty input): nothing of that call is written, and the
// writer goes on. NaN and infinity are data, not errors. Text and tags are
// UTF-8; what is not valid is replaced by U+FFFD.
//
// # When the disk fails
// No add_* fails or throws for it. The first error is kept: it is given once
// to WriterOptions::on_error and returned by flush() and close(). What could
// not be written waits in the queue, up to its bound, and is written when the
// disk takes it again.
//
// # When memory runs out
// The copy that an add_* makes can fail with std::bad_alloc, as any
// container's; nothing of that call is written. The background thread drops
// what it has no memory for, and reports it like an error of the disk.
//
// # Threads and processes
// Every method may be called by many threads at once; the summaries of one
// thread stay in order. Many processes may write into one directory: each
// writer has a file of its own. After fork() the child's writer begins a file
// of its own at its first add_*, and what the parent had queued stays the
// parent's; readers show what both wrote. Destroying a SummaryWriter while
// another thread calls a method of it is undefined, as for any object; a Scalar
// may be used meanwhile.
//
// # The end
// The destructor closes. At exit(), at return from main and at an uncaught
// exception, open writers are flushed, for at most 30 seconds where the disk is
// slow. A process killed by a signal loses at most what was added in the last
// flush interval. A writer that was moved from does nothing, as one that is not
// enabled.
class SummaryWriter {
 public:
  // Makes the directory and the file. If that fails it is an I/O error like any
  // other, and is tried again.
  explicit SummaryWriter(WriterOptions options = {});
  // Shorthand for WriterOptions::directory.
  explicit SummaryWriter(std::string directory, WriterOptions options = {});
  SummaryWriter(SummaryWriter&&) noexcept;
  SummaryWriter& operator=(SummaryWriter&&) noexcept;
  ~SummaryWriter();

  // --- Numbers -------------------------------------------------------------

  void add_scalar(std::string_view tag, double value, std::int64_t step = 0);
  void add_scalar(std::string_view tag, double value, std::int64_t step,
                  double wall_time);  // Not finite: now.
  Scalar scalar(std::string_view tag);

  // Several curves in one chart, at least one: each goes to a run of its own,
  // in the directory `<main_tag with / as _>_<name>` below this writer's. Takes
  // a list of names and values, or any range of such pairs, like a map.
  using NamedValue = std::pair<std::string_view, double>;
  Result<void> add_scalars(std::string_view main_tag,
                           std::span<const NamedValue> values,
                           std::int64_t step = 0,
                           const ScalarsOptions& options = {});
  Result<void> add_scalars(std::string_view main_tag,
                           std::initializer_list<NamedValue> values,
                           std::int64_t step = 0,
                           const ScalarsOptions& options = {}) {
    return add_scalars(main_tag, std::span(values.begin(), values.size()), step,
                       options);
  }
  template <std::ranges::input_range Pairs>
    requires(!std::convertible_to<const Pairs&, std::span<const NamedValue>>)
  Result<void> add_scalars(std::string_view main_tag, const Pairs& pairs,
                           std::int64_t step = 0,
                           const ScalarsOptions& options = {}) {
    std::vector<NamedValue> values;
    for (const auto& [name, value] : pairs) values.emplace_back(name, value);
    return add_scalars(main_tag, std::span<const NamedValue>(values), step,
                       options);
  }

  // Any shape; at least one element. Values that are not finite are left out.
  Result<void> add_histogram(std::string_view tag, const TensorView& values,
                             std::int64_t step = 0,
                             const HistogramOptions& options = {});
  Result<void> add_histogram_raw(std::string_view tag, RawHistogram histogram,
                                 std::int64_t step = 0,
                                 std::optional<double> wall_time = {});

  // Any dtype and shape, whole, into the tensor file beside the event file.
  Result<void> add_tensor(std::string_view tag, const TensorView& tensor,
                          std::int64_t step = 0,
                          const TensorOptions& options = {});

  // `labels` 0 or 1 and `predictions` in [0, 1], equally many.
  Result<void> add_pr_curve(std::string_view tag, const TensorView& labels,
                            const TensorView& predictions,
                            std::int64_t step = 0,
                            const PrCurveOptions& options = {});
  Result<void> add_pr_curve_raw(std::string_view tag, RawPrCurve curve,
                                std::int64_t step = 0,
                                std::optional<double> wall_time = {});

  // --- Media ---------------------------------------------------------------

  Result<void> add_image(std::string_view tag, const TensorView& image,
                         std::int64_t step = 0,
                         const ImageOptions& options = {});
  Result<void> add_images(std::string_view tag, const TensorView& images,
                          std::int64_t step = 0,
                          const ImagesOptions& options = {});
  // `boxes` is [N, 4]: left, top, right, bottom, in pixels.
  Result<void> add_image_with_boxes(std::string_view tag,
                                    const TensorView& image,
                                    const TensorView& boxes,
                                    std::int64_t step = 0,
                                    const BoxesOptions& options = {});
  // An animated GIF; several videos are tiled.
  Result<void> add_video(std::string_view tag, const TensorView& video,
                         std::int64_t step = 0,
                         const VideoOptions& options = {});
  // [L], or [L, C] or [C, L] with one or two channels: integers as they are,
  // floats in [-1, 1], clipped.
  Result<void> add_audio(std::string_view tag, const TensorView& samples,
                         std::int64_t step = 0,
                         const AudioOptions& options = {});
  // Markdown.
  Result<void> add_text(std::string_view tag, std::string_view text,
                        std::int64_t step = 0, const TextOptions& options = {});
  // `vertices` is [N, 3] or [B, N, 3].
  Result<void> add_mesh(std::string_view tag, const TensorView& vertices,
                        std::int64_t step = 0, const MeshOptions& options = {});

  // --- The model and the experiment ----------------------------------------

  // Nodes have names, each its own.
  Result<void> add_graph(Graph graph);
  // Reads the file, weights included, before it returns.
  Result<void> add_onnx_graph(const std::string& path);

  // A [N, D] matrix of points for the projector, as files beside the event
  // file.
  Result<void> add_embedding(const TensorView& matrix, std::int64_t step = 0,
                             const EmbeddingOptions& options = {});

  // Call it once, before training; the metrics come later, as scalars under
  // their tags. finish_hparams() says how it ended.
  Result<void> add_hparams(std::vector<HParam> hparams,
                           std::vector<HParamMetric> metrics,
                           const HParamsOptions& options = {});
  Result<void> finish_hparams(SessionStatus status = SessionStatus::Success,
                              const HParamsOptions& options = {});

  // TensorBoard shows the first layout of a run, so that all charts belong into
  // one call; the short forms are for a single chart.
  Result<void> add_custom_scalars(ChartLayout layout);
  Result<void> add_custom_scalars_multiline(std::vector<std::string> tags,
                                            std::string category = "default",
                                            std::string title = "untitled");
  Result<void> add_custom_scalars_margin(MarginChart::Series series,
                                         std::string category = "default",
                                         std::string title = "untitled");

  // A serialised tensorflow.Event, written as it is.
  Result<void> add_event(std::string event_bytes);

  // --- The file ------------------------------------------------------------

  // Returns when everything queued before it is in the file, or with the first
  // error that has not been recovered from. An error by which something was
  // lost is never recovered from: later calls return it too.
  Result<void> flush();
  // flush(), then closes the file. A later add_* opens a new one.
  Result<void> close();

  // Whether an add_* of so many bytes would now have to wait for room in the
  // queue: for a caller who holds a lock that others want meanwhile.
  bool would_wait(std::size_t bytes = 0) const;

  // False for a writer that does nothing (WriterOptions::enabled).
  bool enabled() const { return core_ != nullptr; }
  // Empty for a writer that is not enabled.
  const std::string& directory() const;
  // The event file being written; empty when closed.
  std::string file_path() const;
  // Summaries dropped since the beginning, for lack of room.
  std::uint64_t dropped() const;

 private:
  friend struct writer::Access;
  explicit SummaryWriter(std::shared_ptr<writer::Core> core);

  std::shared_ptr<writer::Core> core_;
};

}  // namespace stepline
