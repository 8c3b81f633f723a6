#include "writer/hparams.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "event/hparams_data.h"
#include "event/plugin_names.h"
#include "writer/check.h"
#include "writer/run_name.h"

namespace stepline::writer {
namespace {

constexpr const char* kKind = "hparams";

const char* type_name(const HParamValue& value) {
  constexpr const char* kNames[] = {"bool", "double", "string"};
  return kNames[value.index()];
}

bool is_finite(const HParamValue& value) {
  const double* number = std::get_if<double>(&value);
  return number == nullptr || std::isfinite(*number);
}

Result<void> check_domain(const HParam& hparam) {
  for (const HParamValue& choice : hparam.domain) {
    if (choice.index() != hparam.value.index()) {
      return invalid(kKind, hparam.name,
                     std::string("the domain has a ") + type_name(choice) +
                         ", but the value is a " + type_name(hparam.value));
    }
    if (!is_finite(choice)) {
      return invalid(kKind, hparam.name,
                     "a number of the domain is not finite");
    }
  }
  return {};
}

event::HParamType type_of(const HParamValue& value) {
  constexpr event::HParamType kTypes[] = {event::HParamType::Bool,
                                          event::HParamType::Float64,
                                          event::HParamType::String};
  return kTypes[value.index()];
}

HParamValue written(const HParamValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    return repair_utf8(*text);
  }
  if (is_finite(value)) return value;
  const double number = std::get<double>(value);
  if (std::isnan(number)) return std::string("nan");
  return std::string(number > 0 ? "inf" : "-inf");
}

event::HParamInfo info_of(const HParam& hparam) {
  event::HParamInfo info;
  info.name = repair_utf8(hparam.name);
  info.type = type_of(written(hparam.value));
  if (!hparam.domain.empty() && is_finite(hparam.value)) {
    event::HParamDiscreteDomain domain;
    for (const HParamValue& choice : hparam.domain) {
      domain.values.push_back(written(choice));
    }
    info.domain = std::move(domain);
  }
  return info;
}

event::MetricInfo info_of(const HParamMetric& metric) {
  event::MetricInfo info;
  info.tag = repair_utf8(metric.tag);
  info.display_name = repair_utf8(metric.display_name);
  return info;
}

template <class Data>
event::Value value_of(const char* tag, Data data) {
  event::Value value;
  value.tag = event::Tag(tag);
  value.metadata.emplace();
  value.metadata->plugin_name = event::kHParamsPlugin;
  event::HParamsData content;
  content.data = std::move(data);
  value.metadata->plugin_content = event::encode_hparams_data(content);
  return value;
}

}  // namespace

Result<void> check_hparams(const std::vector<HParam>& hparams,
                           const std::vector<HParamMetric>& metrics,
                           const HParamsOptions& options) {
  if (hparams.empty() && metrics.empty()) {
    return invalid(kKind, options.run_name, "no hyperparameter and no metric");
  }
  std::set<std::string_view> names;
  for (const HParam& hparam : hparams) {
    if (hparam.name.empty()) {
      return invalid(kKind, "", "a hyperparameter has no name");
    }
    if (!names.insert(hparam.name).second) {
      return invalid(kKind, hparam.name, "the name is given twice");
    }
    if (auto ok = check_domain(hparam); !ok) return ok;
  }
  std::set<std::string_view> tags;
  for (const HParamMetric& metric : metrics) {
    if (metric.tag.empty()) return invalid(kKind, "", "a metric has no tag");
    if (!tags.insert(metric.tag).second) {
      return invalid(kKind, metric.tag, "the metric is given twice");
    }
  }
  return check_hparams_end(options);
}

Result<void> check_hparams_end(const HParamsOptions& options) {
  if (!options.run_name.empty()) {
    if (auto ok = check_run_name(kKind, options.run_name); !ok) return ok;
  }
  return check_wall_time(kKind, options.run_name, options.wall_time);
}

event::Summary make_hparams(const std::vector<HParam>& hparams,
                            const std::vector<HParamMetric>& metrics,
                            const HParamsOptions& options,
                            double start_time_secs) {
  event::Experiment experiment;
  event::SessionStartInfo session;
  session.group_name = repair_utf8(options.group);
  session.start_time_secs = start_time_secs;
  for (const HParam& hparam : hparams) {
    experiment.hparam_infos.push_back(info_of(hparam));
    session.hparams.emplace(repair_utf8(hparam.name), written(hparam.value));
  }
  for (const HParamMetric& metric : metrics) {
    experiment.metric_infos.push_back(info_of(metric));
  }
  event::Summary summary;
  summary.values = {
      value_of(event::kHParamsExperimentTag, std::move(experiment)),
      value_of(event::kHParamsSessionStartTag, std::move(session))};
  return summary;
}

event::Summary make_hparams_end(SessionStatus status, double end_time_secs) {
  event::SessionEndInfo end;
  end.status = static_cast<event::SessionEndInfo::Status>(status);
  end.end_time_secs = end_time_secs;
  event::Summary summary;
  summary.values = {value_of(event::kHParamsSessionEndTag, end)};
  return summary;
}

}  // namespace stepline::writer
