#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "server/api/api.h"
#include "server/column_reader.h"
#include "server/json_value.h"
#include "storage/memory_file_system.h"
#include "store/event_log.h"
#include "store/memory_store.h"

namespace stepline::server {

using store::EventLog;

// A log directory in memory, a store over it and the API over that.
class ApiTest : public testing::Test {
 protected:
  void write(const std::string& run, const EventLog& log,
             const std::string& name = "events.out.tfevents.1700000123.host") {
    write_bytes(run, log.bytes(), name);
  }
  void write_bytes(const std::string& run, const std::string& bytes,
                   const std::string& name) {
    const std::string directory = run == "." ? "/logs" : "/logs/" + run;
    must(files_.make_directories(directory));
    must(files_.replace(directory + "/" + name, bytes));
  }

  // Loads what was written, or what has changed since.
  void load() {
    if (store_ == nullptr) {
      must(files_.make_directories("/logs"));
      store::MemoryStoreOptions options;
      options.roots = {{"", "/logs"}};
      options.threads = 2;
      auto store = store::MemoryStore::open(files_, options);
      must(store);
      store_ = std::move(*store);
      store_->wait_until_loaded();
      ApiOptions api_options;
      api_options.version = "1.2.3";
      api_options.title = "Logs";
      api_options.roots = {{"", "/logs"}};
      api_options.instance = "abc";
      api_options.started_secs = 1700000001.5;
      api_options.now = now_;
      api_ = std::make_unique<Api>(*store_, api_options);
      return;
    }
    must(store_->reload());
  }

  // "/api/tags?kind=scalar"
  static Request request(const std::string& address) {
    const std::size_t mark = address.find('?');
    Request request;
    request.path = address.substr(0, mark);
    if (mark != std::string::npos) {
      request.parameters = Parameters::decode(address.substr(mark + 1));
    }
    return request;
  }
  Response get(const std::string& address) {
    return api_->answer(request(address));
  }

  static std::string body(const Response& response) {
    if (const auto* text = std::get_if<std::string>(&response.body)) {
      return *text;
    }
    if (const auto* shared =
            std::get_if<std::shared_ptr<const std::string>>(&response.body)) {
      return **shared;
    }
    std::string all;
    std::string chunk;
    const auto& stream = std::get<BodyStream>(response.body);
    bool more = true;
    while (more) {
      chunk.clear();
      more = stream(chunk);
      all += chunk;
    }
    return all;
  }
  static std::string header(const Response& response, const std::string& name) {
    for (const auto& [key, value] : response.headers) {
      if (key == name) return value;
    }
    return "";
  }

  JsonValue json(const std::string& address) {
    const Response response = get(address);
    EXPECT_EQ(response.status, 200u) << body(response);
    EXPECT_EQ(response.content_type, "application/json");
    return JsonValue::parse(body(response));
  }
  ColumnReader columns(const std::string& address) {
    const Response response = get(address);
    EXPECT_EQ(response.status, 200u) << body(response);
    EXPECT_EQ(response.content_type, "application/vnd.stepline.columns");
    return ColumnReader(body(response));
  }
  // "400 tag is missing"
  std::string error(const std::string& address) {
    const Response response = get(address);
    if (response.status < 400) return std::to_string(response.status);
    EXPECT_EQ(response.content_type, "application/json");
    return std::to_string(response.status) + " " +
           JsonValue::parse(body(response))["error"].string();
  }

  template <class R>
  static void must(const R& result) {
    if (!result) throw std::runtime_error(result.error().message);
  }

  DownloadTickets::Clock now_ = DownloadTickets::steady_now;
  storage::MemoryFileSystem files_;
  std::unique_ptr<store::MemoryStore> store_;
  std::unique_ptr<Api> api_;
};

}  // namespace stepline::server
