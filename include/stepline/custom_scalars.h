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
};

struct MarginChart {
  struct Series {
    std::string value;
    std::string lower;
    std::string upper;
  };
  std::string title;
  std::vector<Series> series;
};

struct ChartCategory {
  std::string title;
  std::vector<std::variant<MultilineChart, MarginChart>> charts;
  bool closed = false;  // Shown folded.
};

struct ChartLayout {
  std::vector<ChartCategory> categories;
};

}  // namespace stepline
