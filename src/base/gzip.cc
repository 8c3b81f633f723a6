#include "base/gzip.h"

#include "base/deflater.h"

namespace stepline {

std::string gzip(std::string_view data) {
  std::string out;
  Deflater(Deflater::Format::Gzip).write(data, /*last=*/true, out);
  return out;
}

}  // namespace stepline
