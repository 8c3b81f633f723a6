#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/api/service.h"
#include "server/assets/assets.h"
#include "server/http/access.h"
#include "server/http/metrics.h"
#include "server/http/one_visit.h"
#include "server/http/request_head.h"

namespace stepline::server {

struct SiteOptions {
  AccessRules access;
  std::string visit;  // Lets in once (`?visit=`); empty: nothing does.
  std::chrono::milliseconds visit_within{60'000};  // From now on.
  std::string prefix;  // As normal_prefix() gives it.
  std::string title;
  std::vector<std::string> frames;  // As ServerOptions has them.
  std::span<const Asset> assets;
  // Called for /metrics, from any thread; may be empty.
  std::function<std::vector<Figure>()> figures;
};

// Everything between a request and its answer that needs no socket: who is let
// in, and whose business a path is. Thread-safe.
class Site {
 public:
  // The service and the metrics must outlive it.
  Site(SiteOptions options, Service& service, Metrics& metrics);

  struct Admission {
    // Where there is one, that is all there is to say.
    std::optional<Response> refusal;
    Request request;
    bool is_live = false;   // The live stream; `request` has its cursor.
    bool is_quick = false;  // answer() takes no time worth a thread.
  };

  // Looks at the head alone, so that nobody sends a body in vain.
  Admission admit(const RequestHead& head) const;
  // Takes the parameters of a form into the request; a refusal where it is
  // something else.
  std::optional<Response> take_body(const RequestHead& head, std::string body,
                                    Request& request) const;

  // Never throws.
  Response answer(const Request& request) const noexcept;

  // How the request is counted.
  std::string_view route_of(const Request& request) const;

 private:
  std::optional<Response> refuse(const RequestHead& head,
                                 const Request& request,
                                 std::string_view query) const;
  Access access_of(const RequestHead& head, const Request& request) const;
  Response forget_token(const RequestHead& head, std::string_view path,
                        std::string_view query) const;
  Response ask_for_token(const RequestHead& head, const Request& request,
                         Access access) const;
  Response metrics() const;

  SiteOptions options_;
  Service& service_;
  Metrics& metrics_;
  Assets assets_;
  mutable OneVisit visit_;
};

}  // namespace stepline::server
