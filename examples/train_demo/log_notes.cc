#include <array>
#include <cstddef>
#include <cstdio>
#include <string>

#include "log_kinds.h"

namespace demo {
namespace {

std::string row(const std::string& name, const std::string& value) {
  return "| " + name + " | " + value + " |\n";
}

std::string short_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

}  // namespace

void log_configuration(RunLog& log, const ClassifierConfig& config,
                       Network& network) {
  std::size_t parameters = 0;
  for (const Parameter* p : network.parameters()) parameters += p->value.size();
  const std::string text =
      "Tells **" + std::to_string(kClasses) +
      " shapes** apart in pictures of " + std::to_string(kSide) + " by " +
      std::to_string(kSide) +
      " pixels with much noise.\n\n| setting | value |\n|---|---|\n" +
      row("optimizer", config.optimizer) +
      row("learning rate",
          short_number(config.learning_rate) + ", falling along a cosine") +
      row("hidden units", std::to_string(config.hidden)) +
      row("parameters", std::to_string(parameters)) +
      "\nThe sound is the loss: the lower the deeper, training on the left, "
      "validation on the right. Two voices instead of one are overfitting.";
  log.wrote("texts", log.writer.add_text("notes/configuration", text));
}

void log_confusion(RunLog& log, const Shapes& shapes,
                   const Evaluation& evaluation, std::int64_t step) {
  std::array<std::array<int, kClasses>, kClasses> counts{};
  for (std::size_t i = 0; i < shapes.classes.size(); ++i) {
    ++counts[std::size_t(shapes.classes[i])]
            [std::size_t(evaluation.predicted[i])];
  }
  std::string text = "| is \\ taken for |";
  for (const auto name : kClassNames) text += " " + std::string(name) + " |";
  text += "\n|---|";
  for (int c = 0; c < kClasses; ++c) text += "---|";
  for (std::size_t is = 0; is < kClassNames.size(); ++is) {
    text += "\n| **" + std::string(kClassNames[is]) + "** |";
    for (std::size_t taken = 0; taken < kClassNames.size(); ++taken) {
      const std::string count = std::to_string(counts[is][taken]);
      text += is == taken ? " **" + count + "** |" : " " + count + " |";
    }
  }
  log.wrote("texts", log.writer.add_text("notes/confusion", text, step));
}

}  // namespace demo
