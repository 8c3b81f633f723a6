#include "writer/hparams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "event/hparams_data.h"

namespace stepline::writer {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing::VariantWith;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class Data>
Data data_of(const event::Value& value) {
  const auto decoded =
      event::decode_hparams_data(value.metadata->plugin_content);
  EXPECT_TRUE(decoded.has_value());
  return std::get<Data>(decoded->data);
}

std::string refusal(const std::vector<HParam>& hparams,
                    const std::vector<HParamMetric>& metrics = {},
                    const HParamsOptions& options = {}) {
  const auto checked = check_hparams(hparams, metrics, options);
  return checked ? "none" : checked.error().message;
}

TEST(HParams, DescribeTheExperimentAndTheSession) {
  const std::vector<HParam> hparams = {
      {"lr", 0.1, {0.1, 0.01}},
      {"adam", true},
      {"model", std::string("cnn")},
  };
  const std::vector<HParamMetric> metrics = {
      {.tag = "val/accuracy", .display_name = "accuracy"}};
  ASSERT_EQ(refusal(hparams, metrics), "none");
  const event::Summary summary =
      make_hparams(hparams, metrics, {.group = "g"}, 1700000000.5);

  ASSERT_EQ(summary.values.size(), 2u);
  for (const event::Value& value : summary.values) {
    EXPECT_EQ(value.metadata->plugin_name, "hparams");
    EXPECT_TRUE(std::holds_alternative<std::monostate>(value.value));
  }
  EXPECT_EQ(summary.values[0].tag.name(), "_hparams_/experiment");
  EXPECT_EQ(summary.values[1].tag.name(), "_hparams_/session_start_info");

  const auto experiment = data_of<event::Experiment>(summary.values[0]);
  ASSERT_EQ(experiment.hparam_infos.size(), 3u);
  EXPECT_EQ(experiment.hparam_infos[0].name, "lr");
  EXPECT_EQ(experiment.hparam_infos[0].type, event::HParamType::Float64);
  EXPECT_EQ(
      std::get<event::HParamDiscreteDomain>(experiment.hparam_infos[0].domain)
          .values,
      (std::vector<HParamValue>{0.1, 0.01}));
  EXPECT_EQ(experiment.hparam_infos[1].type, event::HParamType::Bool);
  EXPECT_EQ(experiment.hparam_infos[2].type, event::HParamType::String);
  ASSERT_EQ(experiment.metric_infos.size(), 1u);
  EXPECT_EQ(experiment.metric_infos[0].group, "");
  EXPECT_EQ(experiment.metric_infos[0].tag, "val/accuracy");
  EXPECT_EQ(experiment.metric_infos[0].display_name, "accuracy");

  const auto session = data_of<event::SessionStartInfo>(summary.values[1]);
  EXPECT_THAT(session.hparams,
              ElementsAre(Pair("adam", VariantWith<bool>(true)),
                          Pair("lr", VariantWith<double>(0.1)),
                          Pair("model", VariantWith<std::string>("cnn"))));
  EXPECT_EQ(session.group_name, "g");
  EXPECT_EQ(session.start_time_secs, 1700000000.5);
}

TEST(HParams, SayHowTheSessionEnded) {
  const event::Summary summary = make_hparams_end(SessionStatus::Failure, 12.5);
  ASSERT_EQ(summary.values.size(), 1u);
  EXPECT_EQ(summary.values[0].tag.name(), "_hparams_/session_end_info");
  const auto end = data_of<event::SessionEndInfo>(summary.values[0]);
  EXPECT_EQ(end.status, event::SessionEndInfo::Status::Failure);
  EXPECT_EQ(end.end_time_secs, 12.5);
}

TEST(HParams, WriteNumbersThatJsonLacksAsText) {
  const std::vector<HParam> hparams = {
      {"clip", kInfinity, {1.0}}, {"low", -kInfinity}, {"odd", std::nan("")}};
  ASSERT_EQ(refusal(hparams), "none");
  const event::Summary summary = make_hparams(hparams, {}, {}, 0);
  const auto experiment = data_of<event::Experiment>(summary.values[0]);
  EXPECT_EQ(experiment.hparam_infos[0].type, event::HParamType::String);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(
      experiment.hparam_infos[0].domain));
  const auto session = data_of<event::SessionStartInfo>(summary.values[1]);
  EXPECT_THAT(session.hparams,
              ElementsAre(Pair("clip", VariantWith<std::string>("inf")),
                          Pair("low", VariantWith<std::string>("-inf")),
                          Pair("odd", VariantWith<std::string>("nan"))));
}

TEST(HParams, RepairTextThatIsNotUtf8) {
  const event::Summary summary =
      make_hparams({{"a\xff", std::string("b\xff")}}, {}, {}, 0);
  const auto session = data_of<event::SessionStartInfo>(summary.values[1]);
  EXPECT_THAT(session.hparams,
              ElementsAre(Pair("a\xef\xbf\xbd",
                               VariantWith<std::string>("b\xef\xbf\xbd"))));
}

TEST(HParams, AreRefusedWithTheReason) {
  EXPECT_EQ(refusal({}), "hparams \"\": no hyperparameter and no metric");
  EXPECT_EQ(refusal({{"", 1.0}}), "hparams \"\": a hyperparameter has no name");
  EXPECT_EQ(refusal({{"lr", 1.0}, {"lr", 2.0}}),
            "hparams \"lr\": the name is given twice");
  EXPECT_EQ(refusal({{"lr", 1.0, {0.1, std::string("x")}}}),
            "hparams \"lr\": the domain has a string, but the value is a "
            "double");
  EXPECT_EQ(refusal({{"lr", 1.0, {kInfinity}}}),
            "hparams \"lr\": a number of the domain is not finite");
  EXPECT_EQ(refusal({{"lr", 1.0}}, {{.tag = ""}}),
            "hparams \"\": a metric has no tag");
  EXPECT_EQ(refusal({{"lr", 1.0}}, {{.tag = "a"}, {.tag = "a"}}),
            "hparams \"a\": the metric is given twice");
  EXPECT_EQ(
      refusal({{"lr", 1.0}}, {}, {.run_name = "a/../../b"}),
      "hparams \"a/../../b\": a run's name leads out of the log directory "
      "or has a part of more than 255 bytes");
  EXPECT_EQ(refusal({{"lr", 1.0}}, {}, {.wall_time = kInfinity}),
            "hparams \"\": the wall time is not finite");
}

}  // namespace
}  // namespace stepline::writer
