#include "writer/custom_scalars.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "event/custom_scalars_layout.h"
#include "event/plugin_names.h"
#include "writer/check.h"

namespace stepline::writer {
namespace {

constexpr const char* kKind = "custom_scalars";

Result<void> check_chart(const MultilineChart& chart) {
  if (chart.tags.empty()) {
    return invalid(kKind, chart.title, "the chart has no tag");
  }
  if (std::ranges::any_of(chart.tags, &std::string::empty)) {
    return invalid(kKind, chart.title, "a tag of the chart is empty");
  }
  return {};
}

Result<void> check_chart(const MarginChart& chart) {
  if (chart.series.empty()) {
    return invalid(kKind, chart.title, "the chart has no series");
  }
  for (const MarginChart::Series& series : chart.series) {
    if (series.value.empty() || series.lower.empty() || series.upper.empty()) {
      return invalid(kKind, chart.title,
                     "a series needs three tags: value, lower and upper");
    }
  }
  return {};
}

void repair(std::string& text) { text = repair_utf8(text); }

void repair(MultilineChart& chart) {
  repair(chart.title);
  for (std::string& tag : chart.tags) repair(tag);
}

void repair(MarginChart& chart) {
  repair(chart.title);
  for (MarginChart::Series& series : chart.series) {
    repair(series.value);
    repair(series.lower);
    repair(series.upper);
  }
}

ChartLayout repaired(ChartLayout layout) {
  for (ChartCategory& category : layout.categories) {
    repair(category.title);
    for (auto& chart : category.charts) {
      std::visit([](auto& one) { repair(one); }, chart);
    }
  }
  return layout;
}

}  // namespace

Result<void> check_custom_scalars(const ChartLayout& layout) {
  if (layout.categories.empty()) {
    return invalid(kKind, "", "the layout has no category");
  }
  for (const ChartCategory& category : layout.categories) {
    if (category.charts.empty()) {
      return invalid(kKind, category.title, "the category has no chart");
    }
    for (const auto& chart : category.charts) {
      const auto ok =
          std::visit([](const auto& one) { return check_chart(one); }, chart);
      if (!ok) return ok;
    }
  }
  return {};
}

event::Value make_custom_scalars(const ChartLayout& layout) {
  event::TensorProto tensor;
  tensor.dtype = event::DataType::String;
  tensor.has_shape = true;
  tensor.string_val = {event::encode_layout(repaired(layout))};
  event::Value value;
  value.tag = event::Tag(event::kCustomScalarsLayoutTag);
  value.metadata.emplace();
  value.metadata->plugin_name = event::kCustomScalarsPlugin;
  value.value = std::move(tensor);
  return value;
}

}  // namespace stepline::writer
