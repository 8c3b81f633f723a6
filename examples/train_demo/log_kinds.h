#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "classifier.h"
#include "network.h"
#include "pictures.h"
#include "run_log.h"
#include "shapes.h"

namespace demo {

// One function for each thing to look at, each in the file of its name.

// log_hparams.cc: what was chosen, from what, and which scalars judge it.
void log_hparams(RunLog& log, const ClassifierConfig& config);

// log_layout.cc: charts that put several tags together.
void log_layout(RunLog& log);

// log_graph.cc: the network's layers; `loss_op` compares with `target_shape`.
void log_graph(RunLog& log, Network& network, std::string_view loss_op,
               std::vector<std::int64_t> target_shape);

// log_weights.cc: values and gradients of each parameter, as histograms.
void log_weights(RunLog& log, Network& network, std::int64_t step);

// log_checkpoint.cc: every parameter, whole: in full, or in half the bytes.
void log_checkpoint(RunLog& log, Network& network, std::int64_t step,
                    bool full);

// log_filters.cc: the first layer's filters, large and in colours.
Pictures filter_pictures(Network& network);
void log_filters(RunLog& log, const Pictures& filters, std::int64_t step);

// log_mistakes.cc: the pictures it was most sure about and wrong, with a box
// around the shape and a label that says what it took for what.
void log_mistakes(RunLog& log, const Shapes& shapes,
                  const Evaluation& evaluation, std::int64_t step);

// log_pr_curves.cc: each class against the rest.
void log_pr_curves(RunLog& log, const Shapes& shapes,
                   const Evaluation& evaluation, std::int64_t step);

// log_embedding.cc: what the network makes of each picture at a layer, for the
// projector: coloured by class, split and prediction, with the pictures.
struct EmbeddedSplit {
  std::string_view name;
  const Shapes& shapes;
  std::vector<int> predicted;  // Empty: not known.
};
void log_embedding(RunLog& log, Network& network, std::string_view layer,
                   const std::vector<EmbeddedSplit>& splits, std::int64_t step);

// log_landscape.cc: the loss around the solution in two random directions, as
// a surface of side by side points.
void log_landscape(RunLog& log, Network& network, const Shapes& shapes,
                   int side, std::int64_t step);

// log_sound.cc: the training to listen to: the lower the loss the deeper the
// tone, training on the left, validation on the right. As long as they agree
// it is one voice; overfitting is heard as two.
void log_sound(RunLog& log, std::span<const double> training_losses,
               std::span<const double> validation_losses, std::int64_t step);

// log_notes.cc: the configuration, and who was taken for whom.
void log_configuration(RunLog& log, const ClassifierConfig& config,
                       Network& network);
void log_confusion(RunLog& log, const Shapes& shapes,
                   const Evaluation& evaluation, std::int64_t step);

// log_reconstructions.cc: above what the autoencoder is given, below it what
// it makes of it, and lowest what it should be.
Pictures grey_pictures(const Matrix& pictures, int factor);
void log_reconstructions(RunLog& log, const Shapes& shapes,
                         const Matrix& output, std::int64_t step);

// log_film.cc: how pictures changed during the training.
void log_film(RunLog& log, std::string_view tag, const Film& film,
              std::int64_t step);

}  // namespace demo
