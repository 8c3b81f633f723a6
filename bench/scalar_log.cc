#include "scalar_log.h"

#include <cstdio>
#include <memory>
#include <random>
#include <vector>

#include "event/event.h"
#include "event/wire.h"
#include "measure.h"
#include "record/record_writer.h"
#include "record/seal.h"
#include "writer/scalar_template.h"

namespace stepline::bench {
namespace {

using writer::ScalarTemplate;

constexpr std::size_t kChunkBytes = 256 << 10;
constexpr double kBeginSecs = 1.7e9;
constexpr double kSecsBetweenTags = 1e-5;

class Times {
 public:
  explicit Times(Timing timing) : timing_(timing) {}

  std::int64_t step() const { return step_; }
  double wall_secs() const { return wall_secs_; }

  void advance() {
    switch (timing_) {
      case Timing::Regular:
        step_ += 1;
        wall_secs_ = kBeginSecs + 0.01 * static_cast<double>(step_);
        break;
      case Timing::Jittered:
        step_ += 100;
        wall_secs_ += 10 * (0.95 + 0.1 * share());
        break;
      case Timing::Irregular:
        step_ += 1 + static_cast<std::int64_t>(200 * share());
        wall_secs_ += 0.9 + 0.2 * share();
        break;
    }
  }

 private:
  double share() {  // In [0, 1).
    return static_cast<double>(random_() - random_.min()) /
           static_cast<double>(random_.max());
  }

  const Timing timing_;
  std::minstd_rand random_{1};
  std::int64_t step_ = 0;
  double wall_secs_ = kBeginSecs;
};

// Collects records and writes them in large pieces.
class LogFile {
 public:
  explicit LogFile(const std::string& path)
      : path_(path),
        file_(std::fopen(path.c_str(), "wb"), &std::fclose),
        buffer_(kChunkBytes) {
    require(file_ != nullptr, "cannot write " + path);
    event::Event version;
    version.wall_time = *event::WallTime::from_secs(kBeginSecs);
    version.what = event::FileVersion{"brain.Event:2"};
    std::string record;
    record::append_record(record, event::encode_event(version));
    write(record.data(), record.size());
  }

  void add(const ScalarTemplate& scalar, double wall_secs, std::int64_t step,
           double value) {
    if (used_ + scalar.room() > buffer_.size()) flush();
    char* const end =
        scalar.append(buffer_.data() + used_, wall_secs, step, value);
    used_ = static_cast<std::size_t>(end - buffer_.data());
  }

  std::uint64_t finish() {
    flush();
    require(std::fflush(file_.get()) == 0, "cannot write " + path_);
    return bytes_;
  }

 private:
  void flush() {
    record::seal_records(buffer_.data(), buffer_.data() + used_);
    write(buffer_.data(), used_);
    used_ = 0;
  }

  void write(const char* data, std::size_t size) {
    require(std::fwrite(data, 1, size, file_.get()) == size,
            "cannot write " + path_);
    bytes_ += size;
  }

  const std::string path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace

std::uint64_t write_scalar_log(const std::string& path, const ScalarLog& log) {
  std::vector<ScalarTemplate> tags;
  for (std::uint64_t i = 0; i < log.tags; ++i) {
    tags.emplace_back("train/loss_" + std::to_string(i),
                      ScalarTemplate::Form::Float);
  }
  LogFile file(path);
  Times times(log.timing);
  std::size_t tag = 0;
  for (std::uint64_t i = 0; i < log.points; ++i) {
    file.add(tags[tag],
             times.wall_secs() + kSecsBetweenTags * static_cast<double>(tag),
             times.step(), 1 / static_cast<double>(1 + i));
    if (++tag == tags.size()) {
      tag = 0;
      times.advance();
    }
  }
  return file.finish();
}

std::string scalar_record(std::string_view tag, double wall_secs,
                          std::int64_t step, double value) {
  const ScalarTemplate scalar(tag, ScalarTemplate::Form::Float);
  std::string record(scalar.room(), '\0');
  char* const end = scalar.append(record.data(), wall_secs, step, value);
  record.resize(static_cast<std::size_t>(end - record.data()));
  record::seal_records(record.data(), record.data() + record.size());
  return record;
}

}  // namespace stepline::bench
