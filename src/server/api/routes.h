#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/api/api.h"
#include "server/api/columns.h"
#include "server/api/download_tickets.h"
#include "server/api/etag.h"
#include "server/api/json.h"
#include "server/api/service.h"
#include "store/store.h"

namespace stepline::server {

// What a handler has, beside the request. Lives as long as the API.
struct Context {
  const store::Store& store;
  const ApiOptions& options;
  DownloadTickets& tickets;
};

// A response, or the promise of one together with what tells it from an older
// one: where the client has it already, it is not made at all.
class Answer {
 public:
  // With an ETag of its own, or one of its body.
  Answer(Response response)
      : make_([ready = std::move(response)]() mutable {
          return std::move(ready);
        }) {}
  Answer(const Fingerprint& version, std::function<Response()> make)
      : etag_(version.etag()), make_(std::move(make)) {}

  const std::string& etag() const { return etag_; }
  Response make() { return make_(); }

 private:
  std::string etag_;
  std::function<Response()> make_;
};

struct Route {
  std::string_view path;
  Answer (*answer)(const Context& context, const Request& request);
};

// In the order of their paths.
std::span<const Route> routes();
const Route* find_route(std::string_view path);

// 200, with that body.
Response json_response(Json& json);

Response columns_response(Columns& columns);

// Of an answer that is made of these series, as far as they are there, and of
// the parameters.
Fingerprint version_of(const Context& context, const Request& request,
                       const std::vector<store::SeriesPlace>& places);

// One for each path, in the file of its resource.
Answer answer_aggregate(const Context& context, const Request& request);
Answer answer_audio(const Context& context, const Request& request);
Answer answer_blobs(const Context& context, const Request& request);
Answer answer_clips(const Context& context, const Request& request);
Answer answer_download(const Context& context, const Request& request);
Answer answer_histograms(const Context& context, const Request& request);
Answer answer_histograms_csv(const Context& context, const Request& request);
Answer answer_histograms_json(const Context& context, const Request& request);
Answer answer_hparams(const Context& context, const Request& request);
Answer answer_image(const Context& context, const Request& request);
Answer answer_images(const Context& context, const Request& request);
Answer answer_info(const Context& context, const Request& request);
Answer answer_openapi(const Context& context, const Request& request);
Answer answer_points(const Context& context, const Request& request);
Answer answer_problems(const Context& context, const Request& request);
Answer answer_rows(const Context& context, const Request& request);
Answer answer_runs(const Context& context, const Request& request);
Answer answer_scalars(const Context& context, const Request& request);
Answer answer_scalars_csv(const Context& context, const Request& request);
Answer answer_scalars_json(const Context& context, const Request& request);
Answer answer_selection(const Context& context, const Request& request);
Answer answer_series(const Context& context, const Request& request);
Answer answer_statistics(const Context& context, const Request& request);
Answer answer_steps(const Context& context, const Request& request);
Answer answer_tags(const Context& context, const Request& request);
Answer answer_text(const Context& context, const Request& request);
Answer answer_text_search(const Context& context, const Request& request);

}  // namespace stepline::server
