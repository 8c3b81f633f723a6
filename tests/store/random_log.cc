#include "store/random_log.h"

#include <limits>

#include "base/bytes.h"
#include "event/plugin_names.h"
#include "event/wire.h"
#include "record/record_writer.h"

namespace stepline::store {
namespace {

std::string field(int number, std::string_view bytes) {
  std::string out;
  append_varint(out, static_cast<std::uint64_t>(number) << 3 | 2);
  append_varint(out, bytes.size());
  return out.append(bytes);
}

const char* plugin_of(bool histogram) {
  return histogram ? event::kHistogramsPlugin : event::kScalarsPlugin;
}

}  // namespace

RandomLog::RandomLog(std::uint64_t seed) : random_(seed), models_(seed + 1) {
  const std::size_t count = 1 + below(one_in(4) ? 60 : 8);
  for (std::size_t i = 0; i < count; ++i) {
    std::string name = "tag" + std::to_string(i);
    if (one_in(6)) name = std::string(40 + below(150), 'a') + name;
    if (one_in(12)) name += "\xff\xc3";
    if (one_in(20)) name = "";
    const bool simple = below(3) > 0;
    tags_.push_back(
        {name, simple ? static_cast<Style>(below(3))
                      : static_cast<Style>(
                            below(static_cast<std::uint64_t>(Style::kCount)))});
  }
  in_order_ = !one_in(3);
}

std::string RandomLog::file(std::size_t records) {
  std::string file;
  if (!one_in(4)) {
    event::Event version;
    version.what = event::FileVersion{"brain.Event:2"};
    version.source_writer = one_in(2) ? "some.writer" : "";
    record::append_record(file, event::encode_event(version));
  }
  for (std::size_t i = 0; i < records; ++i) {
    record::append_record(file, payload());
  }
  return file;
}

std::string RandomLog::file_of_tags(std::size_t tags, std::size_t rounds,
                                    std::uint64_t strays) {
  tags_.clear();
  for (std::size_t i = 0; i < tags; ++i) {
    tags_.push_back({"some/tag" + std::to_string(i),
                     one_in(10) ? Style::FloatValFirst : Style::Simple});
  }
  std::string file;
  for (std::size_t i = 0; i < rounds * tags; ++i) {
    Tag& tag = tags_[below(1000) < strays ? below(tags) : i % tags];
    record::append_record(file, raw_event(field(1, value_bytes(tag))));
  }
  return file;
}

std::string RandomLog::payload() {
  switch (below(100)) {
    case 0:
      return random_event();
    case 1:
      return pieces_event();
    case 2:
      return one_in(3) ? session_event() : other_event();
    case 3: {  // Sound as a record, but no event.
      std::string bytes = summary_event();
      bytes.resize(below(bytes.size()));
      return bytes;
    }
    case 4: {  // A record in a record.
      event::Event event;
      std::string inner;
      record::append_record(inner, summary_event());
      event.what = event::GraphDef{inner + std::string(below(3), 'x')};
      return event::encode_event(event);
    }
    case 5: {  // With a field that nobody knows.
      return summary_event() + field(77, "?");
    }
    default:
      return summary_event();
  }
}

std::string RandomLog::summary_event() {
  std::string summary;
  const std::size_t values = one_in(4) ? below(12) : 1;
  for (std::size_t i = 0; i < values; ++i) {
    summary += field(1, value_bytes(next_tag()));
  }
  return raw_event(summary);
}

std::string RandomLog::raw_event(const std::string& summary) {
  std::string bytes;
  if (!one_in(50)) {
    bytes += '\x09';
    append_le(bytes, wall_secs());
  }
  if (const std::int64_t at = step(); at != 0) {
    bytes += '\x10';
    append_varint(bytes, static_cast<std::uint64_t>(at));
  }
  bytes += field(5, summary);
  return bytes;
}

std::string RandomLog::random_event() {
  event::Event event;
  models_.fill(event);
  return event::encode_event(event);
}

// Of several messages one after another protobuf makes one.
std::string RandomLog::pieces_event() {
  std::string bytes;
  for (std::size_t i = 0; i < 2 + below(2); ++i) {
    bytes += one_in(3) ? random_event() : summary_event();
  }
  return bytes;
}

std::string RandomLog::session_event() {
  event::Event event;
  event.step.value = step_ / 2;
  event.wall_time = *event::WallTime::from_secs(wall_secs_);
  event::SessionLog session;
  session.status = one_in(4) ? event::SessionLog::Status::Stop
                             : event::SessionLog::Status::Start;
  event.what = session;
  return event::encode_event(event);
}

std::string RandomLog::other_event() {
  event::Event event;
  event.step.value = step_;
  switch (below(4)) {
    case 0:
      event.what = event::MetaGraphDef{"meta"};
      break;
    case 1:
      event.what = event::TaggedRunMetadata{next_tag().name, "run metadata"};
      break;
    case 2:
      event.what = event::LogMessage{20, "message"};
      break;
    default:
      break;
  }
  return event::encode_event(event);
}

RandomLog::Tag& RandomLog::next_tag() {
  at_ = in_order_ && !one_in(100) ? at_ + 1 : below(tags_.size());
  return tags_[at_ % tags_.size()];
}

std::string RandomLog::value_bytes(Tag& tag) {
  event::Value value = value_of(tag);
  std::string rest = event::encode_value(value);
  std::string named = field(1, tag.name) + rest;  // Encoding repairs names.
  if (one_in(200)) named += field(1, tag.name);
  if (one_in(200)) named = rest + field(1, tag.name);
  return named;
}

event::Value RandomLog::value_of(Tag& tag) {
  event::Value value;
  if (one_in(300)) {
    models_.fill(value);
    value.tag = event::Tag();
    return value;
  }
  const Style style = one_in(100) ? static_cast<Style>(below(14)) : tag.style;
  switch (style) {
    case Style::Simple:
      value.value = std::bit_cast<float>(static_cast<std::uint32_t>(random_()));
      break;
    case Style::Histogram: {
      event::Histogram histogram;
      histogram.limits = {1, 2, 3};
      histogram.counts = {4, 0, 6};
      value.value = histogram;
      break;
    }
    case Style::Image:
      value.value = event::Image{1, 2, 3, std::string(below(3000), 'p')};
      break;
    case Style::Nothing:
      break;
    default:
      fill_tensor(value, style);
  }
  const bool first_only =
      style == Style::ContentFirst || style == Style::FloatValFirst;
  if (style != Style::Simple && style != Style::Histogram &&
      style != Style::Image && !(first_only && tag.begun) && !one_in(300)) {
    value.metadata.emplace();
    value.metadata->plugin_name =
        style == Style::Text ? event::kTextPlugin
                             : plugin_of(style == Style::HistogramTensor);
    if (one_in(200)) value.metadata->plugin_name = "unknown";
    if (one_in(300)) value.metadata->description = "changed";
  }
  tag.begun = true;
  return value;
}

void RandomLog::fill_tensor(event::Value& value, Style style) {
  event::TensorProto tensor;
  tensor.has_shape = true;
  const auto number =
      std::bit_cast<float>(static_cast<std::uint32_t>(random_()));
  switch (style) {
    case Style::Content:
    case Style::ContentFirst:
      tensor.dtype = event::DataType::Float;
      append_le(tensor.tensor_content, number);
      break;
    case Style::FloatVal:
    case Style::FloatValFirst:
      tensor.dtype = event::DataType::Float;
      tensor.float_val = {number};
      break;
    case Style::Double:
      tensor.dtype = event::DataType::Double;
      tensor.double_val = {number / 3.0};
      break;
    case Style::Integer:
      tensor.dtype = event::DataType::Int64;
      tensor.int64_val = {static_cast<std::int64_t>(random_())};
      break;
    case Style::Half:
      tensor.dtype = event::DataType::Half;
      tensor.half_val = {static_cast<std::int32_t>(below(65536))};
      break;
    case Style::HistogramTensor:
      tensor.dtype = event::DataType::Double;
      tensor.shape.dims = {{2, ""}, {3, ""}};
      tensor.double_val = {0, 1, 5, 1, 2, 7};
      break;
    case Style::Text:
      tensor.dtype = event::DataType::String;
      tensor.string_val = {"some text"};
      break;
    default:
      tensor.dtype = event::DataType::Float;
      tensor.shape.dims = {{2, ""}};
      tensor.float_val = {number, 1};
  }
  if (one_in(150)) tensor.shape.dims.push_back({1, ""});
  value.value = tensor;
}

double RandomLog::wall_secs() {
  if (one_in(100)) return std::numeric_limits<double>::quiet_NaN();
  if (one_in(100)) return -std::numeric_limits<double>::infinity();
  wall_secs_ += static_cast<double>(below(1000)) * 1e-3;
  return wall_secs_;
}

std::int64_t RandomLog::step() {
  if (one_in(100)) return -static_cast<std::int64_t>(below(1000));
  if (one_in(100)) return static_cast<std::int64_t>(random_());
  if (one_in(3)) step_ += static_cast<std::int64_t>(below(3));
  return step_;
}

std::string RandomLog::damaged(std::string file) {
  for (std::size_t i = 0; i < 1 + below(4) && !file.empty(); ++i) {
    const std::size_t at = below(file.size());
    switch (below(6)) {
      case 0:
      case 1:
        file[at] = static_cast<char>(file[at] ^ (1 << below(8)));
        break;
      case 2:
        file.erase(at, 1 + below(60));
        break;
      case 3:
        file.insert(at,
                    std::string(1 + below(60), static_cast<char>(below(4))));
        break;
      case 4:
        for (std::size_t k = at; k < std::min(file.size(), at + 30); ++k) {
          file[k] = static_cast<char>(random_());
        }
        break;
      default:  // A job died here, and the next one appended.
        file.insert(at, RandomLog(random_()).file(2));
    }
  }
  return file;
}

}  // namespace stepline::store
