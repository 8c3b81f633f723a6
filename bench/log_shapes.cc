#include "log_shapes.h"

#include <cstdio>
#include <memory>
#include <vector>

#include "base/bytes.h"
#include "measure.h"
#include "record/record_writer.h"

namespace stepline::bench {
namespace {

constexpr LogShape kShapes[] = {
    {"simple", "simple_value, tags of 12 characters"},
    {"multi", "ten values an event"},
    {"tensor", "tensor_content, metadata on each value"},
    {"floatval", "float_val, metadata on each value"},
    {"long", "tags of 60 characters"},
    {"tags10k", "10,000 tags in order"},
    {"tags10kshuf", "10,000 tags in no order"},
    {"mixed", "a histogram each 100 and an image of 200 kB each 5,000 events"},
};

constexpr std::size_t kChunkBytes = 4 << 20;

std::string field(unsigned number, std::string_view bytes) {
  std::string out;
  append_varint(out, number << 3 | 2);
  append_varint(out, bytes.size());
  return out.append(bytes);
}

std::string simple_value(float value) {
  std::string out(1, '\x15');
  append_le(out, value);
  return out;
}

class LogWriter {
 public:
  LogWriter(const std::string& path, std::string shape)
      : file_(std::fopen(path.c_str(), "wb"), &std::fclose),
        shape_(std::move(shape)) {
    require(file_ != nullptr, "cannot write " + path);
    name_tags();
    std::string doubles;
    for (int i = 0; i < 64; ++i) append_le(doubles, static_cast<double>(i));
    histogram_ = field(5, field(6, doubles) + field(7, doubles));
    blob_.resize(200'000);
    for (char& byte : blob_) byte = static_cast<char>(random());
  }

  void write(std::uint64_t points) {
    std::string version(1, '\x09');
    append_le(version, wall_secs_);
    record::append_record(buffer_, version + field(3, "brain.Event:2"));
    const std::uint64_t tags = tags_.size();
    for (std::uint64_t i = 0; i < points;) {
      wall_secs_ += 0.01 + static_cast<double>(random() % 1000) * 1e-6;
      if (shape_ == "multi") {
        std::string summary;
        const std::uint64_t step = i / tags;
        for (const std::string& tag : tags_) {
          summary += field(1, field(1, tag) + simple_value(value_at(i++)));
        }
        write_event(step, summary);
        continue;
      }
      const std::uint64_t tag =
          shape_ == "tags10kshuf" ? random() % tags : i % tags;
      write_event(i / tags, field(1, field(1, tags_[tag]) + content(i)));
      if (shape_ == "mixed") write_blobs(i, i / tags);
      ++i;
    }
    flush();
  }

 private:
  void name_tags() {
    const bool many = shape_ == "tags10k" || shape_ == "tags10kshuf";
    for (int i = 0; i < (many ? 10'000 : 10); ++i) {
      std::string tag = "train/loss_" + std::to_string(i);
      if (shape_ == "long") {
        tag = "model/encoder/layers/attention/self/query_projection/norm_";
        tag.resize(59, 'x');
        tag += static_cast<char>('0' + i);
      }
      tags_.push_back(tag);
    }
  }

  static float value_at(std::uint64_t i) {
    return 1.0f / static_cast<float>(1 + i);
  }

  std::string content(std::uint64_t i) const {
    const bool packed = shape_ == "floatval";
    if (shape_ != "tensor" && !packed) return simple_value(value_at(i));
    std::string number;
    append_le(number, value_at(i));
    const std::string head("\x08\x01\x12\x00", 4);  // A float, no dimensions.
    const std::string plugin = field(1, "scalars") + field(2, "");
    return field(8, head + field(packed ? 5 : 4, number)) +
           field(9, field(1, plugin) + "\x20\x01");
  }

  void write_blobs(std::uint64_t i, std::uint64_t step) {
    if (i % 100 == 99) {
      const std::string tag = "weights/h" + std::to_string(i / 100 % 8);
      write_event(step, field(1, field(1, tag) + histogram_));
    }
    if (i % 5000 == 4999) {
      write_event(
          step, field(1, field(1, "img") + field(4, "\x08\x40\x10\x40\x18\x03" +
                                                        field(4, blob_))));
    }
  }

  void write_event(std::uint64_t step, const std::string& summary) {
    std::string event(1, '\x09');
    append_le(event, wall_secs_);
    if (step != 0) {
      event += '\x10';
      append_varint(event, step);
    }
    record::append_record(buffer_, event + field(5, summary));
    if (buffer_.size() > kChunkBytes) flush();
  }

  void flush() {
    require(std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) ==
                buffer_.size(),
            "cannot write the log");
    buffer_.clear();
  }

  std::uint32_t random() {
    random_ = random_ * 1664525u + 1013904223u;
    return random_ >> 8;
  }

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  const std::string shape_;
  std::vector<std::string> tags_;
  std::string histogram_;
  std::string blob_;
  std::string buffer_;
  std::uint32_t random_ = 1;
  double wall_secs_ = 1.7e9;
};

}  // namespace

std::span<const LogShape> log_shapes() { return kShapes; }

void write_log(const std::string& path, const std::string& shape,
               std::uint64_t points) {
  LogWriter(path, shape).write(points);
}

}  // namespace stepline::bench
