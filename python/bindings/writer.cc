#include "writer.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "arrays.h"
#include "bindings.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT: "tag"_a

namespace stepline::python {
namespace {

using Step = std::int64_t;
using WallTime = std::optional<double>;

// Below this a copy is over before another thread could have used the lock,
// and getting it back may take a whole switching interval.
constexpr std::size_t kWorthUnlocking = 256 << 10;

std::size_t bytes_of(const Array& array) { return array.view().bytes(); }
std::size_t bytes_of(const Array* array) {
  return array == nullptr ? 0 : bytes_of(*array);
}

std::optional<TensorView> view_of(const Array* array) {
  if (array == nullptr) return {};
  return array->view();
}

// Calls `add`, without Python's lock where it copies much or has to wait.
template <class Add>
void add(Writer& writer, std::size_t bytes, Add add_to) {
  Result<void> result;
  if (bytes >= kWorthUnlocking || writer.shared->would_wait(bytes + 1)) {
    const nb::gil_scoped_release unlocked;
    result = add_to(*writer.shared);
  } else {
    result = add_to(*writer.shared);
  }
  raise_if_failed(result);
}

struct WithoutLock {
  void operator()(SummaryWriter* writer) const {
    if (PyGILState_Check()) {
      const nb::gil_scoped_release unlocked;
      delete writer;
    } else {
      delete writer;
    }
  }
};

std::chrono::milliseconds millis(double secs) {
  constexpr double kMost = 1e9;
  if (!(secs > 0)) return std::chrono::milliseconds(0);
  return std::chrono::milliseconds(
      static_cast<std::int64_t>(std::fmin(secs, kMost) * 1000));
}

void make_writer(Writer* self, std::string directory,
                 std::string filename_suffix, std::optional<Step> purge_step,
                 double flush_secs, std::size_t queue_bytes,
                 bool double_scalars, bool enabled) {
  WriterOptions options;
  options.directory = std::move(directory);
  options.filename_suffix = std::move(filename_suffix);
  options.purge_step = purge_step;
  options.flush_interval = millis(flush_secs);
  options.queue_bytes = queue_bytes;
  options.double_scalars = double_scalars;
  options.enabled = enabled;
  const nb::gil_scoped_release unlocked;
  new (self) Writer{std::shared_ptr<SummaryWriter>(
      new SummaryWriter(std::move(options)), WithoutLock())};
}

// "tensorflow", a rule of numpy's, a number of bins, or edges.
using BinsArgument = std::variant<std::string, Step, std::vector<double>>;

HistogramBins bins_of(const BinsArgument& bins) {
  using Rule = HistogramBins::Rule;
  constexpr std::pair<std::string_view, Rule> kRules[] = {
      {"auto", Rule::Auto},   {"fd", Rule::Fd},          {"doane", Rule::Doane},
      {"scott", Rule::Scott}, {"stone", Rule::Stone},    {"rice", Rule::Rice},
      {"sqrt", Rule::Sqrt},   {"sturges", Rule::Sturges}};
  if (const auto* count = std::get_if<Step>(&bins))
    return HistogramBins::equal(*count);
  if (const auto* edges = std::get_if<std::vector<double>>(&bins))
    return HistogramBins::edges(*edges);
  const std::string& name = std::get<std::string>(bins);
  if (name == "tensorflow") return {};
  for (const auto& [known, rule] : kRules)
    if (known == name) return rule;
  throw nb::value_error(
      ("'" + name + "' is not a valid estimator for `bins`").c_str());
}

std::string text_of(nb::bytes bytes) { return {bytes.c_str(), bytes.size()}; }

void bind_numbers(nb::class_<Writer>& writer) {
  writer
      .def(
          "add_scalar",
          [](Writer& self, std::string_view tag, double value, Step step,
             WallTime wall_time) {
            add(self, 0, [&](SummaryWriter& to) {
              to.add_scalar(tag, value, step, wall_time.value_or(NAN));
              return Result<void>();
            });
          },
          "tag"_a, "value"_a, "step"_a = 0, "wall_time"_a = nb::none())
      .def(
          "add_scalars",
          [](Writer& self, std::string_view main_tag,
             const std::vector<std::pair<std::string_view, double>>& values,
             Step step, WallTime wall_time) {
            add(self, 0, [&](SummaryWriter& to) {
              return to.add_scalars(main_tag, std::span(values), step,
                                    {.wall_time = wall_time});
            });
          },
          "main_tag"_a, "values"_a, "step"_a = 0, "wall_time"_a = nb::none())
      .def(
          "add_histogram",
          [](Writer& self, std::string_view tag, const Array& values, Step step,
             WallTime wall_time, const BinsArgument& bins, Step max_bins) {
            const HistogramOptions options{.bins = bins_of(bins),
                                           .max_bins = max_bins,
                                           .wall_time = wall_time};
            add(self, bytes_of(values), [&](SummaryWriter& to) {
              return to.add_histogram(tag, values.view(), step, options);
            });
          },
          "tag"_a, "values"_a, "step"_a = 0, "wall_time"_a = nb::none(),
          "bins"_a = "tensorflow", "max_bins"_a = 0)
      .def(
          "add_histogram_raw",
          [](Writer& self, std::string_view tag, double min, double max,
             double num, double sum, double sum_squares,
             std::vector<double> limits, std::vector<double> counts, Step step,
             WallTime wall_time) {
            add(self, 0, [&](SummaryWriter& to) {
              return to.add_histogram_raw(
                  tag,
                  {min, max, num, sum, sum_squares, std::move(limits),
                   std::move(counts)},
                  step, wall_time);
            });
          },
          "tag"_a, "min"_a, "max"_a, "num"_a, "sum"_a, "sum_squares"_a,
          "bucket_limits"_a, "bucket_counts"_a, "step"_a = 0,
          "wall_time"_a = nb::none())
      .def(
          "add_tensor",
          [](Writer& self, std::string_view tag, const Array& tensor, Step step,
             WallTime wall_time, bool tensorboard) {
            add(self, bytes_of(tensor), [&](SummaryWriter& to) {
              return to.add_tensor(
                  tag, tensor.view(), step,
                  {.tensorboard = tensorboard, .wall_time = wall_time});
            });
          },
          "tag"_a, "tensor"_a, "step"_a = 0, "wall_time"_a = nb::none(),
          "tensorboard"_a = false)
      .def(
          "add_pr_curve",
          [](Writer& self, std::string_view tag, const Array& labels,
             const Array& predictions, Step step, WallTime wall_time,
             Step num_thresholds, const Array* weights) {
            const PrCurveOptions options{.num_thresholds = num_thresholds,
                                         .weights = view_of(weights),
                                         .wall_time = wall_time};
            add(self, bytes_of(labels) + bytes_of(predictions),
                [&](SummaryWriter& to) {
                  return to.add_pr_curve(tag, labels.view(), predictions.view(),
                                         step, options);
                });
          },
          "tag"_a, "labels"_a, "predictions"_a, "step"_a = 0,
          "wall_time"_a = nb::none(), "num_thresholds"_a = 127,
          "weights"_a = nb::none());
}

void bind_media(nb::class_<Writer>& writer) {
  writer
      .def(
          "add_image",
          [](Writer& self, std::string_view tag, const Array& image, Step step,
             WallTime wall_time, std::string_view layout) {
            add(self, bytes_of(image), [&](SummaryWriter& to) {
              return to.add_image(tag, image.view(), step,
                                  {.layout = layout, .wall_time = wall_time});
            });
          },
          "tag"_a, "image"_a, "step"_a = 0, "wall_time"_a = nb::none(),
          "layout"_a = "CHW")
      .def(
          "add_images",
          [](Writer& self, std::string_view tag, const Array& images, Step step,
             WallTime wall_time, std::string_view layout) {
            add(self, bytes_of(images), [&](SummaryWriter& to) {
              return to.add_images(tag, images.view(), step,
                                   {.layout = layout, .wall_time = wall_time});
            });
          },
          "tag"_a, "images"_a, "step"_a = 0, "wall_time"_a = nb::none(),
          "layout"_a = "NCHW")
      .def(
          "add_image_with_boxes",
          [](Writer& self, std::string_view tag, const Array& image,
             const Array& boxes, Step step, WallTime wall_time,
             std::string_view layout, std::vector<std::string> labels) {
            const BoxesOptions options{.layout = layout,
                                       .labels = std::move(labels),
                                       .wall_time = wall_time};
            add(self, bytes_of(image), [&](SummaryWriter& to) {
              return to.add_image_with_boxes(tag, image.view(), boxes.view(),
                                             step, options);
            });
          },
          "tag"_a, "image"_a, "boxes"_a, "step"_a = 0,
          "wall_time"_a = nb::none(), "layout"_a = "CHW",
          "labels"_a = std::vector<std::string>())
      .def(
          "add_video",
          [](Writer& self, std::string_view tag, const Array& video, Step step,
             WallTime wall_time, std::string_view layout, double fps) {
            add(self, bytes_of(video), [&](SummaryWriter& to) {
              return to.add_video(
                  tag, video.view(), step,
                  {.layout = layout, .fps = fps, .wall_time = wall_time});
            });
          },
          "tag"_a, "video"_a, "step"_a = 0, "wall_time"_a = nb::none(),
          "layout"_a = "NTCHW", "fps"_a = 4.0)
      .def(
          "add_audio",
          [](Writer& self, std::string_view tag, const Array& samples,
             Step step, WallTime wall_time, Step sample_rate) {
            add(self, bytes_of(samples), [&](SummaryWriter& to) {
              return to.add_audio(
                  tag, samples.view(), step,
                  {.sample_rate = sample_rate, .wall_time = wall_time});
            });
          },
          "tag"_a, "samples"_a, "step"_a = 0, "wall_time"_a = nb::none(),
          "sample_rate"_a = 44100)
      .def(
          "add_text",
          [](Writer& self, std::string_view tag, std::string_view text,
             Step step, WallTime wall_time) {
            add(self, text.size(), [&](SummaryWriter& to) {
              return to.add_text(tag, text, step, {.wall_time = wall_time});
            });
          },
          "tag"_a, "text"_a, "step"_a = 0, "wall_time"_a = nb::none())
      .def(
          "add_mesh",
          [](Writer& self, std::string_view tag, const Array& vertices,
             Step step, WallTime wall_time, const Array* colors,
             const Array* faces, std::string config_json) {
            const MeshOptions options{.colors = view_of(colors),
                                      .faces = view_of(faces),
                                      .config_json = std::move(config_json),
                                      .wall_time = wall_time};
            add(self, bytes_of(vertices) + bytes_of(colors) + bytes_of(faces),
                [&](SummaryWriter& to) {
                  return to.add_mesh(tag, vertices.view(), step, options);
                });
          },
          "tag"_a, "vertices"_a, "step"_a = 0, "wall_time"_a = nb::none(),
          "colors"_a = nb::none(), "faces"_a = nb::none(), "config_json"_a = "")
      .def(
          "add_embedding",
          [](Writer& self, const Array& matrix, Step step, std::string tag,
             std::vector<std::vector<std::string>> labels,
             std::vector<std::string> header, const Array* images,
             std::string_view images_layout) {
            const EmbeddingOptions options{.tag = std::move(tag),
                                           .labels = std::move(labels),
                                           .header = std::move(header),
                                           .images = view_of(images),
                                           .images_layout = images_layout};
            add(self, bytes_of(matrix) + bytes_of(images),
                [&](SummaryWriter& to) {
                  return to.add_embedding(matrix.view(), step, options);
                });
          },
          "matrix"_a, "step"_a = 0, "tag"_a = "default",
          "labels"_a = std::vector<std::vector<std::string>>(),
          "header"_a = std::vector<std::string>(), "images"_a = nb::none(),
          "images_layout"_a = "NCHW");
}

void bind_files(nb::class_<Writer>& writer) {
  writer
      .def(
          "add_event",
          [](Writer& self, nb::bytes event) {
            std::string bytes = text_of(event);
            const std::size_t size = bytes.size();
            add(self, size, [&](SummaryWriter& to) {
              return to.add_event(std::move(bytes));
            });
          },
          "event"_a, "A serialised tensorflow.Event, written as it is.")
      .def("add_onnx_graph",
           [](Writer& self, const std::string& path) {
             add(self, kWorthUnlocking,
                 [&](SummaryWriter& to) { return to.add_onnx_graph(path); });
           })
      .def("flush",
           [](Writer& self) {
             add(self, kWorthUnlocking,
                 [](SummaryWriter& to) { return to.flush(); });
           })
      .def("close",
           [](Writer& self) {
             add(self, kWorthUnlocking,
                 [](SummaryWriter& to) { return to.close(); });
           })
      .def_prop_ro("directory",
                   [](const Writer& self) { return self.shared->directory(); })
      .def_prop_ro("file_path",
                   [](const Writer& self) { return self.shared->file_path(); })
      .def_prop_ro("dropped",
                   [](const Writer& self) { return self.shared->dropped(); });
}

}  // namespace

void bind_writer(nb::module_& module) {
  nb::class_<Writer> writer(module, "Writer",
                            "stepline::SummaryWriter, as it is in C++.");
  writer.def("__init__", make_writer, "directory"_a, nb::kw_only(),
             "filename_suffix"_a = "", "purge_step"_a = nb::none(),
             "flush_secs"_a = 2.0, "queue_bytes"_a = std::size_t{64} << 20,
             "double_scalars"_a = false, "enabled"_a = true);
  bind_numbers(writer);
  bind_media(writer);
  bind_files(writer);
}

}  // namespace stepline::python
