#pragma once

#include <string>
#include <variant>
#include <vector>

namespace stepline {

// A page of charts for the custom scalars dashboard: categories of charts,
// each chart several tags in one picture, or a value with a margin.

struct MultilineChart {
  std::string title;
  std::vector<std::string> tags;  // Regular expressions, matched at the start.
  bool operator==(const MultilineChart&) const = default;
};

struct MarginChart {
  struct Series {
    std::string value;
    std::string lower;
    std::string upper;
    bool operator==(const Series&) const = default;
  };
  std::string title;
  std::vector<Series> series;
  bool operator==(const MarginChart&) const = default;
};

struct ChartCategory {
  std::string title;
  std::vector<std::variant<MultilineChart, MarginChart>> charts;
  bool closed = false;  // Shown folded.
  bool operator==(const ChartCategory&) const = default;
};

struct ChartLayout {
  std::vector<ChartCategory> categories;
  bool operator==(const ChartLayout&) const = default;
};

}  // namespace stepline
