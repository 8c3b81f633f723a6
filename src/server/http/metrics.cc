#include "server/http/metrics.h"

#include <charconv>

namespace stepline::server {
namespace {

std::string number(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return std::string(text, end);
}

std::string label(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '"') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

void append_head(std::string& out, std::string_view name, std::string_view help,
                 std::string_view type) {
  out += "# HELP ";
  out += name;
  out += ' ';
  out += help;
  out += "\n# TYPE ";
  out += name;
  out += ' ';
  out += type;
  out += '\n';
}

void append_figure(std::string& out, const Figure& figure) {
  append_head(out, figure.name, figure.help,
              figure.type == Figure::Type::Counter ? "counter" : "gauge");
  out += figure.name + " " + number(figure.value) + "\n";
}

}  // namespace

void Metrics::count(std::string_view route, unsigned status,
                    std::chrono::nanoseconds took) {
  const double secs = std::chrono::duration<double>(took).count();
  const std::lock_guard lock(mutex_);
  auto place = routes_.find(route);
  if (place == routes_.end()) {
    place = routes_.emplace(std::string(route), Route{}).first;
  }
  Route& entry = place->second;
  ++entry.by_status[status];
  for (std::size_t i = 0; i < kBoundsSecs.size(); ++i) {
    if (secs <= kBoundsSecs[i]) ++entry.within[i];
  }
  ++entry.count;
  entry.sum_secs += secs;
}

void Metrics::append_routes(std::string& out) const {
  const std::lock_guard lock(mutex_);
  append_head(out, "stepline_requests_total", "Requests answered.", "counter");
  for (const auto& [route, entry] : routes_) {
    for (const auto& [status, count] : entry.by_status) {
      out += "stepline_requests_total{route=\"" + label(route) +
             "\",status=\"" + std::to_string(status) + "\"} " +
             std::to_string(count) + "\n";
    }
  }
  constexpr std::string_view kName = "stepline_request_duration_seconds";
  append_head(out, kName, "From a request to its answer, sending apart.",
              "histogram");
  for (const auto& [route, entry] : routes_) {
    const std::string labels = "{route=\"" + label(route) + "\"";
    const std::string bucket = std::string(kName) + "_bucket" + labels;
    for (std::size_t i = 0; i < kBoundsSecs.size(); ++i) {
      out += bucket + ",le=\"" + number(kBoundsSecs[i]) + "\"} " +
             std::to_string(entry.within[i]) + "\n";
    }
    const std::string count = std::to_string(entry.count);
    out += bucket + ",le=\"+Inf\"} " + count + "\n";
    out += std::string(kName) + "_sum" + labels + "} " +
           number(entry.sum_secs) + "\n";
    out += std::string(kName) + "_count" + labels + "} " + count + "\n";
  }
}

std::string Metrics::text(const std::vector<Figure>& figures) const {
  std::string out;
  append_routes(out);
  append_figure(out, {"stepline_connections", "Connections that are open.",
                      Figure::Type::Gauge, double(connections)});
  append_figure(out, {"stepline_refused_connections_total",
                      "Connections beyond the limit.", Figure::Type::Counter,
                      double(refused_connections)});
  append_figure(out, {"stepline_live_clients", "Clients of the live stream.",
                      Figure::Type::Gauge, double(live_clients)});
  for (const Figure& figure : figures) append_figure(out, figure);
  return out;
}

}  // namespace stepline::server
