#pragma once

#include <string>
#include <utility>
#include <vector>

#include "event/event.h"
#include "event/hparams_data.h"
#include "event/plugin_names.h"
#include "event/tensor_proto.h"

namespace stepline::server {

inline const std::string kPng = std::string("\x89PNG\r\n\x1a\n", 8) + "pixels";
inline const std::string kWav = std::string("RIFF\x24\0\0\0WAVE", 12) + "sound";

inline event::Value value_of(const std::string& tag) {
  event::Value value;
  value.tag = event::Tag(tag);
  return value;
}

// Several pictures in one value, as TensorFlow 2 writes them.
inline event::Value images_value(const std::string& tag,
                                 std::vector<std::string> encoded) {
  event::Value value = value_of(tag);
  value.metadata.emplace();
  value.metadata->plugin_name = event::kImagesPlugin;
  event::TensorProto tensor;
  tensor.dtype = event::DataType::String;
  tensor.has_shape = true;
  tensor.shape.dims = {{static_cast<std::int64_t>(encoded.size() + 2), {}}};
  tensor.string_val = {"7", "5"};
  for (std::string& one : encoded) tensor.string_val.push_back(std::move(one));
  value.value = tensor;
  return value;
}

inline event::Value audio_value(const std::string& tag, std::string encoded) {
  event::Value value = value_of(tag);
  event::Audio audio;
  audio.sample_rate = 8000;
  audio.num_channels = 1;
  audio.encoded = std::move(encoded);
  audio.content_type = "audio/wav";
  value.value = audio;
  return value;
}

inline event::Value histogram_value(const std::string& tag,
                                    std::vector<double> limits,
                                    std::vector<double> counts) {
  event::Value value = value_of(tag);
  event::Histogram histogram;
  histogram.min = 0;
  histogram.max = limits.back();
  histogram.limits = std::move(limits);
  histogram.counts = std::move(counts);
  for (const double count : histogram.counts) histogram.num += count;
  value.value = histogram;
  return value;
}

inline event::Value hparams_value(const std::string& tag,
                                  event::HParamsData data) {
  event::Value value = value_of(tag);
  value.metadata.emplace();
  value.metadata->plugin_name = event::kHParamsPlugin;
  value.metadata->plugin_content = event::encode_hparams_data(data);
  event::TensorProto tensor;
  tensor.dtype = event::DataType::Float;
  tensor.has_shape = true;
  tensor.float_val = {0};
  value.value = tensor;
  return value;
}

}  // namespace stepline::server
