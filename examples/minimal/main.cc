#include <stepline/summary_writer.h>

#include <cmath>
#include <vector>

int main() {
  stepline::SummaryWriter writer("runs/first");
  stepline::Scalar loss = writer.scalar("train/loss");
  std::vector<float> weights(1000, 0.5f);
  for (int step = 0; step < 100; ++step) {
    loss.add(step, std::exp(-0.05 * step));
    writer.add_scalar("train/learning_rate", 0.1 / (1 + step), step);
    if (step % 10 == 0) writer.add_histogram("weights", weights, step);
  }
  writer.add_text("notes", "The first run, **without** momentum.");
}
