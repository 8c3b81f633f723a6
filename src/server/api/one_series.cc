#include "server/api/one_series.h"

#include <limits>

namespace stepline::server {
namespace {

constexpr std::uint64_t kMaxNumber = std::numeric_limits<std::uint32_t>::max();

unsigned status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument:
      return 400;
    case ErrorCode::NotFound:
      return 404;
    case ErrorCode::Corrupt:
      return 500;
    case ErrorCode::Io:
      break;
  }
  return 503;
}

}  // namespace

Response response_to(const Error& error) {
  return error_response(status_of(error.code), error.message);
}

SeriesQuery::SeriesQuery(Arguments& arguments)
    : run(static_cast<std::uint32_t>(
          arguments.required_whole("run", 0, kMaxNumber))),
      tag(arguments.required_text("tag")) {
  const auto number = arguments.whole("branch", 0, kMaxNumber);
  if (number) branch = static_cast<std::uint32_t>(*number);
}

Result<store::SeriesPlace> find_one(const store::Store& store,
                                    const SeriesQuery& query,
                                    reader::Kind kind) {
  const store::RunId run{query.run};
  const auto places = store.places(query.tag, kind, {&run, 1});
  if (!places.empty()) return places.front();
  return Error{ErrorCode::NotFound, "no " + std::string(name_of(kind)) + " \"" +
                                        query.tag + "\" in run " +
                                        std::to_string(query.run)};
}

Result<Value> read_value(const store::Store& store, const SeriesQuery& query,
                         reader::Kind kind, std::uint64_t index) {
  const auto place = find_one(store, query, kind);
  if (!place) return place.error();
  const auto all = store.blobs(place->id, query.branch);
  if (!all) return all.error();
  if (index >= all->size()) {
    return Error{ErrorCode::NotFound,
                 "index is " + std::to_string(index) + ", there are " +
                     std::to_string(all->size()) + " values"};
  }
  auto datum = store.read_blob(place->id, index, query.branch);
  if (!datum) return datum.error();
  return Value{(*all)[index], *std::move(datum)};
}

std::string media_name(const store::Store& store, const SeriesQuery& query,
                       std::int64_t step, std::uint64_t item) {
  const auto run = store.run(store::RunId{query.run});
  std::string name = run ? run->name : std::to_string(query.run);
  name += "-" + query.tag + "-" + std::to_string(step);
  if (item > 0) name += "-" + std::to_string(item);
  return name;
}

}  // namespace stepline::server
