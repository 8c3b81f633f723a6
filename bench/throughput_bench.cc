#include <cstring>

#include "record/record_reader.h"
#include "sections.h"
#include "stepline/summary_writer.h"
#include "storage/file_source.h"

namespace stepline::bench {
namespace {

constexpr std::size_t kTags = 10;

double value_at(std::size_t i) { return static_cast<double>(i % 100'003); }

// Every scalar is there, in order: checksums are checked by the reader, and a
// scalar's value is the last field of its event.
void check_file(const std::string& path, std::size_t scalars) {
  storage::FileSource source(storage::local_file_system(), path);
  record::Reader reader(source);
  std::size_t found = 0;
  for (bool first = true;; first = false) {
    const auto record = reader.next();
    if (!record) require(false, record.error().message);
    if (!*record) break;
    if (first) continue;
    const std::string_view payload = (*record)->payload;
    float value;
    std::memcpy(&value, payload.data() + payload.size() - sizeof value,
                sizeof value);
    if (value != static_cast<float>(value_at(found)))
      require(false, "scalar " + std::to_string(found) + " is another one");
    ++found;
  }
  require(found == scalars, std::to_string(found) + " scalars in the file, " +
                                std::to_string(scalars) + " were added");
}

double scalars_per_second(const std::string& directory, std::size_t count) {
  SummaryWriter writer(directory);
  std::vector<Scalar> scalars;
  for (std::size_t i = 0; i < kTags; ++i)
    scalars.push_back(writer.scalar("train/loss_" + std::to_string(i)));
  const std::uint64_t begin = now_nanos();
  std::size_t k = 0;
  for (std::size_t i = 0; i < count; ++i) {
    scalars[k].add(static_cast<std::int64_t>(i / kTags), value_at(i));
    if (++k == kTags) k = 0;
  }
  flush(writer);
  const auto nanos = static_cast<double>(now_nanos() - begin);
  check_file(writer.file_path(), count);
  return static_cast<double>(count) / nanos * 1e9;
}

}  // namespace

void measure_throughput(const Setup& setup, Report& report) {
  const std::size_t count = setup.smoke ? 200'000 : 20'000'000;
  std::vector<double> rates;
  for (int i = 0; i < (setup.smoke ? 1 : 3); ++i) {
    const ScratchDirectory directory(setup.directory);
    rates.push_back(scalars_per_second(directory.path(), count));
  }
  report.add("scalars_per_second", std::move(rates));
}

}  // namespace stepline::bench
