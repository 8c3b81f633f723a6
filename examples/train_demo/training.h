#pragma once

#include <functional>
#include <string>

#include "classifier.h"
#include "run_log.h"
#include "shapes.h"

namespace demo {

struct Data {
  Shapes training;
  Shapes validation;
};

// How much work it is.
struct Scale {
  int training_samples = 4000;
  int validation_samples = 1000;
  float noise = 0.17f;
  int classifier_steps = 3600;
  int autoencoder_steps = 8000;
  int evaluations = 40;
  int landscape_side = 25;
  int landscape_samples = 150;
  double training_seconds = 30;  // Of one training, at most.
};

inline constexpr int kBatchSize = 64;

// Called at each evaluation: how far, and what to tell of it.
using OnProgress = std::function<void(double fraction, std::string state)>;

// How well it went, against what would not count as learning.
struct Outcome {
  std::string measure;
  double value;
  double bound;
  bool more_is_better;

  bool learned() const {
    return more_is_better ? value > bound : value < bound;
  }
};

// train_classifier.cc
Outcome train_classifier(const ClassifierConfig& config, const Data& data,
                         const Scale& scale, RunLog& log,
                         const OnProgress& on_progress);

// train_autoencoder.cc: learns to draw the clean picture, given the noisy one,
// through a layer of few numbers.
Outcome train_autoencoder(const Data& data, const Scale& scale, RunLog& log,
                          const OnProgress& on_progress);

}  // namespace demo
