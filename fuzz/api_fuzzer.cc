// A request to the API over a small store. The bytes are
//   PATH '?' PARAMETERS '\n' RANGE '\n' IF-NONE-MATCH
// where a path that begins with a letter is taken for one of the API's own, so
// that most inputs get past it.
//
// Whatever is asked for, there is an answer with a status that is known, JSON
// that is JSON, columns that lie where the head says, and a stream that ends.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "server/api/api.h"
#include "server/api/routes.h"
#include "server/column_reader.h"
#include "server/json_value.h"
#include "server/values_log.h"
#include "storage/memory_file_system.h"
#include "store/event_log.h"
#include "store/memory_store.h"

namespace stepline::server {
namespace {

constexpr std::size_t kMaxStreamed = 16 << 20;

class SmallServer {
 public:
  SmallServer() {
    event::SessionStartInfo session;
    session.hparams = {{"lr", 0.001}};
    store::EventLog log(1000);
    for (int i = 0; i < 3000; ++i) {
      log.scalar("x", i, i % 100 == 0 ? 0.0f / 0.0f : float(i % 7));
    }
    log.session_start(2000).scalar("x", 2000, 1).text("t", 1, "words é");
    log.text("t", 2, "<b>others</b>");
    log.values(1, {images_value("i", {kPng, "<svg>"})});
    log.values(1, {audio_value("s", kWav)});
    log.values(1, {histogram_value("h", {1, 2}, {1, 3})});
    log.values(0,
               {hparams_value(event::kHParamsSessionStartTag, {0, session})});
    add("a", log.bytes());
    add("b/\xff\"", store::EventLog(2000).double_scalar("x", -5, 0.1).bytes());
    store::MemoryStoreOptions options;
    options.roots = {{"", "/logs"}};
    options.threads = 1;
    store_ = std::move(store::MemoryStore::open(files_, options).value());
    store_->wait_until_loaded();
    ApiOptions api_options;
    api_options.instance = "fuzz";
    api_ = std::make_unique<Api>(*store_, api_options);
  }

  Response answer(const Request& request) { return api_->answer(request); }

 private:
  void add(const std::string& run, const std::string& bytes) {
    if (!files_.make_directories("/logs/" + run)) std::abort();
    if (!files_.replace("/logs/" + run + "/events.out.tfevents.1", bytes)) {
      std::abort();
    }
  }

  storage::MemoryFileSystem files_;
  std::unique_ptr<store::MemoryStore> store_;
  std::unique_ptr<Api> api_;
};

std::string_view take_until(std::string_view& data, char end) {
  const std::size_t at = data.find(end);
  const std::string_view taken = data.substr(0, at);
  data.remove_prefix(at == std::string_view::npos ? data.size() : at + 1);
  return taken;
}

std::string path_of(std::string_view text) {
  const bool own = !text.empty() && ((text[0] >= 'a' && text[0] <= 'z') ||
                                     (text[0] >= 'A' && text[0] <= 'Z'));
  if (!own) return std::string(text);
  const auto all = routes();
  return std::string(
      all[static_cast<unsigned char>(text[0]) % all.size()].path);
}

std::string read(const Response& response) {
  if (const auto* text = std::get_if<std::string>(&response.body)) {
    return *text;
  }
  std::string all;
  std::string chunk;
  const auto& stream = std::get<BodyStream>(response.body);
  while (stream(chunk)) {
    all += chunk;
    chunk.clear();
    if (all.size() > kMaxStreamed) std::abort();
  }
  return all + chunk;
}

void check_columns(const ColumnReader& reader, const JsonValue& value) {
  if (value.has("offset") && value["offset"].type() == 'n') {
    reader.column(value);
    return;
  }
  for (const auto& [name, member] : value.members()) {
    check_columns(reader, member);
  }
  for (const JsonValue& one : value.elements()) check_columns(reader, one);
}

void check(std::string_view data) {
  static SmallServer server;
  static const std::set<unsigned> kStatuses{200, 206, 304, 400,
                                            404, 413, 416, 500};
  Request request;
  std::string_view address = take_until(data, '\n');
  request.path = path_of(take_until(address, '?'));
  request.parameters = Parameters::decode(address);
  request.range = take_until(data, '\n');
  request.if_none_match = take_until(data, '\n');

  const Response response = server.answer(request);
  if (!kStatuses.contains(response.status)) std::abort();
  for (const auto& [name, value] : response.headers) {
    if (value.find_first_of("\r\n") != std::string::npos) std::abort();
  }
  const std::string body = read(response);
  if (response.status == 304) {
    if (!body.empty()) std::abort();
  } else if (response.content_type == "application/json") {
    const JsonValue value = JsonValue::parse(body);
    if ((response.status >= 400) != value.has("error")) std::abort();
  } else if (response.content_type == kColumnsType) {
    const ColumnReader reader(body);
    check_columns(reader, reader.head());
  }
}

}  // namespace
}  // namespace stepline::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  stepline::server::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
