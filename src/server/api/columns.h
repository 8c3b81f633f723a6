#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "server/api/json.h"

namespace stepline::server {

inline constexpr std::string_view kColumnsType =
    "application/vnd.stepline.columns";

// Makes an answer of columns: a head in JSON that says where in the data behind
// it each column lies (docs/api.md, "Columns"). head() is written in its order,
// and a column's place goes into it when the column is added.
class Columns {
 public:
  Json& head() { return head_; }

  // As the next value of the head. The type is the smallest that holds every
  // element: f32 or f64 for reals; u32, f64 or i64 for steps.
  void reals(std::span<const double> column);
  void steps(std::span<const std::int64_t> column);
  // f32 where `values`, beside which they stand, are; else f64.
  void smoothed(std::span<const double> column, std::span<const double> values);
  // Of numbers that were made for a screen: f32 where it reaches that far.
  void made(std::span<const double> column);
  void doubles(std::span<const double> column);  // Always f64.
  void counts(std::span<const std::uint32_t> column);
  void counts(std::span<const std::uint64_t> column);

  std::string finish();

 private:
  template <class To, class From>
  void add(std::string_view type, std::span<const From> column);

  Json head_;
  std::string data_;
};

}  // namespace stepline::server
