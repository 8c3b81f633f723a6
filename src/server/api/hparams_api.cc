#include <map>
#include <set>

#include "base/natural_order.h"
#include "event/hparams_data.h"
#include "event/plugin_names.h"
#include "server/api/arguments.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

using Names = std::set<std::string, NaturalLess>;

struct Session {
  store::RunId run{};
  std::map<std::string, HParamValue> values;
};

template <class T>
std::optional<T> data_of(const store::Store& store, store::SeriesId id) {
  const auto metadata = store.metadata(id);
  if (!metadata) return std::nullopt;
  auto data = event::decode_hparams_data(metadata->plugin_content);
  if (!data) return std::nullopt;
  auto* const wanted = std::get_if<T>(&data->data);
  if (wanted == nullptr) return std::nullopt;
  return std::move(*wanted);
}

void write_values(const Session& session, const Names& names, Json& json) {
  json.begin_object()
      .member("run", std::uint32_t(session.run))
      .key("values")
      .begin_array();
  for (const std::string& name : names) {
    const auto found = session.values.find(name);
    if (found == session.values.end()) {
      json.null();
    } else {
      std::visit([&](const auto& value) { json.value(value); }, found->second);
    }
  }
  json.end_array().end_object();
}

}  // namespace

Answer answer_hparams(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const RunSet set = arguments.runs();
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const std::vector<store::RunId> runs = set.of(store);
  Names names;
  Names metrics;
  std::vector<Session> sessions;
  for (const auto& place : store.places(event::kHParamsSessionStartTag,
                                        reader::Kind::HParams, runs)) {
    auto info = data_of<event::SessionStartInfo>(store, place.id);
    if (!info) continue;
    for (const auto& [name, value] : info->hparams) names.insert(name);
    sessions.push_back({place.run, std::move(info->hparams)});
  }
  for (const auto& place : store.places(event::kHParamsExperimentTag,
                                        reader::Kind::HParams, runs)) {
    const auto experiment = data_of<event::Experiment>(store, place.id);
    if (!experiment) continue;
    for (const event::MetricInfo& metric : experiment->metric_infos) {
      metrics.insert(metric.tag);
    }
  }
  const auto itself = [](const std::string& name) {
    return std::string_view(name);
  };
  Json json;
  json.begin_object().list("names", names, itself).key("runs").begin_array();
  for (const Session& session : sessions) write_values(session, names, json);
  json.end_array().list("metrics", metrics, itself).end_object();
  return json_response(json);
}

}  // namespace stepline::server
