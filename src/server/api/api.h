#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/api/download_tickets.h"
#include "server/api/service.h"
#include "store/store.h"

namespace stepline::server {

struct ApiOptions {
  std::string version;
  std::string title;
  struct Root {
    std::string name;
    std::string path;
  };
  std::vector<Root> roots;
  std::string instance;  // Another one whenever the server starts.
  double started_secs = 0;
  // By which downloads that wait grow old.
  DownloadTickets::Clock now = DownloadTickets::steady_now;
};

// The answers of docs/api.md, made of what a store knows. No sockets, and no
// state of its own but for downloads that wait to be fetched.
class Api : public Service {
 public:
  // The store must outlive it.
  Api(const store::Store& store, ApiOptions options);

  Response answer(const Request& request) override;
  std::string_view route_of(std::string_view path) const override;

 private:
  const store::Store& store_;
  ApiOptions options_;
  DownloadTickets tickets_;
};

}  // namespace stepline::server
