#include "server/api/arguments.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

constexpr std::uint64_t kMaxRows = 1000;
constexpr std::uint64_t kMaxSparkline = 200;
constexpr std::uint64_t kMaxOffset = 1'000'000'000;

store::RowsQuery query_of(Arguments& arguments) {
  using Order = store::RowsQuery::Order;
  store::RowsQuery query;
  query.tag = arguments.text("tag").value_or("");
  query.statistic = arguments.choice<store::Statistic>(
      "statistic", {{"last", store::Statistic::Last},
                    {"min", store::Statistic::Min},
                    {"max", store::Statistic::Max}});
  query.order = arguments.choice<Order>("order", {{"name", Order::Name},
                                                  {"start", Order::Start},
                                                  {"value", Order::Value}});
  query.descending = arguments.flag("descending");
  query.at_least = arguments.number("at_least");
  query.at_most = arguments.number("at_most");
  query.offset = arguments.whole("offset", 0, kMaxOffset, 0);
  query.limit = arguments.whole("limit", 0, kMaxRows, 100);
  query.sparkline = static_cast<std::uint32_t>(
      arguments.whole("sparkline", 0, kMaxSparkline, 0));
  return query;
}

void write_row(const store::Row& row, Json& json) {
  json.begin_object()
      .member("run", std::uint32_t(row.run))
      .member("start", row.start_secs)
      .key("value");
  if (row.value) {
    json.value(*row.value);
  } else {
    json.null();
  }
  json.list("sparkline", row.sparkline, [](float value) { return value; })
      .end_object();
}

}  // namespace

Answer answer_rows(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  store::RowsQuery query = query_of(arguments);
  const RunSet set = arguments.runs();
  const auto pattern = arguments.pattern();
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  query.accepts = [set, pattern](store::RunId run, const std::string& name) {
    return set.contains(run) && (!pattern || pattern->found_in(name));
  };
  query.is_cancelled = [&request] { return request.is_cancelled(); };
  const Fingerprint version =
      version_of(context, request, {}).add(store.cursor());
  return {version, [&store, &request, query] {
            const store::Rows rows = store.rows(query);
            if (request.is_cancelled()) return cancelled_response();
            Json json;
            json.begin_object()
                .member("total", rows.total)
                .key("rows")
                .begin_array();
            for (const store::Row& row : rows.rows) write_row(row, json);
            json.end_array().end_object();
            return json_response(json);
          }};
}

}  // namespace stepline::server
