#include "server/api/openapi.h"
#include "server/api/routes.h"

namespace stepline::server {

Answer answer_openapi(const Context&, const Request&) {
  Response response;
  response.body = std::string(openapi());
  return response;
}

}  // namespace stepline::server
