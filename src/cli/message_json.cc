#include "cli/message_json.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "event/custom_scalars_layout.h"
#include "event/hparams_data.h"
#include "event/wire.h"
#include "stepline/custom_scalars.h"

namespace stepline::cli {
namespace {

void write_value(Json& json, const HParamValue& value) {
  std::visit(
      [&](const auto& held) { json.value(held); },
      static_cast<const std::variant<bool, double, std::string>&>(value));
}

void write_text(Json& json, std::string_view name, const std::string& text) {
  if (!text.empty()) json.member(name, text);
}

void write_time(Json& json, std::string_view name, double secs) {
  if (secs != 0) json.member(name, secs);
}

void write_strings(Json& json, std::string_view name,
                   const std::vector<std::string>& texts) {
  json.key(name).begin_array();
  for (const std::string& text : texts) json.value(text);
  json.end_array();
}

std::string_view name_of(event::HParamType type) {
  switch (type) {
    case event::HParamType::String:
      return "string";
    case event::HParamType::Bool:
      return "bool";
    case event::HParamType::Float64:
      return "float64";
    case event::HParamType::Unset:
      break;
  }
  return "unset";
}

std::string_view name_of(event::SessionEndInfo::Status status) {
  switch (status) {
    case event::SessionEndInfo::Status::Success:
      return "success";
    case event::SessionEndInfo::Status::Failure:
      return "failure";
    case event::SessionEndInfo::Status::Running:
      return "running";
    case event::SessionEndInfo::Status::Unknown:
      break;
  }
  return "unknown";
}

void write_info(Json& json, const event::HParamInfo& info) {
  json.begin_object();
  json.member("name", info.name);
  write_text(json, "display_name", info.display_name);
  write_text(json, "description", info.description);
  json.member("type", name_of(info.type));
  if (const auto* discrete =
          std::get_if<event::HParamDiscreteDomain>(&info.domain)) {
    json.key("domain").begin_array();
    for (const HParamValue& value : discrete->values) write_value(json, value);
    json.end_array();
  } else if (const auto* interval =
                 std::get_if<event::HParamInterval>(&info.domain)) {
    json.key("domain").begin_object();
    json.member("min", interval->min);
    json.member("max", interval->max);
    json.end_object();
  }
  json.end_object();
}

void write_metric(Json& json, const event::MetricInfo& metric) {
  json.begin_object();
  json.member("tag", metric.tag);
  write_text(json, "group", metric.group);
  write_text(json, "display_name", metric.display_name);
  write_text(json, "description", metric.description);
  json.end_object();
}

struct Writer {
  Json& json;

  void operator()(std::monostate) const {}
  void operator()(const event::Experiment& experiment) const {
    json.member("what", "experiment");
    write_text(json, "name", experiment.name);
    write_text(json, "description", experiment.description);
    write_text(json, "user", experiment.user);
    write_time(json, "time_created", experiment.time_created_secs);
    json.key("hparam_infos").begin_array();
    for (const auto& info : experiment.hparam_infos) write_info(json, info);
    json.end_array();
    json.key("metric_infos").begin_array();
    for (const auto& metric : experiment.metric_infos) {
      write_metric(json, metric);
    }
    json.end_array();
  }
  void operator()(const event::SessionStartInfo& start) const {
    json.member("what", "session_start_info");
    json.key("hparams").begin_object();
    for (const auto& [name, value] : start.hparams) {
      write_value(json.key(name), value);
    }
    json.end_object();
    write_text(json, "model_uri", start.model_uri);
    write_text(json, "monitor_url", start.monitor_url);
    write_text(json, "group_name", start.group_name);
    write_time(json, "start_time", start.start_time_secs);
  }
  void operator()(const event::SessionEndInfo& end) const {
    json.member("what", "session_end_info");
    json.member("status", name_of(end.status));
    write_time(json, "end_time", end.end_time_secs);
  }
};

void write_chart(Json& json, const MultilineChart& chart) {
  json.member("title", chart.title);
  write_strings(json, "tags", chart.tags);
}

void write_chart(Json& json, const MarginChart& chart) {
  json.member("title", chart.title);
  json.key("series").begin_array();
  for (const MarginChart::Series& series : chart.series) {
    json.begin_object();
    json.member("value", series.value);
    json.member("lower", series.lower);
    json.member("upper", series.upper);
    json.end_object();
  }
  json.end_array();
}

void write(Json& json, const event::HParamsData& data) {
  json.begin_object();
  std::visit(Writer{json}, data.data);
  json.end_object();
}

void write(Json& json, const ChartLayout& layout) {
  json.begin_object();
  json.key("categories").begin_array();
  for (const ChartCategory& category : layout.categories) {
    json.begin_object();
    json.member("title", category.title);
    json.member("closed", category.closed);
    json.key("charts").begin_array();
    for (const auto& chart : category.charts) {
      json.begin_object();
      std::visit([&](const auto& held) { write_chart(json, held); }, chart);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write(Json& json, const event::LogMessage& log) {
  json.begin_object();
  json.member("level", log.level);
  json.member("message", log.message);
  json.end_object();
}

void write(Json& json, const event::SessionLog& session) {
  using Status = event::SessionLog::Status;
  json.begin_object();
  json.member("status", session.status == Status::Start        ? "start"
                        : session.status == Status::Stop       ? "stop"
                        : session.status == Status::Checkpoint ? "checkpoint"
                                                               : "unspecified");
  write_text(json, "checkpoint_path", session.checkpoint_path);
  write_text(json, "message", session.msg);
  json.end_object();
}

template <class Message>
bool write_if(Json& json, const Result<Message>& decoded) {
  if (decoded) write(json, *decoded);
  return decoded.has_value();
}

}  // namespace

bool is_taken_apart(reader::Kind kind) {
  using reader::Kind;
  return kind == Kind::HParams || kind == Kind::CustomScalars ||
         kind == Kind::LogMessage || kind == Kind::SessionLog;
}

bool write_message(Json& json, reader::Kind kind, std::string_view bytes) {
  switch (kind) {
    case reader::Kind::HParams:
      return write_if(json, event::decode_hparams_data(bytes));
    case reader::Kind::CustomScalars:
      return write_if(json, event::decode_layout(bytes));
    case reader::Kind::LogMessage:
      return write_if(json, event::decode_log_message(bytes));
    case reader::Kind::SessionLog:
      return write_if(json, event::decode_session_log(bytes));
    default:
      return false;
  }
}

}  // namespace stepline::cli
