#include <stepline/summary_writer.h>

int main() {
  stepline::SummaryWriter writer("runs/consumer");
  writer.add_scalar("loss", 0.5, 1);
  writer.add_scalar("loss", 0.25, 2);
  return writer.close() ? 0 : 1;
}
