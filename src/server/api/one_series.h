#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "reader/datum.h"
#include "server/api/arguments.h"
#include "server/api/routes.h"
#include "stepline/result.h"

namespace stepline::server {

// 400, 404, 500 or 503.
Response response_to(const Error& error);

// What requests about one series have in common: run, tag and branch.
struct SeriesQuery {
  explicit SeriesQuery(Arguments& arguments);

  std::uint32_t run;
  std::string tag;
  std::optional<std::uint32_t> branch;
};

// NotFound where the run has not got it.
Result<store::SeriesPlace> find_one(const store::Store& store,
                                    const SeriesQuery& query,
                                    reader::Kind kind);

// One value of a series, read from its file.
struct Value {
  store::BlobInfo info;
  reader::Datum datum;
};
// Of this kind, at this index.
Result<Value> read_value(const store::Store& store, const SeriesQuery& query,
                         reader::Kind kind, std::uint64_t index);

// What a file with it is called: "run-tag-step", and "-item" behind the first.
std::string media_name(const store::Store& store, const SeriesQuery& query,
                       std::int64_t step, std::uint64_t item);

inline constexpr std::uint64_t kMaxIndex = 1'000'000'000'000;

}  // namespace stepline::server
