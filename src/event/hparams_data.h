#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "stepline/result.h"
#include "stepline/summary_options.h"

namespace stepline::event {

// HParamsPluginData: Metadata::plugin_content of the "hparams" plugin, one
// struct a message.
//
// Where protobuf has google.protobuf.Value, a null, a list or a struct has no
// place in HParamValue; no writer puts one there, and decoding drops it.

enum class HParamType : std::int32_t {
  Unset = 0,
  String = 1,
  Bool = 2,
  Float64 = 3,
};

struct HParamInterval {
  double min = 0;
  double max = 0;
  bool operator==(const HParamInterval&) const = default;
};

struct HParamDiscreteDomain {
  std::vector<HParamValue> values;
  bool operator==(const HParamDiscreteDomain&) const = default;
};

struct HParamInfo {
  std::string name;
  std::string display_name;
  std::string description;
  HParamType type = HParamType::Unset;
  std::variant<std::monostate, HParamDiscreteDomain, HParamInterval> domain;
  bool differs = false;
  bool operator==(const HParamInfo&) const = default;
};

enum class DatasetType : std::int32_t {
  Unknown = 0,
  Training = 1,
  Validation = 2,
};

struct MetricInfo {
  std::string group;  // MetricName.group: the run below the session's, or "".
  std::string tag;    // MetricName.tag
  std::string display_name;
  std::string description;
  DatasetType dataset_type = DatasetType::Unknown;
  bool operator==(const MetricInfo&) const = default;
};

struct Experiment {
  std::string name;
  std::string description;
  std::string user;
  double time_created_secs = 0;
  std::vector<HParamInfo> hparam_infos;
  std::vector<MetricInfo> metric_infos;
  bool operator==(const Experiment&) const = default;
};

struct SessionStartInfo {
  std::map<std::string, HParamValue> hparams;
  std::string model_uri;
  std::string monitor_url;
  std::string group_name;
  double start_time_secs = 0;
  bool operator==(const SessionStartInfo&) const = default;
};

struct SessionEndInfo {
  enum class Status : std::int32_t {
    Unknown = 0,
    Success = 1,
    Failure = 2,
    Running = 3,
  };
  Status status = Status::Unknown;
  double end_time_secs = 0;
  bool operator==(const SessionEndInfo&) const = default;
};

struct HParamsData {
  std::int32_t version = 0;
  std::variant<std::monostate, Experiment, SessionStartInfo, SessionEndInfo>
      data;
  bool operator==(const HParamsData&) const = default;
};

std::string encode_hparams_data(const HParamsData& data);
Result<HParamsData> decode_hparams_data(std::string_view bytes);

}  // namespace stepline::event
