#pragma once

#include <vector>

#include "media/bitmap.h"
#include "stepline/result.h"

namespace stepline::media {

// Lays the images out row by row, `columns` of them in a row (fewer where there
// are fewer images), on a black canvas. They must all have one shape.
Result<Bitmap> make_grid(const std::vector<Bitmap>& images, int columns = 8);

// The sprite sheet of the projector: a square as wide as ceil(sqrt(N)) images,
// black where they run out. Images that do not fit into it, because they are
// higher than wide, are an error, and so is a side of more than 8192 pixels:
// browsers cannot upload a larger texture.
Result<Bitmap> make_sprite(const std::vector<Bitmap>& images);

}  // namespace stepline::media
