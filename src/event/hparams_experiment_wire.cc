#include "event/hparams_experiment_wire.h"

#include "event/hparam_value_wire.h"

namespace stepline::event {
namespace {

enum class ExperimentField : std::uint32_t {
  Description = 1,
  User = 2,
  TimeCreatedSecs = 3,
  HParamInfos = 4,
  MetricInfos = 5,
  Name = 6,
};
enum class HParamInfoField : std::uint32_t {
  Name = 1,
  DisplayName = 2,
  Description = 3,
  Type = 4,
  DomainDiscrete = 5,
  DomainInterval = 6,
  Differs = 7,
};
enum class IntervalField : std::uint32_t { MinValue = 1, MaxValue = 2 };
enum class MetricInfoField : std::uint32_t {
  Name = 1,
  DisplayName = 3,
  Description = 4,
  DatasetType = 5,
};
enum class MetricNameField : std::uint32_t { Group = 1, Tag = 2 };

struct MetricNameRef {
  std::string& group;
  std::string& tag;
};

}  // namespace

static void write(FieldWriter& out, const HParamInterval& interval) {
  out.number(IntervalField::MinValue, interval.min);
  out.number(IntervalField::MaxValue, interval.max);
}

static void merge(FieldReader in, HParamInterval& interval) {
  while (in.next()) {
    switch (IntervalField(in.number())) {
      case IntervalField::MinValue:
        in.read(interval.min);
        break;
      case IntervalField::MaxValue:
        in.read(interval.max);
        break;
      default:
        in.skip();
    }
  }
}

static void write(FieldWriter& out, const HParamInfo& info) {
  using enum HParamInfoField;
  out.text(Name, info.name);
  out.text(DisplayName, info.display_name);
  out.text(Description, info.description);
  out.number(Type, info.type);
  if (auto* discrete = std::get_if<HParamDiscreteDomain>(&info.domain)) {
    out.message(DomainDiscrete, *discrete);
  } else if (auto* interval = std::get_if<HParamInterval>(&info.domain)) {
    out.message(DomainInterval, *interval);
  }
  out.number(Differs, info.differs);
}

static void merge(FieldReader in, HParamInfo& info) {
  using enum HParamInfoField;
  while (in.next()) {
    switch (HParamInfoField(in.number())) {
      case Name:
        in.read_text(info.name);
        break;
      case DisplayName:
        in.read_text(info.display_name);
        break;
      case Description:
        in.read_text(info.description);
        break;
      case Type:
        in.read(info.type);
        break;
      case DomainDiscrete:
        in.read_member<HParamDiscreteDomain>(info.domain);
        break;
      case DomainInterval:
        in.read_member<HParamInterval>(info.domain);
        break;
      case Differs:
        in.read(info.differs);
        break;
      default:
        in.skip();
    }
  }
}

static void merge(FieldReader in, MetricNameRef& name) {
  while (in.next()) {
    switch (MetricNameField(in.number())) {
      case MetricNameField::Group:
        in.read_text(name.group);
        break;
      case MetricNameField::Tag:
        in.read_text(name.tag);
        break;
      default:
        in.skip();
    }
  }
}

static void write(FieldWriter& out, const MetricInfo& info) {
  out.submessage(MetricInfoField::Name, [&](FieldWriter& name) {
    name.text(MetricNameField::Group, info.group);
    name.text(MetricNameField::Tag, info.tag);
  });
  out.text(MetricInfoField::DisplayName, info.display_name);
  out.text(MetricInfoField::Description, info.description);
  out.number(MetricInfoField::DatasetType, info.dataset_type);
}

static void merge(FieldReader in, MetricInfo& info) {
  using enum MetricInfoField;
  MetricNameRef name{info.group, info.tag};
  while (in.next()) {
    switch (MetricInfoField(in.number())) {
      case Name:
        in.read_message(name);
        break;
      case DisplayName:
        in.read_text(info.display_name);
        break;
      case Description:
        in.read_text(info.description);
        break;
      case DatasetType:
        in.read(info.dataset_type);
        break;
      default:
        in.skip();
    }
  }
}

void write(FieldWriter& out, const Experiment& experiment) {
  out.text(ExperimentField::Description, experiment.description);
  out.text(ExperimentField::User, experiment.user);
  out.number(ExperimentField::TimeCreatedSecs, experiment.time_created_secs);
  out.messages(ExperimentField::HParamInfos, experiment.hparam_infos);
  out.messages(ExperimentField::MetricInfos, experiment.metric_infos);
  out.text(ExperimentField::Name, experiment.name);
}

void merge(FieldReader in, Experiment& experiment) {
  using enum ExperimentField;
  while (in.next()) {
    switch (ExperimentField(in.number())) {
      case Description:
        in.read_text(experiment.description);
        break;
      case User:
        in.read_text(experiment.user);
        break;
      case TimeCreatedSecs:
        in.read(experiment.time_created_secs);
        break;
      case HParamInfos:
        in.read_message(experiment.hparam_infos);
        break;
      case MetricInfos:
        in.read_message(experiment.metric_infos);
        break;
      case Name:
        in.read_text(experiment.name);
        break;
      default:
        in.skip();
    }
  }
}

}  // namespace stepline::event
