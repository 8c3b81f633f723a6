// SummaryWriter's pictures, sound, text and meshes.

#include <optional>
#include <string>
#include <utility>

#include "stepline/summary_writer.h"
#include "writer/audio.h"
#include "writer/core.h"
#include "writer/enqueue.h"
#include "writer/image.h"
#include "writer/mesh.h"
#include "writer/text.h"

namespace stepline {

using writer::enqueue;
using writer::moment;
using writer::OwnedTensor;

Result<void> SummaryWriter::add_image(std::string_view tag,
                                      const TensorView& image,
                                      std::int64_t step,
                                      const ImageOptions& options) {
  if (!core_) return {};
  auto layout = writer::check_image(tag, image, options);
  if (!layout) return layout.error();
  OwnedTensor copy(core_->pool(), image);
  const std::size_t bytes = copy.bytes();
  enqueue(*core_, moment(*core_, step, options.wall_time), bytes,
          [tag = std::string(tag), copy = std::move(copy), layout = *layout] {
            return writer::make_image(tag, copy.view(), layout);
          });
  return {};
}

Result<void> SummaryWriter::add_images(std::string_view tag,
                                       const TensorView& images,
                                       std::int64_t step,
                                       const ImagesOptions& options) {
  if (!core_) return {};
  auto layout = writer::check_images(tag, images, options);
  if (!layout) return layout.error();
  OwnedTensor copy(core_->pool(), images);
  const std::size_t bytes = copy.bytes();
  enqueue(*core_, moment(*core_, step, options.wall_time), bytes,
          [tag = std::string(tag), copy = std::move(copy), layout = *layout] {
            return writer::make_images(tag, copy.view(), layout);
          });
  return {};
}

Result<void> SummaryWriter::add_image_with_boxes(std::string_view tag,
                                                 const TensorView& image,
                                                 const TensorView& boxes,
                                                 std::int64_t step,
                                                 const BoxesOptions& options) {
  if (!core_) return {};
  auto layout = writer::check_image_with_boxes(tag, image, boxes, options);
  if (!layout) return layout.error();
  OwnedTensor own_image(core_->pool(), image);
  OwnedTensor own_boxes(core_->pool(), boxes);
  const std::size_t bytes = own_image.bytes() + own_boxes.bytes();
  enqueue(*core_, moment(*core_, step, options.wall_time), bytes,
          [tag = std::string(tag), image = std::move(own_image),
           boxes = std::move(own_boxes), labels = options.labels,
           layout = *layout] {
            return writer::make_image_with_boxes(tag, image.view(),
                                                 boxes.view(), labels, layout);
          });
  return {};
}

Result<void> SummaryWriter::add_video(std::string_view tag,
                                      const TensorView& video,
                                      std::int64_t step,
                                      const VideoOptions& options) {
  if (!core_) return {};
  auto layout = writer::check_video(tag, video, options);
  if (!layout) return layout.error();
  OwnedTensor copy(core_->pool(), video);
  const std::size_t bytes = copy.bytes();
  enqueue(*core_, moment(*core_, step, options.wall_time), bytes,
          [tag = std::string(tag), copy = std::move(copy), layout = *layout,
           fps = options.fps] {
            return writer::make_video(tag, copy.view(), layout, fps);
          });
  return {};
}

Result<void> SummaryWriter::add_audio(std::string_view tag,
                                      const TensorView& samples,
                                      std::int64_t step,
                                      const AudioOptions& options) {
  if (!core_) return {};
  auto checked = writer::check_audio(tag, samples, options);
  if (!checked) return checked;
  OwnedTensor copy(core_->pool(), samples);
  const std::size_t bytes = copy.bytes();
  enqueue(*core_, moment(*core_, step, options.wall_time), bytes,
          [tag = std::string(tag), copy = std::move(copy),
           rate = options.sample_rate] {
            return writer::make_audio(tag, copy.view(), rate);
          });
  return {};
}

Result<void> SummaryWriter::add_text(std::string_view tag,
                                     std::string_view text, std::int64_t step,
                                     const TextOptions& options) {
  if (!core_) return {};
  auto checked = writer::check_text(tag, options);
  if (!checked) return checked;
  enqueue(*core_, moment(*core_, step, options.wall_time), text.size(),
          [tag = std::string(tag), text = std::string(text)] {
            return writer::make_text(tag, text);
          });
  return {};
}

Result<void> SummaryWriter::add_mesh(std::string_view tag,
                                     const TensorView& vertices,
                                     std::int64_t step,
                                     const MeshOptions& options) {
  if (!core_) return {};
  auto checked = writer::check_mesh(tag, vertices, options);
  if (!checked) return checked;
  const auto own = [&](const std::optional<TensorView>& view) {
    std::optional<OwnedTensor> copy;
    if (view) copy.emplace(core_->pool(), *view);
    return copy;
  };
  const auto size = [](const std::optional<OwnedTensor>& copy) {
    return copy ? copy->bytes() : 0;
  };
  OwnedTensor own_vertices(core_->pool(), vertices);
  std::optional<OwnedTensor> faces = own(options.faces);
  std::optional<OwnedTensor> colors = own(options.colors);
  const std::size_t bytes = own_vertices.bytes() + size(faces) + size(colors);
  enqueue(*core_, moment(*core_, step, options.wall_time), bytes,
          [tag = std::string(tag), vertices = std::move(own_vertices),
           faces = std::move(faces), colors = std::move(colors),
           config = options.config_json] {
            const auto view = [](const std::optional<OwnedTensor>& copy) {
              return copy ? std::optional(copy->view()) : std::nullopt;
            };
            return writer::make_mesh(tag, vertices.view(), view(faces),
                                     view(colors), config);
          });
  return {};
}

}  // namespace stepline
