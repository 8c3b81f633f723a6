// Writer's pictures, sound, text, meshes and embeddings.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrays.h"
#include "bindings.h"
#include "writer.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT: "tag"_a

namespace stepline::python {

void bind_media(nb::class_<Writer>& writer) {
  writer
      .def(
          "add_image",
          [](Writer& self, std::string_view tag, const Array& image, Step step,
             const WallTime& wall_time, std::string_view layout) {
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
             const WallTime& wall_time, std::string_view layout) {
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
             const Array& boxes, Step step, const WallTime& wall_time,
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
             const WallTime& wall_time, std::string_view layout,
             const Given<double, "fps">& fps) {
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
             Step step, const WallTime& wall_time, Step sample_rate) {
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
             Step step, const WallTime& wall_time) {
            add(self, text.size(), [&](SummaryWriter& to) {
              return to.add_text(tag, text, step, {.wall_time = wall_time});
            });
          },
          "tag"_a, "text"_a, "step"_a = 0, "wall_time"_a = nb::none())
      .def(
          "add_mesh",
          [](Writer& self, std::string_view tag, const Array& vertices,
             Step step, const WallTime& wall_time, const Array* colors,
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
          [](Writer& self, const Array& matrix, Step step,
             const Given<std::string, "tag">& tag,
             std::vector<std::vector<std::string>> labels,
             std::vector<std::string> header, const Array* images,
             std::string_view images_layout) {
            const EmbeddingOptions options{.tag = tag,
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

}  // namespace stepline::python
