#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "log_kinds.h"
#include "losses.h"
#include "optimizer.h"
#include "schedule.h"
#include "simple_layers.h"
#include "stepline/step_scope.h"
#include "training.h"

namespace demo {
namespace {

// Guessing gives 0.2.
constexpr double kAccuracyBound = 0.5;

class ClassifierTraining {
 public:
  ClassifierTraining(const ClassifierConfig& config, const Data& data,
                     const Scale& scale, RunLog& log)
      : config_(config),
        data_(data),
        scale_(scale),
        log_(log),
        network_(make_classifier(config)),
        optimizer_(make_optimizer(config.optimizer, network_.parameters())),
        batches_(data.training.count(), kBatchSize, 3),
        schedule_(scale.classifier_steps, scale.training_seconds) {}

  void log_beginning() {
    log_hparams(log_, config_);
    log_layout(log_);
    log_configuration(log_, config_, network_);
    log_graph(log_, network_, "SparseSoftmaxCrossEntropyWithLogits", {});
  }

  double progress(int step) const { return schedule_.progress(step); }

  void train(int step) {
    const Shapes batch = take(data_.training, batches_.next());
    const float rate = schedule_.learning_rate(config_.learning_rate, step);
    // Layers log what they know about themselves, at every twentieth step.
    const stepline::StepScope scope(log_.writer, step, 20);
    const Matrix scores = network_.forward(batch.noisy);
    const Loss loss = cross_entropy(scores, batch.classes);
    network_.backward(loss.gradient);
    optimizer_->step(rate);
    const double right = accuracy(most_probable(scores), batch.classes);
    train_loss_.add(step, loss.value);
    train_accuracy_.add(step, right);
    learning_rate_.add(step, rate);
    log_.tally.count("scalars", 3 + layer_scalars(network_));
    const double keep = step == 0 ? 0 : 0.95;
    smooth_loss_ = keep * smooth_loss_ + (1 - keep) * loss.value;
    smooth_accuracy_ = keep * smooth_accuracy_ + (1 - keep) * right;
  }

  const Evaluation& validate(int step) {
    last_ = evaluate(network_, data_.validation);
    log_.scalar("validation/loss", last_.loss, step);
    log_.scalar("validation/accuracy", last_.accuracy, step);
    log_.scalar("validation/accuracy_low", last_.accuracy_low, step);
    log_.scalar("validation/accuracy_high", last_.accuracy_high, step);
    log_.wrote("groups of scalars",
               log_.writer.add_scalars("accuracy",
                                       {{"train", smooth_accuracy_},
                                        {"validation", last_.accuracy}},
                                       step));
    log_weights(log_, network_, step);
    const Pictures filters = filter_pictures(network_);
    log_filters(log_, filters, step);
    film_.add(filters);
    log_mistakes(log_, data_.validation, last_, step);
    log_pr_curves(log_, data_.validation, last_, step);
    training_losses_.push_back(smooth_loss_);
    validation_losses_.push_back(last_.loss);
    return last_;
  }

  void log_quarter(int step) {
    log_checkpoint(log_, network_, step, false);
    log_confusion(log_, data_.validation, last_, step);
  }

  void log_end(int step) {
    log_checkpoint(log_, network_, step, true);
    log_film(log_, "film/filters", film_, step);
    log_sound(log_, training_losses_, validation_losses_, step);
    log_landscape(log_, network_,
                  take_first(data_.training, scale_.landscape_samples),
                  scale_.landscape_side, step);
    const Shapes seen = take_first(data_.training, 300);
    const Shapes unseen = take_first(data_.validation, 300);
    log_embedding(
        log_, network_, "hidden/relu",
        {{"train", seen, evaluate(network_, seen).predicted},
         {"validation", unseen, evaluate(network_, unseen).predicted}},
        step);
  }

 private:
  const ClassifierConfig& config_;
  const Data& data_;
  const Scale& scale_;
  RunLog& log_;
  Network network_;
  std::unique_ptr<Optimizer> optimizer_;
  Batches batches_;
  Schedule schedule_;
  stepline::Scalar train_loss_ = log_.writer.scalar("train/loss");
  stepline::Scalar train_accuracy_ = log_.writer.scalar("train/accuracy");
  stepline::Scalar learning_rate_ = log_.writer.scalar("train/learning_rate");
  double smooth_loss_ = 0;
  double smooth_accuracy_ = 0;
  Evaluation last_{};
  Film film_;
  std::vector<double> training_losses_;
  std::vector<double> validation_losses_;
};

std::string described(const Evaluation& evaluation) {
  char text[32];
  std::snprintf(text, sizeof text, "accuracy %.3f", evaluation.accuracy);
  return text;
}

}  // namespace

Outcome train_classifier(const ClassifierConfig& config, const Data& data,
                         const Scale& scale, RunLog& log,
                         const OnProgress& on_progress) {
  ClassifierTraining training(config, data, scale, log);
  training.log_beginning();
  double next_evaluation = 0;
  double next_quarter = 0.25;
  int step = 0;
  Evaluation last{};
  for (;; ++step) {
    training.train(step);
    const double progress = training.progress(step + 1);
    if (progress < 1 && progress < next_evaluation) continue;
    last = training.validate(step);
    if (progress >= next_quarter) {
      training.log_quarter(step);
      next_quarter += 0.25;
    }
    if (progress >= 1) break;
    on_progress(progress, described(last));
    next_evaluation += 1.0 / scale.evaluations;
  }
  training.log_end(step);
  const Outcome outcome{"accuracy", last.accuracy, kAccuracyBound, true};
  log.wrote("hparams",
            log.writer.finish_hparams(outcome.learned()
                                          ? stepline::SessionStatus::Success
                                          : stepline::SessionStatus::Failure));
  on_progress(1, described(last));
  return outcome;
}

}  // namespace demo
