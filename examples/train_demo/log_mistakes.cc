#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "log_kinds.h"

namespace demo {
namespace {

constexpr int kColumns = 4;
constexpr int kLines = 2;
constexpr int kFactor = 10;
constexpr int kGap = 4;  // Black, between the pictures.
constexpr int kTile = kSide * kFactor + kGap;

std::vector<int> surest_mistakes(const Shapes& shapes,
                                 const Evaluation& evaluation) {
  std::vector<int> wrong;
  for (int i = 0; i < shapes.count(); ++i) {
    const std::size_t at = std::size_t(i);
    if (evaluation.predicted[at] != shapes.classes[at]) wrong.push_back(i);
  }
  const auto sureness = [&](int i) {
    return evaluation.probabilities.row(
        i)[evaluation.predicted[std::size_t(i)]];
  };
  std::stable_sort(wrong.begin(), wrong.end(),
                   [&](int a, int b) { return sureness(a) > sureness(b); });
  if (wrong.size() > kColumns * kLines) wrong.resize(kColumns * kLines);
  return wrong;
}

void paste_enlarged(const float* picture, float* canvas) {
  for (int y = 0; y < kTile - kGap; ++y) {
    for (int x = 0; x < kTile - kGap; ++x) {
      canvas[y * kTile * kColumns + x] =
          picture[y / kFactor * kSide + x / kFactor];
    }
  }
}

}  // namespace

void log_mistakes(RunLog& log, const Shapes& shapes,
                  const Evaluation& evaluation, std::int64_t step) {
  const std::vector<int> mistakes = surest_mistakes(shapes, evaluation);
  if (mistakes.empty()) return;
  std::vector<float> canvas(kTile * kTile * kColumns * kLines);
  std::vector<float> boxes;
  stepline::BoxesOptions options{.layout = "HW"};
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    const std::size_t index = std::size_t(mistakes[i]);
    const int left = static_cast<int>(i) % kColumns * kTile;
    const int top = static_cast<int>(i) / kColumns * kTile;
    paste_enlarged(shapes.noisy.row(mistakes[i]),
                   canvas.data() + top * kTile * kColumns + left);
    const Box& box = shapes.boxes[index];
    for (const auto& [origin, place] : {std::pair(left, box.left),
                                        {top, box.top},
                                        {left, box.right},
                                        {top, box.bottom}}) {
      boxes.push_back(static_cast<float>(origin) + place * kFactor);
    }
    const auto wanted = std::size_t(shapes.classes[index]);
    const auto got = std::size_t(evaluation.predicted[index]);
    options.labels.push_back(std::string(kClassNames[wanted]) + ", not " +
                             std::string(kClassNames[got]));
  }
  log.wrote(
      "images with boxes",
      log.writer.add_image_with_boxes(
          "mistakes/surest",
          {canvas.data(), {kTile * kLines, kTile * kColumns}},
          {boxes.data(), {std::int64_t(mistakes.size()), 4}}, step, options));
}

}  // namespace demo
