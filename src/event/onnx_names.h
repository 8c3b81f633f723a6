#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "event/onnx_model.h"

namespace stepline::event {

// "float32 [batch, 3, 224, 224]", for reading.
std::string describe(const OnnxType& type);
std::string element_name(std::int32_t element);

// `raw` as a legal name of a graph node: valid UTF-8 of bounded length, no
// empty parts between slashes, no "^" in front and no ":0" behind, which in an
// input would mean something else. May be empty.
std::string node_name(std::string_view raw);

// What a node is called before it is made unique; never empty.
std::string name_of(const OnnxNode& node);

// Gives each name out once, with "_1", "_2" behind the later ones.
class UniqueNames {
 public:
  std::string take(std::string name);

 private:
  std::unordered_map<std::string, int> taken_;
};

}  // namespace stepline::event
