#include "writer/scalar_template.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "event/wire.h"
#include "record/record_writer.h"
#include "record/seal.h"

namespace stepline::writer {
namespace {

using Form = ScalarTemplate::Form;

std::string by_template(std::string_view tag, Form form, double wall_secs,
                        std::int64_t step, double value) {
  const ScalarTemplate made(tag, form);
  std::string room(made.room(), '\xee');
  char* const end = made.append(room.data(), wall_secs, step, value);
  record::seal_records(room.data(), end);
  return room.substr(0, static_cast<std::size_t>(end - room.data()));
}

std::string by_event_model(std::string_view tag, Form form, double wall_secs,
                           std::int64_t step, double value) {
  event::Value content;
  content.tag = event::Tag(tag);
  if (form == Form::Float) {
    content.value = static_cast<float>(value);
  } else {
    event::TensorProto tensor;
    tensor.dtype = event::DataType::Double;
    tensor.has_shape = true;
    tensor.double_val = {value};
    content.value = std::move(tensor);
  }
  event::Event event;
  event.wall_time = *event::WallTime::from_secs(wall_secs);
  event.step.value = step;
  event.what = event::Summary{{std::move(content)}};
  std::string record;
  record::append_record(record, event::encode_event(event));
  return record;
}

class ScalarTemplateOf : public testing::TestWithParam<Form> {};

TEST_P(ScalarTemplateOf, GivesTheBytesOfTheEventModelForAnyStep) {
  using Limits = std::numeric_limits<std::int64_t>;
  for (const std::int64_t step :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{127}, std::int64_t{128},
        std::int64_t{1} << 31, std::int64_t{1} << 56, Limits::max(),
        std::int64_t{-1}, Limits::min()}) {
    EXPECT_EQ(by_template("loss", GetParam(), 1.7e9 + 0.125, step, 0.5),
              by_event_model("loss", GetParam(), 1.7e9 + 0.125, step, 0.5))
        << step;
  }
}

TEST_P(ScalarTemplateOf, GivesTheBytesOfTheEventModelForAnyValue) {
  using Limits = std::numeric_limits<double>;
  for (const double value :
       {0.0, -0.0, 1.0, -2.5, 1e300, Limits::denorm_min(), Limits::infinity(),
        -Limits::infinity(), Limits::quiet_NaN()}) {
    EXPECT_EQ(by_template("loss", GetParam(), 12.5, 3, value),
              by_event_model("loss", GetParam(), 12.5, 3, value))
        << value;
  }
}

TEST_P(ScalarTemplateOf, GivesTheBytesOfTheEventModelForTagsOfAnyLength) {
  for (std::size_t length = 0; length < 300; ++length) {
    const std::string tag(length, 't');
    ASSERT_EQ(by_template(tag, GetParam(), 1.7e9, 10, 0.25),
              by_event_model(tag, GetParam(), 1.7e9, 10, 0.25))
        << length;
  }
  for (const std::size_t length : {10'240u, 16'383u, 16'384u, 100'000u}) {
    const std::string tag(length, 't');
    ASSERT_EQ(by_template(tag, GetParam(), 1.7e9, 10, 0.25),
              by_event_model(tag, GetParam(), 1.7e9, 10, 0.25))
        << length;
  }
}

TEST_P(ScalarTemplateOf, StaysInsideItsRoom) {
  for (std::size_t length = 0; length < 200; ++length) {
    const ScalarTemplate made(std::string(length, 't'), GetParam());
    const std::string guard(64, '\xee');
    std::string room(made.room() + guard.size(), '\xee');
    made.append(room.data(), 1.7e9, -1, 0.25);
    EXPECT_EQ(room.substr(made.room()), guard) << length;
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, ScalarTemplateOf,
                         testing::Values(Form::Float, Form::Double),
                         [](const auto& of) {
                           return of.param == Form::Float ? "Float" : "Double";
                         });

}  // namespace
}  // namespace stepline::writer
