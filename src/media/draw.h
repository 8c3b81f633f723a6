#pragma once

#include <string_view>

#include "media/bitmap.h"

namespace stepline::media {

// Draws the outline of a box in red, two pixels wide, and its label, white on
// red, at the box's upper left corner: above the box where there is room, else
// inside. The outline runs from (left, top) to (right, bottom) inclusive;
// swapped coordinates are put in order, and whatever lies outside the picture
// is not drawn. An alpha channel becomes opaque under the drawing.
//
// The label is UTF-8 on one line; printable ASCII has glyphs, every other
// character is shown as an empty box. An empty label draws nothing.
void draw_box(Bitmap& bitmap, int left, int top, int right, int bottom,
              std::string_view label = {});

}  // namespace stepline::media
