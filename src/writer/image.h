#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "event/event.h"
#include "stepline/result.h"
#include "stepline/summary_options.h"
#include "stepline/tensor_view.h"
#include "writer/layout.h"

namespace stepline::writer {

// Each check_* gives the layout that the make_* of the same name wants: it may
// be kept, where the options' string may not.

// [H, W] with 1, 3 or 4 channels. Letters N and T are allowed as far as their
// length is 1.
Result<Layout> check_image(std::string_view tag, const TensorView& image,
                           const ImageOptions& options);
// The same with N of any length.
Result<Layout> check_images(std::string_view tag, const TensorView& images,
                            const ImagesOptions& options);
// Boxes are [N, 4]; labels are none or N.
Result<Layout> check_image_with_boxes(std::string_view tag,
                                      const TensorView& image,
                                      const TensorView& boxes,
                                      const BoxesOptions& options);
// N and T of any length.
Result<Layout> check_video(std::string_view tag, const TensorView& video,
                           const VideoOptions& options);

// The pictures as PNG. One channel becomes three equal ones when it has 8 bits:
// that is what torch.utils.tensorboard writes, and readers that compare pixels
// or look at `colorspace` see the same; 16 bits stay grey.
Result<event::Value> make_image(std::string_view tag, const TensorView& image,
                                const Layout& layout);
// A grid eight columns wide.
Result<event::Value> make_images(std::string_view tag, const TensorView& images,
                                 const Layout& layout);
// Boxes are drawn in red, two pixels wide, with their labels; a box with a
// coordinate that is not finite is left out.
Result<event::Value> make_image_with_boxes(
    std::string_view tag, const TensorView& image, const TensorView& boxes,
    const std::vector<std::string>& labels, const Layout& layout);
// An animated GIF; several videos are tiled.
Result<event::Value> make_video(std::string_view tag, const TensorView& video,
                                const Layout& layout, double fps);

}  // namespace stepline::writer
