#include <algorithm>

#include "log_kinds.h"

namespace demo {
namespace {

// One row of the grid that add_images makes.
constexpr int kColumns = 8;

}  // namespace

Pictures grey_pictures(const Matrix& pictures, int factor) {
  return framed(
      enlarge({pictures.rows(), 1, kSide, pictures.values()}, factor));
}

void log_reconstructions(RunLog& log, const Shapes& shapes,
                         const Matrix& output, std::int64_t step) {
  Matrix rows(3 * kColumns, kPixels);
  auto next = rows.values().begin();
  for (const Matrix* part : {&shapes.noisy, &output, &shapes.clean}) {
    next = std::copy_n(part->values().begin(), kColumns * kPixels, next);
  }
  log.wrote("images",
            log.writer.add_images("reconstruction/given_made_wanted",
                                  grey_pictures(rows, 5).view(), step));
}

}  // namespace demo
