#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "stepline/tensor_view.h"

namespace stepline {

// Wherever there is a `wall_time` it is in seconds since the epoch, by default
// the moment of the call; NaN and infinity are refused.

struct TextOptions {
  std::optional<double> wall_time = {};
};

struct ScalarsOptions {
  // If not empty, each curve goes to the directory `<directory>/<name>` below
  // the writer's, as tensorboardX has it with the main tag.
  std::string_view directory = {};
  std::optional<double> wall_time = {};
};

// How values are sorted into buckets.
class HistogramBins {
 public:
  // numpy.histogram_bin_edges' estimators, by the same names.
  enum class Rule { Auto, Fd, Doane, Scott, Sturges, Sqrt, Rice, Stone };
  struct Tensorflow {};  // 1,548 bins, ten per cent wide, on both sides of 0.
  using Choice =
      std::variant<Tensorflow, Rule, std::int64_t, std::vector<double>>;

  HistogramBins() = default;
  HistogramBins(Rule rule) : choice_(rule) {}
  // `count` equal bins from the least to the greatest value; at least 1.
  static HistogramBins equal(std::int64_t count) {
    HistogramBins bins;
    bins.choice_ = count;
    return bins;
  }
  // At least two edges, never decreasing; the last bin is closed on the right.
  static HistogramBins edges(std::vector<double> edges) {
    HistogramBins bins;
    bins.choice_ = std::move(edges);
    return bins;
  }

  const Choice& choice() const { return choice_; }

 private:
  Choice choice_ = Tensorflow{};
};

struct HistogramOptions {
  HistogramBins bins = {};
  // Join neighbouring bins until there are at most about this many; 0: never.
  std::int64_t max_bins = 0;
  std::optional<double> wall_time = {};
};

// A histogram counted elsewhere. `bucket_limits` are upper edges, as many as
// there are counts; the first bucket begins at `min`.
struct RawHistogram {
  double min = 0;
  double max = 0;
  double num = 0;
  double sum = 0;
  double sum_squares = 0;
  std::vector<double> bucket_limits;
  std::vector<double> bucket_counts;
};

// Layouts are strings of letters, one a dimension in any order and case: H, W,
// C (1, 3 or 4 channels; absent means grey), N (pictures of a grid), T (time).
// uint8 is taken as it is, uint16 keeps its 16 bits; bool is black and white;
// every other dtype is in [0, 1], clipped, NaN black.
struct ImageOptions {
  std::string_view layout = "CHW";
  std::optional<double> wall_time = {};
};

// A batch becomes one picture, eight columns wide.
struct ImagesOptions {
  std::string_view layout = "NCHW";
  std::optional<double> wall_time = {};
};

struct BoxesOptions {
  std::string_view layout = "CHW";
  // None, or one a box.
  std::vector<std::string> labels = {};
  std::optional<double> wall_time = {};
};

struct VideoOptions {
  std::string_view layout = "NTCHW";
  double fps = 4;
  std::optional<double> wall_time = {};
};

struct AudioOptions {
  std::int64_t sample_rate = 44100;
  std::optional<double> wall_time = {};
};

struct EmbeddingOptions {
  std::string tag = "default";
  // Rows of labels, as many as points; each row has as many columns as
  // `header`, or one if there is no header.
  std::vector<std::vector<std::string>> labels = {};
  std::vector<std::string> header = {};
  // One small picture a point, best a square one, made into a sprite sheet.
  std::optional<TensorView> images = {};
  std::string_view images_layout = "NCHW";
};

struct PrCurveOptions {
  std::int64_t num_thresholds = 127;  // At least 2; more than 127 become 127.
  std::optional<TensorView> weights = {};  // One a prediction; absent: all 1.
  std::optional<double> wall_time = {};
};

// Counts by threshold, lowest threshold first; all six of one length.
struct RawPrCurve {
  std::vector<double> true_positives;
  std::vector<double> false_positives;
  std::vector<double> true_negatives;
  std::vector<double> false_negatives;
  std::vector<double> precision;
  std::vector<double> recall;
};

struct MeshOptions {
  std::optional<TensorView> colors = {};  // [N, 3] or [B, N, 3], 0 to 255.
  std::optional<TensorView> faces = {};   // [F, 3] or [B, F, 3], indices.
  // A JSON object for three.js: camera, lights, material. Empty: none.
  std::string config_json = {};
  std::optional<double> wall_time = {};
};

struct TensorOptions {
  // True also puts the tensor into the event file, for TensorBoard's own
  // tensor plug-in; false only into the tensor file beside it.
  bool tensorboard = false;
  std::optional<double> wall_time = {};
};

// A switch, a number or a word.
class HParamValue : public std::variant<bool, double, std::string> {
 public:
  HParamValue() : variant(false) {}
  HParamValue(bool value) : variant(value) {}
  template <class T>
    requires std::is_arithmetic_v<T> && (!std::is_same_v<T, bool>)
  HParamValue(T value) : variant(static_cast<double>(value)) {}
  HParamValue(std::string value) : variant(std::move(value)) {}
  HParamValue(std::string_view value) : variant(std::string(value)) {}
  HParamValue(const char* value) : variant(std::string(value)) {}
};

struct HParam {
  std::string name;
  HParamValue value;
  // The values this one is chosen from, all of one type; empty: not said.
  std::vector<HParamValue> domain = {};
};

struct HParamMetric {
  // The tag of the scalar to show, logged with add_scalar at any time.
  std::string tag;
  // Logged as a scalar at once, when given.
  std::optional<double> value = {};
  std::string display_name = {};
};

struct HParamsOptions {
  // Empty: the session is this writer's own run. Otherwise a run in a
  // directory of this name below it, as torch.utils.tensorboard makes one.
  std::string run_name = {};
  // Sessions with the same group are averaged. Empty: each for itself.
  std::string group = {};
  std::int64_t step = 0;  // Of the metrics' values.
  std::optional<double> wall_time = {};
};

enum class SessionStatus { Success = 1, Failure = 2, Running = 3 };

}  // namespace stepline
