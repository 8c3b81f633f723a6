#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "store/store.h"

namespace stepline::server {

// Reads the points of a series inside a window, some at a time, so that a
// download takes no more memory than these.
class PointPages {
 public:
  // The store must outlive it.
  PointPages(const store::Store& store, store::SeriesId id,
             const store::Window& window)
      : store_(&store), id_(id), window_(window) {}

  // The next ones; nullopt behind the last. May be empty.
  std::optional<store::Points> next();

 private:
  bool is_inside(const store::Point& point) const;

  const store::Store* store_;
  store::SeriesId id_;
  store::Window window_;
  std::uint64_t at_ = 0;
  double first_wall_secs_ = 0;
};

// A cell of a CSV file (RFC 4180): quoted where that is needed. What a
// spreadsheet would take for a formula (it begins with = + - @, a tab or a
// carriage return) gets an apostrophe in front.
void append_cell(std::string& out, std::string_view text);

// "step,wall_time,value" of a point: numbers in as few digits as bring them
// back, and "NaN", "Infinity" or "-Infinity".
void append_point(std::string& out, const store::Point& point);

}  // namespace stepline::server
