#include "event/hparams_data.h"

#include <optional>

#include "event/hparam_value_wire.h"
#include "event/hparams_experiment_wire.h"

namespace stepline::event {
namespace {

enum class HParamsField : std::uint32_t {
  Version = 1,
  Experiment = 2,
  SessionStartInfo = 3,
  SessionEndInfo = 4,
};
enum class SessionStartField : std::uint32_t {
  HParams = 1,
  ModelUri = 2,
  MonitorUrl = 3,
  GroupName = 4,
  StartTimeSecs = 5,
};
enum class SessionEndField : std::uint32_t { Status = 1, EndTimeSecs = 2 };
enum class EntryField : std::uint32_t { Key = 1, Value = 2 };

// One entry of the map.
struct Entry {
  std::string key;
  ProtobufValue value;
};

}  // namespace

static void merge(FieldReader in, Entry& entry) {
  while (in.next()) {
    switch (EntryField(in.number())) {
      case EntryField::Key:
        in.read_text(entry.key);
        break;
      case EntryField::Value:
        in.read_message(entry.value);
        break;
      default:
        in.skip();
    }
  }
}

static void write(FieldWriter& out, const SessionStartInfo& start) {
  for (const auto& [name, value] : start.hparams) {
    out.submessage(SessionStartField::HParams, [&](FieldWriter& entry) {
      entry.text_member(EntryField::Key, name);
      entry.message(EntryField::Value, value);
    });
  }
  out.text(SessionStartField::ModelUri, start.model_uri);
  out.text(SessionStartField::MonitorUrl, start.monitor_url);
  out.text(SessionStartField::GroupName, start.group_name);
  out.number(SessionStartField::StartTimeSecs, start.start_time_secs);
}

static void merge(FieldReader in, SessionStartInfo& start) {
  using enum SessionStartField;
  while (in.next()) {
    switch (SessionStartField(in.number())) {
      case HParams: {
        Entry entry;
        if (in.read_message(entry) && entry.value.value) {
          start.hparams[entry.key] = std::move(*entry.value.value);
        }
        break;
      }
      case ModelUri:
        in.read_text(start.model_uri);
        break;
      case MonitorUrl:
        in.read_text(start.monitor_url);
        break;
      case GroupName:
        in.read_text(start.group_name);
        break;
      case StartTimeSecs:
        in.read(start.start_time_secs);
        break;
      default:
        in.skip();
    }
  }
}

static void write(FieldWriter& out, const SessionEndInfo& end) {
  out.number(SessionEndField::Status, end.status);
  out.number(SessionEndField::EndTimeSecs, end.end_time_secs);
}

static void merge(FieldReader in, SessionEndInfo& end) {
  while (in.next()) {
    switch (SessionEndField(in.number())) {
      case SessionEndField::Status:
        in.read(end.status);
        break;
      case SessionEndField::EndTimeSecs:
        in.read(end.end_time_secs);
        break;
      default:
        in.skip();
    }
  }
}

static void write(FieldWriter& out, const HParamsData& hparams) {
  out.number(HParamsField::Version, hparams.version);
  if (auto* experiment = std::get_if<Experiment>(&hparams.data)) {
    out.message(HParamsField::Experiment, *experiment);
  } else if (auto* start = std::get_if<SessionStartInfo>(&hparams.data)) {
    out.message(HParamsField::SessionStartInfo, *start);
  } else if (auto* end = std::get_if<SessionEndInfo>(&hparams.data)) {
    out.message(HParamsField::SessionEndInfo, *end);
  }
}

static void merge(FieldReader in, HParamsData& hparams) {
  while (in.next()) {
    switch (HParamsField(in.number())) {
      case HParamsField::Version:
        in.read(hparams.version);
        break;
      case HParamsField::Experiment:
        in.read_member<Experiment>(hparams.data);
        break;
      case HParamsField::SessionStartInfo:
        in.read_member<SessionStartInfo>(hparams.data);
        break;
      case HParamsField::SessionEndInfo:
        in.read_member<SessionEndInfo>(hparams.data);
        break;
      default:
        in.skip();
    }
  }
}

std::string encode_hparams_data(const HParamsData& data) {
  return encode_message(data);
}

Result<HParamsData> decode_hparams_data(std::string_view bytes) {
  return decode_message<HParamsData>("HParamsPluginData", bytes);
}

}  // namespace stepline::event
