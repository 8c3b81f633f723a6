#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stepline/summary_options.h"
#include "stepline/tensor_view.h"

namespace stepline {

// What SummaryReader answers. Everything here owns its memory. Steps are those
// of the writer, wall times are in seconds since the epoch.

enum class SummaryKind : std::uint8_t {
  Scalar,
  Histogram,
  Image,
  Audio,
  Text,
  PrCurve,
  Mesh,
  HParams,
  CustomScalars,
  Graph,
  MetaGraph,
  RunMetadata,
  LogMessage,
  SessionLog,
  Tensor,
  Other,  // Of a plug-in that is not known, or without content.
};

// "scalar", "pr_curve": for messages.
std::string_view name_of(SummaryKind kind);

struct RunDescription {
  std::string name;  // Any bytes; "." for the directory that was opened.
  std::string directory;
  std::uint64_t series = 0;
  std::uint64_t points = 0;
  std::int64_t first_step = 0;
  std::int64_t last_step = 0;
  double first_wall_time = 0;
  double last_wall_time = 0;
  std::uint64_t damaged_records = 0;
};

// The values of one name in one run, without the values.
struct SeriesDescription {
  std::string run;
  std::string name;
  SummaryKind kind = SummaryKind::Other;
  std::uint64_t count = 0;
  std::int64_t first_step = 0;
  std::int64_t last_step = 0;
  double first_wall_time = 0;
  double last_wall_time = 0;
  std::uint32_t branches = 0;  // Superseded by restarts.
  std::string display_name;    // Empty where nothing was said.
  std::string description;     // Markdown.
};

// Points that a restart at `restart_step` superseded.
struct BranchDescription {
  std::int64_t restart_step = 0;
  double restart_wall_time = 0;
  std::uint64_t count = 0;
  std::int64_t first_step = 0;
  std::int64_t last_step = 0;
};

struct ScalarPoint {
  std::int64_t step = 0;
  double wall_time = 0;
  double value = 0;  // May be NaN or infinite.
};

// One curve in columns of equal length.
struct ScalarSeries {
  std::string run;
  std::string name;
  std::vector<std::int64_t> steps;
  std::vector<double> wall_times;
  std::vector<double> values;
  std::size_t size() const { return steps.size(); }
};

// Many curves in the same three columns, one behind the other: what a data
// frame is made of. `curves` says which points belong to which.
struct ScalarTable {
  struct Curve {
    std::string run;
    std::string name;
    std::size_t begin = 0;  // Points [begin, end).
    std::size_t end = 0;
  };
  std::vector<Curve> curves;  // By run, then by name, in natural order.
  std::vector<std::int64_t> steps;
  std::vector<double> wall_times;
  std::vector<double> values;
  std::size_t size() const { return steps.size(); }
};

// An array with its elements, row-major and contiguous.
struct Tensor {
  DType dtype = DType::Float32;
  std::vector<std::int64_t> shape;
  std::string bytes;  // Of the elements, in the machine's order.
  // The elements of a tensor of strings, which has neither dtype nor `bytes`.
  bool is_text = false;
  std::vector<std::string> strings;

  std::int64_t size() const;  // Number of elements; 1 for rank 0.

  // Of `bytes`, while this lives and stays where it is. Not valid() for text
  // and above TensorView::kMaxRank dimensions.
  TensorView view() const;

  // A copy of the elements, in C++'s own type; empty when `dtype` is another.
  template <class T>
  std::vector<T> elements() const {
    if (is_text || dtype != detail::dtype_of<T>()) return {};
    std::vector<T> copy(bytes.size() / sizeof(T));
    if (!copy.empty()) std::memcpy(copy.data(), bytes.data(), bytes.size());
    return copy;
  }
  bool operator==(const Tensor&) const = default;
};

struct TensorDescriptor {
  std::int64_t step = 0;
  double wall_time = 0;
  Tensor tensor;

  using UtcTime = std::chrono::sys_time<std::chrono::microseconds>;
  UtcTime utctime() const;  // `wall_time`, rounded.
};

struct HistogramBucket {
  double left = 0;
  double right = 0;
  double count = 0;
  bool operator==(const HistogramBucket&) const = default;
};
struct HistogramSummary {
  std::int64_t step = 0;
  double wall_time = 0;
  std::vector<HistogramBucket> buckets;
};

struct ImageSummary {
  std::int64_t step = 0;
  double wall_time = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::vector<std::string> encoded;  // PNG, GIF or JPEG each; mostly one.
};

struct AudioSummary {
  struct Clip {
    std::string encoded;
    std::string label;  // Markdown; mostly empty.
  };
  std::int64_t step = 0;
  double wall_time = 0;
  std::string content_type;  // "audio/wav", mostly.
  double sample_rate = 0;    // 0: not said.
  std::vector<Clip> clips;   // Mostly one.
};

struct TextSummary {
  std::int64_t step = 0;
  double wall_time = 0;
  std::vector<std::int64_t> shape;  // Empty for a single text.
  std::vector<std::string> texts;   // Markdown, row-major.
};

struct PrCurveSummary {
  std::int64_t step = 0;
  double wall_time = 0;
  RawPrCurve curve;
};

struct MeshSummary {
  std::int64_t step = 0;
  double wall_time = 0;
  Tensor vertices;  // [B, N, 3]
  std::optional<Tensor> faces;
  std::optional<Tensor> colors;
  std::string config_json;  // For three.js; may be empty.
};

// A value as the bytes of its message: a GraphDef, a MetaGraphDef, a
// RunMetadata, a LogMessage, a SessionLog, HParamsPluginData, a Layout.
struct MessageSummary {
  std::int64_t step = 0;
  double wall_time = 0;
  std::string bytes;
};

// A run with hyperparameters.
struct HParamsSession {
  std::string run;
  std::map<std::string, HParamValue> hparams;
  std::string group;
  double start_time = 0;                // 0: not said.
  std::optional<SessionStatus> status;  // Absent: not finished, as far as said.
  double end_time = 0;                  // 0: not said.
  // Those that the experiment names, with their last values where logged.
  std::vector<HParamMetric> metrics;
};

// Points for the projector.
struct EmbeddingSummary {
  std::string run;
  std::string name;
  Tensor points;                     // [N, D] float32.
  std::vector<std::string> columns;  // Of the labels; empty: just one.
  std::vector<std::vector<std::string>> labels;  // None, or a row a point.
  std::string sprite_path;                       // Empty: no pictures.
  std::uint32_t sprite_width = 0;                // Of one picture, in pixels.
  std::uint32_t sprite_height = 0;
};

}  // namespace stepline
