#pragma once

#include <cstdint>
#include <span>

#include "media/bitmap.h"
#include "stepline/result.h"

namespace stepline::media {

// Copies the tiles (not null, of one shape) row by row onto a black canvas of
// rows x columns of them; places without a tile stay black. `what` names the
// tiles in error messages.
Result<Bitmap> tile(std::span<const Bitmap* const> tiles, std::int64_t rows,
                    std::int64_t columns, const char* what);

}  // namespace stepline::media
