#include "writer/image.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "media/draw.h"
#include "media/gif.h"
#include "media/grid.h"
#include "media/png.h"
#include "media/video_tiles.h"
#include "writer/check.h"
#include "writer/pixels.h"
#include "writer/tensor_reader.h"

namespace stepline::writer {
namespace {

// More than any browser shows, and far below what an int holds.
constexpr std::int64_t kMostPixelsAcross = 1 << 16;

struct Allowed {
  bool several_pictures = false;
  bool several_frames = false;
};

Result<Layout> check_picture(std::string_view kind, std::string_view tag,
                             const TensorView& view, std::string_view letters,
                             Allowed allowed) {
  if (auto ok = check_view(kind, tag, view); !ok) return ok.error();
  auto layout = parse_layout(kind, tag, letters, view);
  if (!layout) return layout;
  const auto refuse = [&](std::string_view why) {
    std::string what(why);
    what += " in layout \"" + std::string(letters) + "\"";
    return invalid(kind, tag, what, view);
  };
  if (view.size() == 0)
    return invalid(kind, tag, "the input has no element", view);
  const TensorView picture = as_nthwc(view, *layout);
  const std::int64_t channels = picture.dim(4);
  if (channels != 1 && channels != 3 && channels != 4) {
    return refuse("there must be 1, 3 or 4 channels");
  }
  if (picture.dim(0) != 1 && !allowed.several_pictures) {
    return refuse("only one picture is wanted");
  }
  if (picture.dim(1) != 1 && !allowed.several_frames) {
    return refuse("only one moment is wanted");
  }
  if (picture.dim(2) > kMostPixelsAcross ||
      picture.dim(3) > kMostPixelsAcross) {
    return refuse("the picture is more than 65536 pixels high or wide");
  }
  return layout;
}

// [H, W, C] of picture n at moment t.
TensorView picture_at(const TensorView& nthwc, std::int64_t n, std::int64_t t) {
  return slice(slice(nthwc, n), t);
}

media::Bitmap only_picture(const TensorView& image, const Layout& layout) {
  return bitmap_of(picture_at(as_nthwc(image, layout), 0, 0));
}

event::Value value_of(std::string_view tag, const media::Bitmap& shape,
                      std::string encoded) {
  event::Image image;
  image.height = shape.height;
  image.width = shape.width;
  image.colorspace = shape.channels;
  image.encoded = std::move(encoded);
  event::Value value;
  value.tag = event::Tag(tag);
  value.value = std::move(image);
  return value;
}

event::Value png_value(std::string_view tag, const media::Bitmap& bitmap) {
  return value_of(tag, bitmap, media::encode_png(bitmap));
}

int pixel_of(double coordinate) {
  constexpr double kFar = 1 << 20;
  return static_cast<int>(std::clamp(coordinate, -kFar, kFar));
}

media::Bitmap with_eight_bits(media::Bitmap bitmap) {
  if (bitmap.bits == 8) return bitmap;
  auto narrow =
      media::Bitmap::black(bitmap.width, bitmap.height, bitmap.channels);
  const auto* wide = reinterpret_cast<const std::uint16_t*>(bitmap.row(0));
  std::transform(wide, wide + narrow.pixels.size(), narrow.pixels.begin(),
                 [](std::uint16_t sample) { return char(sample >> 8); });
  return narrow;
}

}  // namespace

Result<Layout> check_image(std::string_view tag, const TensorView& image,
                           const ImageOptions& options) {
  auto layout = check_picture("image", tag, image, options.layout, {});
  if (!layout) return layout;
  if (auto ok = check_wall_time("image", tag, options.wall_time); !ok) {
    return ok.error();
  }
  return layout;
}

Result<Layout> check_images(std::string_view tag, const TensorView& images,
                            const ImagesOptions& options) {
  auto layout = check_picture("images", tag, images, options.layout,
                              {.several_pictures = true});
  if (!layout) return layout;
  if (auto ok = check_wall_time("images", tag, options.wall_time); !ok) {
    return ok.error();
  }
  return layout;
}

Result<Layout> check_image_with_boxes(std::string_view tag,
                                      const TensorView& image,
                                      const TensorView& boxes,
                                      const BoxesOptions& options) {
  constexpr const char* kKind = "image_with_boxes";
  auto layout = check_picture(kKind, tag, image, options.layout, {});
  if (!layout) return layout;
  if (auto ok = check_view(kKind, tag, boxes); !ok) return ok.error();
  if (boxes.rank() != 2 || boxes.dim(1) != 4) {
    return invalid(kKind, tag, "the boxes must be [N, 4]", boxes);
  }
  const auto count = static_cast<std::size_t>(boxes.dim(0));
  if (!options.labels.empty() && options.labels.size() != count) {
    return invalid(kKind, tag,
                   std::to_string(options.labels.size()) + " labels for " +
                       std::to_string(count) + " boxes",
                   boxes);
  }
  if (auto ok = check_wall_time(kKind, tag, options.wall_time); !ok) {
    return ok.error();
  }
  return layout;
}

Result<Layout> check_video(std::string_view tag, const TensorView& video,
                           const VideoOptions& options) {
  auto layout =
      check_picture("video", tag, video, options.layout,
                    {.several_pictures = true, .several_frames = true});
  if (!layout) return layout;
  if (!(options.fps > 0) || !std::isfinite(options.fps)) {
    return invalid("video", tag,
                   "fps must be above 0, got " + std::to_string(options.fps));
  }
  if (auto ok = check_wall_time("video", tag, options.wall_time); !ok) {
    return ok.error();
  }
  return layout;
}

Result<event::Value> make_image(std::string_view tag, const TensorView& image,
                                const Layout& layout) {
  return png_value(tag, only_picture(image, layout));
}

Result<event::Value> make_images(std::string_view tag, const TensorView& images,
                                 const Layout& layout) {
  const TensorView pictures = as_nthwc(images, layout);
  std::vector<media::Bitmap> bitmaps;
  for (std::int64_t n = 0; n < pictures.dim(0); ++n) {
    bitmaps.push_back(bitmap_of(picture_at(pictures, n, 0)));
  }
  auto grid = media::make_grid(bitmaps);
  if (!grid) return grid.error();
  return png_value(tag, *grid);
}

Result<event::Value> make_image_with_boxes(
    std::string_view tag, const TensorView& image, const TensorView& boxes,
    const std::vector<std::string>& labels, const Layout& layout) {
  media::Bitmap bitmap = only_picture(image, layout);
  const std::vector<double> corners = doubles_of(boxes);
  for (std::size_t i = 0; i < corners.size() / 4; ++i) {
    const double* box = &corners[4 * i];
    if (!std::all_of(box, box + 4, [](double x) { return std::isfinite(x); })) {
      continue;
    }
    media::draw_box(bitmap, pixel_of(box[0]), pixel_of(box[1]),
                    pixel_of(box[2]), pixel_of(box[3]),
                    labels.empty() ? std::string_view() : labels[i]);
  }
  return png_value(tag, bitmap);
}

Result<event::Value> make_video(std::string_view tag, const TensorView& video,
                                const Layout& layout, double fps) {
  const TensorView pictures = as_nthwc(video, layout);
  std::vector<media::Video> videos(static_cast<std::size_t>(pictures.dim(0)));
  for (std::size_t n = 0; n < videos.size(); ++n) {
    for (std::int64_t t = 0; t < pictures.dim(1); ++t) {
      videos[n].push_back(with_eight_bits(
          bitmap_of(picture_at(pictures, static_cast<std::int64_t>(n), t))));
    }
  }
  auto tiled = media::tile_videos(videos);
  if (!tiled) return tiled.error();
  auto gif = media::encode_gif(*tiled, fps);
  if (!gif) return gif.error();
  return value_of(tag, tiled->front(), *std::move(gif));
}

}  // namespace stepline::writer
