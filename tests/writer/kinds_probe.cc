// Makes summary values for the tests that compare them with numpy, torch and
// safetensors. Reads one request a line from standard input and answers each
// with one line of hexadecimal floats.
//
//   histogram ARRAY BINS MAX_BINS
//   blob NAME ARRAY STEP WALL_TIME FILE_OFFSET OUTPUT
//
// These write a serialised Summary to OUTPUT, under the tag "probe":
//
//   pr_curve LABELS PREDICTIONS WEIGHTS|- THRESHOLDS OUTPUT
//   image|images|video ARRAY LAYOUT OUTPUT
//   boxes ARRAY LAYOUT BOXES OUTPUT
//   audio ARRAY SAMPLE_RATE OUTPUT
//   mesh VERTICES FACES|- COLORS|- CONFIG|- OUTPUT
//   tensor ARRAY OUTPUT
//   text TEXT OUTPUT
//
// ARRAY is DTYPE:DIMxDIM...:FILE; BINS is "tensorflow", a rule's name, a
// number, or edges separated by commas.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "event/wire.h"
#include "writer/audio.h"
#include "writer/histogram.h"
#include "writer/image.h"
#include "writer/mesh.h"
#include "writer/pr_curve.h"
#include "writer/tensor_blob.h"
#include "writer/tensor_summary.h"
#include "writer/text.h"

namespace stepline::writer {
namespace {

constexpr const char* kTag = "probe";

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

template <class T>
T checked(Result<T> result) {
  if (!result) fail(result.error().message);
  return *std::move(result);
}

void checked(const Result<void>& result) {
  if (!result) fail(result.error().message);
}

// An array, or none for "-".
class OptionalArray {
 public:
  explicit OptionalArray(const std::string& request) {
    if (request == "-") return;
    array_.emplace(request);
    view_ = array_->view();
  }

  const std::optional<TensorView>& view() const { return view_; }

 private:
  std::optional<Array> array_;
  std::optional<TensorView> view_;
};

void write(std::istream& request, std::vector<event::Value> values) {
  std::string output;
  request >> output;
  std::ofstream(output, std::ios::binary)
      << event::encode_summary({std::move(values)});
}

void answer_pr_curve(std::istream& request) {
  std::string labels, predictions, weights;
  PrCurveOptions options;
  request >> labels >> predictions >> weights >> options.num_thresholds;
  const Array label_array(labels), prediction_array(predictions);
  const OptionalArray weight_array(weights);
  options.weights = weight_array.view();
  checked(check_pr_curve(kTag, label_array.view(), prediction_array.view(),
                         options));
  write(request,
        {make_pr_curve(kTag, label_array.view(), prediction_array.view(),
                       options.weights, options.num_thresholds)});
}

void answer_image(std::istream& request) {
  std::string array, layout;
  request >> array >> layout;
  const Array image(array);
  const Layout parsed =
      checked(check_image(kTag, image.view(), {.layout = layout}));
  write(request, {checked(make_image(kTag, image.view(), parsed))});
}

void answer_images(std::istream& request) {
  std::string array, layout;
  request >> array >> layout;
  const Array images(array);
  const Layout parsed =
      checked(check_images(kTag, images.view(), {.layout = layout}));
  write(request, {checked(make_images(kTag, images.view(), parsed))});
}

void answer_video(std::istream& request) {
  std::string array, layout;
  request >> array >> layout;
  const Array video(array);
  const Layout parsed =
      checked(check_video(kTag, video.view(), {.layout = layout}));
  write(request, {checked(make_video(kTag, video.view(), parsed, 4))});
}

void answer_boxes(std::istream& request) {
  std::string array, layout, boxes;
  request >> array >> layout >> boxes;
  const Array image(array), box_array(boxes);
  const Layout parsed = checked(check_image_with_boxes(
      kTag, image.view(), box_array.view(), {.layout = layout}));
  write(request, {checked(make_image_with_boxes(
                     kTag, image.view(), box_array.view(), {}, parsed))});
}

void answer_audio(std::istream& request) {
  std::string array;
  AudioOptions options;
  request >> array >> options.sample_rate;
  const Array samples(array);
  checked(check_audio(kTag, samples.view(), options));
  write(request, {make_audio(kTag, samples.view(), options.sample_rate)});
}

void answer_mesh(std::istream& request) {
  std::string vertices, faces, colors;
  MeshOptions options;
  request >> vertices >> faces >> colors >> options.config_json;
  if (options.config_json == "-") options.config_json.clear();
  const Array vertex_array(vertices);
  const OptionalArray face_array(faces), color_array(colors);
  options.faces = face_array.view();
  options.colors = color_array.view();
  checked(check_mesh(kTag, vertex_array.view(), options));
  write(request, make_mesh(kTag, vertex_array.view(), options.faces,
                           options.colors, options.config_json));
}

void answer_tensor(std::istream& request) {
  std::string array;
  request >> array;
  const Array tensor(array);
  checked(check_tensor(kTag, tensor.view(), {.tensorboard = true}));
  write(request, {make_tensor(kTag, tensor.view())});
}

void answer_text(std::istream& request) {
  std::string text;
  request >> text;
  checked(check_text(kTag, {}));
  write(request, {make_text(kTag, text)});
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
  static const std::map<std::string, void (*)(std::istream&)> kAnswers = {
      {"histogram", answer_histogram},
      {"pr_curve", answer_pr_curve},
      {"image", answer_image},
      {"images", answer_images},
      {"video", answer_video},
      {"boxes", answer_boxes},
      {"audio", answer_audio},
      {"mesh", answer_mesh},
      {"tensor", answer_tensor},
      {"text", answer_text},
      {"blob", answer_blob}};
  std::istringstream request(line);
  std::string kind;
  request >> kind;
  const auto found = kAnswers.find(kind);
  if (found == kAnswers.end()) fail("not a request: " + line);
  found->second(request);
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
