#include "server/assets/assets.h"

namespace stepline::server {

std::span<const Asset> embedded_assets() { return {}; }

}  // namespace stepline::server
