#include <utility>

#include "server/api/arguments.h"
#include "server/api/media_response.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

using File = std::string_view;
constexpr std::size_t kLongestName = 200;

Answer fetch(const Context& context, const std::string& ticket) {
  auto response = context.tickets.take(ticket);
  if (!response) {
    return error_response(404, "no such download: it was fetched, or is old");
  }
  return *std::move(response);
}

void rename(Response& response, const std::string& name) {
  std::erase_if(response.headers, [](const auto& header) {
    return header.first == "Content-Disposition";
  });
  response.headers.emplace_back("Content-Disposition", attachment(name));
}

}  // namespace

Answer answer_download(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  if (const auto ticket = arguments.text("ticket")) {
    return fetch(context, *ticket);
  }
  if (request.method != "POST") return error_response(400, "ticket is missing");
  const File file = arguments.choice<File>(
      "file", {{"selection.zip", "/api/download/selection.zip"},
               {"scalars.csv", "/api/download/scalars.csv"},
               {"scalars.json", "/api/download/scalars.json"},
               {"histograms.csv", "/api/download/histograms.csv"},
               {"histograms.json", "/api/download/histograms.json"}});
  const auto name = arguments.text("name");
  if (name && name->size() > kLongestName) {
    arguments.fail("name is longer than " + std::to_string(kLongestName));
  }
  if (arguments.error()) return error_response(400, *arguments.error());

  Response response = find_route(file)->answer(context, request).make();
  if (response.status >= 400) return response;
  if (name) rename(response, *name);
  Json json;
  json.begin_object()
      .member("path", "api/download?ticket=" +
                          context.tickets.keep(std::move(response)))
      .end_object();
  return json_response(json);
}

}  // namespace stepline::server
