#include "server/api/scalar_rows.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/json_text.h"
#include "base/utf8.h"

namespace stepline::server {
namespace {

constexpr std::uint64_t kPagePoints = 4096;

void append_real(std::string& out, double number) {
  if (std::isfinite(number)) return append_json(out, number);
  out += std::isnan(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity";
}

}  // namespace

bool PointPages::is_inside(const store::Point& point) const {
  double x = static_cast<double>(point.step);
  if (window_.axis == store::Axis::WallTime) x = point.wall_secs;
  if (window_.axis == store::Axis::RelativeTime) {
    x = point.wall_secs - first_wall_secs_;
  }
  return (!window_.from || x >= *window_.from) &&
         (!window_.to || x <= *window_.to);
}

std::optional<store::Points> PointPages::next() {
  const auto page = store_->points(id_, at_, kPagePoints);
  if (!page || page->size() == 0) return std::nullopt;
  if (at_ == 0) first_wall_secs_ = page->wall_secs.front();
  at_ += page->size();
  store::Points inside;
  for (std::size_t i = 0; i < page->size(); ++i) {
    if (is_inside((*page)[i])) inside.push_back((*page)[i]);
  }
  return inside;
}

void append_cell(std::string& out, std::string_view text) {
  const std::string repaired = repair_utf8(text);
  std::string cell;
  if (repaired.find_first_of("=+-@\t\r") == 0) cell = "'";
  cell += repaired;
  if (cell.find_first_of(",\"\r\n") == std::string::npos) {
    out += cell;
    return;
  }
  out += '"';
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_point(std::string& out, const store::Point& point) {
  append_json(out, point.step);
  out += ',';
  append_real(out, point.wall_secs);
  out += ',';
  append_real(out, point.value);
}

}  // namespace stepline::server
