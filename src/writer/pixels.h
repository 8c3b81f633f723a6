#pragma once

#include "media/bitmap.h"
#include "stepline/tensor_view.h"

namespace stepline::writer {

// The picture in a view [H, W, C] of any strides, C being 1, 3 or 4.
//
// uint8 and uint16 are taken as they are, bool as black and white. Every other
// dtype is in [0, 1]: multiplied by 255 as a float32, clipped and truncated,
// NaN black, which is how torch.utils.tensorboard does it. One channel becomes
// three equal ones, except of uint16.
media::Bitmap bitmap_of(const TensorView& view);

}  // namespace stepline::writer
