#include <stepline/summary_reader.h>
#include <stepline/summary_writer.h>

int main() {
  stepline::SummaryWriter writer("runs/consumer");
  writer.add_scalar("loss", 0.5, 1);
  writer.add_scalar("loss", 0.25, 2);
  if (!writer.close()) return 1;
  const auto reader = stepline::SummaryReader::open("runs/consumer");
  return reader && reader->read_scalar("loss", 2)->value == 0.25 ? 0 : 1;
}
