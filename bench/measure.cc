#include "measure.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "stepline/summary_writer.h"

namespace stepline::bench {

std::uint64_t now_nanos() {
  return static_cast<std::uint64_t>(
      std::chrono::steady_clock::now().time_since_epoch().count());
}

double percentile(std::span<double> values, double share) {
  const auto last = static_cast<double>(values.size() - 1);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * last);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

void Report::add(const std::string& name, std::vector<double> repetitions) {
  figures_.push_back({name, percentile(repetitions, 0.5),
                      percentile(repetitions, 0.1),
                      percentile(repetitions, 0.9)});
}

std::string Report::to_json() const {
  std::ostringstream out;
  out << '{';
  const char* comma = "";
  for (const Figure& figure : figures_) {
    out << comma << '"' << figure.name << "\": {\"median\": " << figure.median
        << ", \"low\": " << figure.low << ", \"high\": " << figure.high << '}';
    comma = ", ";
  }
  out << '}';
  return out.str();
}

ScratchDirectory::ScratchDirectory(const std::string& parent)
    : path_(parent + "/stepline-bench-XXXXXX") {
  require(::mkdtemp(path_.data()) != nullptr,
          "a directory could not be made below \"" + parent + "\"");
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "bench: %s\n", what.c_str());
  std::_Exit(1);
}

void flush(SummaryWriter& writer) {
  const auto flushed = writer.flush();
  require(bool(flushed), flushed ? "" : flushed.error().message);
  require(writer.dropped() == 0, "summaries were dropped");
}

}  // namespace stepline::bench
