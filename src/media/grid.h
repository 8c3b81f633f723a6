#pragma once

#include <vector>

#include "media/bitmap.h"
#include "stepline/result.h"

namespace stepline::media {

// Lays the images out row by row, `columns` of them in a row (fewer where there
// are fewer images), on a black canvas. They must all have one shape.
Result<Bitmap> make_grid(const std::vector<Bitmap>& images, int columns = 8);

// The sprite sheet of the projector: as many rows as columns, ceil(sqrt(N)) of
// them, black where the images run out. More than 8192 pixels either way is an
// error: browsers cannot upload a larger texture.
Result<Bitmap> make_sprite(const std::vector<Bitmap>& images);

}  // namespace stepline::media
