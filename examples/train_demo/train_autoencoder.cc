#include <cstdio>
#include <string>

#include "autoencoder.h"
#include "log_kinds.h"
#include "losses.h"
#include "optimizer.h"
#include "schedule.h"
#include "simple_layers.h"
#include "stepline/step_scope.h"
#include "training.h"

namespace demo {
namespace {

constexpr double kLearningRate = 0.003;

// The error of answering every picture with the mean of all.
double error_of_the_mean(const Shapes& shapes) {
  Matrix mean(shapes.count(), kPixels);
  for (int p = 0; p < kPixels; ++p) {
    float sum = 0;
    for (int i = 0; i < shapes.count(); ++i) sum += shapes.clean.row(i)[p];
    for (int i = 0; i < shapes.count(); ++i) {
      mean.row(i)[p] = sum / static_cast<float>(shapes.count());
    }
  }
  return squared_error(mean, shapes.clean).value;
}

std::string described(double error) {
  char text[32];
  std::snprintf(text, sizeof text, "error %.4f", error);
  return text;
}

double validate(Network& network, const Data& data, RunLog& log, Film& film,
                int step) {
  const Matrix output = network.forward(data.validation.noisy);
  const double error = squared_error(output, data.validation.clean).value;
  log.scalar("validation/squared_error", error, step);
  log_weights(log, network, step);
  log_reconstructions(log, data.validation, output, step);
  const Shapes few = take_first(data.validation, 8);
  film.add(grey_pictures(network.forward(few.noisy), 5));
  return error;
}

}  // namespace

Outcome train_autoencoder(const Data& data, const Scale& scale, RunLog& log,
                          const OnProgress& on_progress) {
  Network network = make_autoencoder();
  const auto optimizer = make_optimizer("adam", network.parameters());
  const Schedule schedule(scale.autoencoder_steps, scale.training_seconds);
  Batches batches(data.training.count(), kBatchSize, 7);
  stepline::Scalar train_error = log.writer.scalar("train/squared_error");
  stepline::Scalar learning_rate = log.writer.scalar("train/learning_rate");
  log_graph(log, network, "SquaredDifference", {kPixels});
  const double bound = 0.6 * error_of_the_mean(data.validation);

  Film film;
  double error = 0;
  double next_evaluation = 0;
  int step = 0;
  for (double progress = 0;; ++step) {
    const Shapes batch = take(data.training, batches.next());
    const float rate = schedule.learning_rate(kLearningRate, step);
    {
      const stepline::StepScope scope(log.writer, step, 20);
      const Loss loss =
          squared_error(network.forward(batch.noisy), batch.clean);
      network.backward(loss.gradient);
      optimizer->step(rate);
      train_error.add(step, loss.value);
      learning_rate.add(step, rate);
      log.tally.count("scalars", 2 + layer_scalars(network));
    }
    progress = schedule.progress(step + 1);
    if (progress < 1 && progress < next_evaluation) continue;
    error = validate(network, data, log, film, step);
    if (progress >= 1) break;
    on_progress(progress, described(error));
    next_evaluation += 1.0 / scale.evaluations;
  }
  log_film(log, "film/reconstruction", film, step);
  log_checkpoint(log, network, step, true);
  log_embedding(log, network, "encoder/code",
                {{"validation", take_first(data.validation, 400), {}}}, step);
  on_progress(1, described(error));
  return {"squared error", error, bound, false};
}

}  // namespace demo
