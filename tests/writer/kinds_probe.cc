// Makes summary values for the tests that compare them with numpy, torch and
// safetensors. Reads one request a line from standard input and answers each
// with one line of hexadecimal floats.
//
//   histogram ARRAY BINS MAX_BINS
//   pr_curve LABELS PREDICTIONS WEIGHTS|- THRESHOLDS
//   blob NAME ARRAY STEP WALL_TIME FILE_OFFSET OUTPUT
//
// ARRAY is DTYPE:DIMxDIM...:FILE; BINS is "tensorflow", a rule's name, a
// number, or edges separated by commas.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "writer/histogram.h"
#include "writer/pr_curve.h"
#include "writer/tensor_blob.h"

namespace stepline::writer {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    parts.push_back(part);
  }
  return parts;
}

[[noreturn]] void fail(const std::string& what) {
  std::cerr << what << '\n';
  std::exit(1);
}

class Array {
 public:
  explicit Array(const std::string& request) {
    const std::vector<std::string> parts = split(request, ':');
    if (parts.size() != 3) fail("not an array: " + request);
    for (const std::string& n : split(parts[1], 'x')) {
      shape_.push_back(std::stoll(n));
    }
    std::ifstream file(parts[2], std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    for (int i = 0; i <= static_cast<int>(DType::Complex128); ++i) {
      if (name_of(static_cast<DType>(i)) == parts[0]) {
        dtype_ = static_cast<DType>(i);
        if (view().bytes() != bytes_.size()) fail("wrong size: " + request);
        return;
      }
    }
    fail("not a dtype: " + parts[0]);
  }

  TensorView view() const { return {bytes_.data(), dtype_, shape_}; }

 private:
  std::vector<char> bytes_;
  std::vector<std::int64_t> shape_;
  DType dtype_ = DType::Bool;
};

HistogramBins bins_of(const std::string& text) {
  using Rule = HistogramBins::Rule;
  static const std::map<std::string, HistogramBins> kNamed = {
      {"tensorflow", {}},     {"auto", Rule::Auto},
      {"fd", Rule::Fd},       {"doane", Rule::Doane},
      {"scott", Rule::Scott}, {"sturges", Rule::Sturges},
      {"sqrt", Rule::Sqrt},   {"rice", Rule::Rice},
      {"stone", Rule::Stone}};
  if (const auto found = kNamed.find(text); found != kNamed.end()) {
    return found->second;
  }
  const std::vector<std::string> numbers = split(text, ',');
  if (numbers.size() == 1) return HistogramBins::equal(std::stoll(text));
  std::vector<double> edges;
  for (const std::string& number : numbers) {
    edges.push_back(std::strtod(number.c_str(), nullptr));
  }
  return HistogramBins::edges(std::move(edges));
}

void print(double value) { std::printf("%a ", value); }

void answer_histogram(std::istream& request) {
  std::string array, bins;
  HistogramOptions options;
  request >> array >> bins >> options.max_bins;
  options.bins = bins_of(bins);
  const Array values(array);
  if (auto ok = check_histogram("probe", values.view(), options); !ok) {
    fail(ok.error().message);
  }
  const event::Histogram histogram = make_histogram(values.view(), options);
  for (const double x : {histogram.min, histogram.max, histogram.num,
                         histogram.sum, histogram.sum_squares}) {
    print(x);
  }
  for (const double limit : histogram.limits) print(limit);
  for (const double count : histogram.counts) print(count);
}

void answer_pr_curve(std::istream& request) {
  std::string labels, predictions, weights;
  PrCurveOptions options;
  request >> labels >> predictions >> weights >> options.num_thresholds;
  const Array label_array(labels), prediction_array(predictions);
  std::optional<Array> weight_array;
  if (weights != "-") {
    weight_array.emplace(weights);
    options.weights = weight_array->view();
  }
  if (auto ok = check_pr_curve("probe", label_array.view(),
                               prediction_array.view(), options);
      !ok) {
    fail(ok.error().message);
  }
  const event::Value value =
      make_pr_curve("probe", label_array.view(), prediction_array.view(),
                    options.weights, options.num_thresholds);
  for (const float x : std::get<event::TensorProto>(value.value).float_val) {
    print(x);
  }
}

void answer_blob(std::istream& request) {
  std::string name, array, output;
  event::Step step;
  double wall_time = 0;
  std::uint64_t file_offset = 0;
  request >> name >> array >> step.value >> wall_time >> file_offset >> output;
  const Array tensor(array);
  std::ofstream(output, std::ios::binary) << make_tensor_blob(
      name, tensor.view(), step, event::WallTime::from_secs(wall_time).value(),
      file_offset);
}

void answer(const std::string& line) {
  std::istringstream request(line);
  std::string kind;
  request >> kind;
  if (kind == "histogram") return answer_histogram(request);
  if (kind == "pr_curve") return answer_pr_curve(request);
  if (kind == "blob") return answer_blob(request);
  fail("not a request: " + line);
}

}  // namespace
}  // namespace stepline::writer

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    stepline::writer::answer(line);
    std::printf("\n");
    std::fflush(stdout);
  }
}
