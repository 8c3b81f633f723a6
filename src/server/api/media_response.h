#pragma once

#include <string>

#include "server/api/service.h"

namespace stepline::server {

// A file from a log, which may be anything: by its own type, in a sandbox of
// its own, and as an attachment when asked for or of no known type. Parts of it
// are 206, and one that it has not got 416.
Response media_response(const Request& request, std::string bytes,
                        const std::string& name, bool download);

// Content-Disposition, for any name.
std::string attachment(const std::string& name);

}  // namespace stepline::server
