#include "server/api/service.h"

#include "base/json_text.h"

namespace stepline::server {

Response error_response(unsigned status, const std::string& what) {
  Response response;
  response.status = status;
  std::string body = "{\"error\":";
  append_json(body, what);
  response.body = body + "}";
  return response;
}

Response cancelled_response() { return error_response(503, "cancelled"); }

}  // namespace stepline::server
