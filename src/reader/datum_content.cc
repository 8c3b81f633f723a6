#include "reader/datum_content.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/corrupt.h"

namespace stepline::reader {
namespace {

using event::Array;

// Where nothing is said: AudioPluginData has no name for another one.
constexpr char kUsualAudioType[] = "audio/wav";

std::string describe(const Array& array) {
  std::string text = "[";
  for (const std::int64_t n : array.shape) text += std::to_string(n) + ", ";
  if (text.size() > 1) text.resize(text.size() - 2);
  return text + "] " + (array.is_text ? "strings" : name_of(array.dtype));
}

Result<Content> histogram_of(const Array& array) {
  const std::vector<double> numbers = doubles_of(array);
  if (array.shape.size() != 2 || array.shape[1] != 3 ||
      numbers.size() != std::size_t(array.size())) {
    return corrupt("histogram in a tensor " + describe(array) +
                   ", want [k, 3] numbers");
  }
  HistogramBuckets out;
  for (std::size_t at = 0; at + 3 <= numbers.size(); at += 3) {
    out.buckets.push_back({numbers[at], numbers[at + 1], numbers[at + 2]});
  }
  return Content(std::move(out));
}

std::optional<std::int64_t> parse_number(const std::string& text) {
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

Result<Content> images_of(const Array& array) {
  if (!array.is_text || array.strings.size() < 2) {
    return corrupt("images in a tensor " + describe(array) +
                   ", want width, height and images as strings");
  }
  const auto width = parse_number(array.strings[0]);
  const auto height = parse_number(array.strings[1]);
  if (!width || !height) {
    return corrupt("images whose width or height is not a number");
  }
  return Content(Images{
      *width, *height, {array.strings.begin() + 2, array.strings.end()}});
}

// [k, 2]: clips with labels. [k]: clips.
Result<Content> audio_of(const Array& array) {
  if (!array.is_text) {
    return corrupt("audio in a tensor " + describe(array) + ", want strings");
  }
  AudioClips out{kUsualAudioType, 0, {}};
  if (array.strings.empty()) return Content(std::move(out));
  const auto clips =
      array.shape.empty() ? std::size_t{1} : std::size_t(array.shape[0]);
  const std::size_t stride = array.strings.size() / clips;
  for (std::size_t at = 0; at < array.strings.size(); at += stride) {
    out.clips.push_back(
        {array.strings[at], stride > 1 ? array.strings[at + 1] : ""});
  }
  return Content(std::move(out));
}

Result<Content> message_of(const Array& array) {
  if (!array.is_text || array.strings.size() != 1) {
    return corrupt("a message in a tensor " + describe(array) +
                   ", want one string");
  }
  return Content(Message{array.strings[0]});
}

}  // namespace

Result<Content> content_of(const event::Histogram& histogram) {
  const auto& counts = histogram.counts;
  const auto is_filled = [](double count) { return count > 0; };
  const auto first = std::ranges::find_if(counts, is_filled);
  const auto last =
      std::find_if(counts.rbegin(), counts.rend(), is_filled).base();
  HistogramBuckets out;
  if (first == counts.end()) return Content(std::move(out));
  const auto begin = std::size_t(first - counts.begin());
  const auto end = std::size_t(last - counts.begin());
  if (histogram.limits.size() + 1 < end) {
    return corrupt("histogram of " + std::to_string(counts.size()) +
                   " buckets with " + std::to_string(histogram.limits.size()) +
                   " limits");
  }
  double left = histogram.min;
  for (std::size_t i = begin; i < end; ++i) {
    const double right = i + 1 == end ? histogram.max : histogram.limits[i];
    out.buckets.push_back({left, right, counts[i]});
    left = right;
  }
  return Content(std::move(out));
}

Result<Content> content_of(const event::Image& image) {
  return Content(Images{image.width, image.height, {image.encoded}});
}

Result<Content> content_of(const event::Audio& audio) {
  const std::string& type = audio.content_type;
  return Content(AudioClips{type.empty() ? kUsualAudioType : type,
                            audio.sample_rate,
                            {{audio.encoded, ""}}});
}

Result<Content> content_of(Kind kind, Array array) {
  switch (kind) {
    case Kind::Scalar:
      return Content(doubles_of(array).at(0));
    case Kind::Histogram:
      return histogram_of(array);
    case Kind::Image:
      return images_of(array);
    case Kind::Audio:
      return audio_of(array);
    case Kind::CustomScalars:
    case Kind::Graph:
    case Kind::RunMetadata:
      return message_of(array);
    default:
      return Content(std::move(array));
  }
}

}  // namespace stepline::reader
