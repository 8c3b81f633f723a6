#include "event/custom_scalars_layout.h"

#include "event/field_reader.h"
#include "event/field_writer.h"

namespace stepline::event {
namespace {

enum class LayoutField : std::uint32_t { Version = 1, Category = 2 };
enum class CategoryField : std::uint32_t { Title = 1, Chart = 2, Closed = 3 };
enum class ChartField : std::uint32_t { Title = 1, Multiline = 2, Margin = 3 };
enum class MultilineField : std::uint32_t { Tag = 1 };
enum class MarginField : std::uint32_t { Series = 1 };
enum class SeriesField : std::uint32_t { Value = 1, Lower = 2, Upper = 3 };

using Series = MarginChart::Series;

// A chart as it stands on the wire, where the title is beside the content.
struct Multiline {
  std::vector<std::string> tags;
};
struct Margin {
  std::vector<Series> series;
};
struct Chart {
  std::string title;
  std::variant<std::monostate, Multiline, Margin> content;
};

}  // namespace

static void write(FieldWriter& out, const Series& series) {
  out.text(SeriesField::Value, series.value);
  out.text(SeriesField::Lower, series.lower);
  out.text(SeriesField::Upper, series.upper);
}

static void write(FieldWriter& out, const MultilineChart& chart) {
  out.text(ChartField::Title, chart.title);
  out.submessage(ChartField::Multiline, [&](FieldWriter& content) {
    for (const std::string& tag : chart.tags) {
      content.text_member(MultilineField::Tag, tag);
    }
  });
}

static void write(FieldWriter& out, const MarginChart& chart) {
  out.text(ChartField::Title, chart.title);
  out.submessage(ChartField::Margin, [&](FieldWriter& content) {
    content.messages(MarginField::Series, chart.series);
  });
}

static void write(FieldWriter& out, const ChartCategory& category) {
  out.text(CategoryField::Title, category.title);
  for (const auto& chart : category.charts) {
    std::visit(
        [&](const auto& kind) { out.message(CategoryField::Chart, kind); },
        chart);
  }
  out.number(CategoryField::Closed, category.closed);
}

static void write(FieldWriter& out, const ChartLayout& layout) {
  out.messages(LayoutField::Category, layout.categories);
}

static void merge(FieldReader in, Series& series) {
  while (in.next()) {
    switch (SeriesField(in.number())) {
      case SeriesField::Value:
        in.read_text(series.value);
        break;
      case SeriesField::Lower:
        in.read_text(series.lower);
        break;
      case SeriesField::Upper:
        in.read_text(series.upper);
        break;
      default:
        in.skip();
    }
  }
}

static void merge(FieldReader in, Multiline& multiline) {
  while (in.next()) {
    switch (MultilineField(in.number())) {
      case MultilineField::Tag:
        in.read_repeated_text(multiline.tags);
        break;
      default:
        in.skip();
    }
  }
}

static void merge(FieldReader in, Margin& margin) {
  while (in.next()) {
    switch (MarginField(in.number())) {
      case MarginField::Series:
        in.read_message(margin.series);
        break;
      default:
        in.skip();
    }
  }
}

static void merge(FieldReader in, Chart& chart) {
  while (in.next()) {
    switch (ChartField(in.number())) {
      case ChartField::Title:
        in.read_text(chart.title);
        break;
      case ChartField::Multiline:
        in.read_member<Multiline>(chart.content);
        break;
      case ChartField::Margin:
        in.read_member<Margin>(chart.content);
        break;
      default:
        in.skip();
    }
  }
}

static void merge(FieldReader in, ChartCategory& category) {
  while (in.next()) {
    switch (CategoryField(in.number())) {
      case CategoryField::Title:
        in.read_text(category.title);
        break;
      case CategoryField::Chart: {
        Chart chart;
        in.read_message(chart);
        if (auto* multiline = std::get_if<Multiline>(&chart.content)) {
          category.charts.push_back(
              MultilineChart{chart.title, std::move(multiline->tags)});
        } else if (auto* margin = std::get_if<Margin>(&chart.content)) {
          category.charts.push_back(
              MarginChart{chart.title, std::move(margin->series)});
        }
        break;
      }
      case CategoryField::Closed:
        in.read(category.closed);
        break;
      default:
        in.skip();
    }
  }
}

static void merge(FieldReader in, ChartLayout& layout) {
  while (in.next()) {
    switch (LayoutField(in.number())) {
      case LayoutField::Category:
        in.read_message(layout.categories);
        break;
      default:
        in.skip();
    }
  }
}

std::string encode_layout(const ChartLayout& layout) {
  return encode_message(layout);
}

Result<ChartLayout> decode_layout(std::string_view bytes) {
  return decode_message<ChartLayout>("Layout", bytes);
}

}  // namespace stepline::event
