#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "stepline/result.h"

namespace stepline::event {

// What a picture of an ONNX model needs of onnx.ModelProto. Every view points
// into the bytes that were decoded; weights are never touched.

struct OnnxDim {
  std::int64_t size = -1;   // -1: not known.
  std::string_view symbol;  // "batch", where the size has a name instead.
};

struct OnnxType {
  std::int32_t element = 0;  // onnx.TensorProto.DataType; 0: not a tensor.
  bool has_shape = false;
  std::vector<OnnxDim> shape;
};

struct OnnxValue {
  std::string_view name;
  OnnxType type;
};

struct OnnxGraph;

struct OnnxAttribute {
  // Long lists keep their beginning only.
  template <class T>
  struct List {
    std::vector<T> head;
    std::size_t count = 0;
  };

  std::string_view name;
  std::variant<std::monostate, std::int64_t, double, std::string_view,
               List<std::int64_t>, List<double>, List<std::string_view>,
               OnnxType>
      value;
  std::vector<OnnxGraph> graphs;
};

struct OnnxNode {
  std::string_view name;
  std::string_view op;
  std::string_view domain;
  // Where the node stands in a module, as PyTorch's exporter notes it:
  // "['', 'layer1', 'layer1.conv', 'conv2d']". Often empty.
  std::string_view name_scopes;
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> outputs;
  std::vector<OnnxAttribute> attributes;
};

struct OnnxGraph {
  std::string_view name;
  std::vector<OnnxNode> nodes;
  std::vector<OnnxValue> initializers;
  std::vector<OnnxValue> inputs;
  std::vector<OnnxValue> outputs;
  std::vector<OnnxValue> values;  // Between the nodes.
};

struct OnnxOpset {
  std::string_view domain;  // Empty: ONNX' own operators.
  std::int64_t version = 0;
};

struct OnnxModel {
  std::int64_t ir_version = 0;
  std::string_view producer_name;
  std::string_view producer_version;
  std::vector<OnnxOpset> opsets;
  OnnxGraph graph;
};

// Unknown fields, and known ones of another wire type, are skipped. Corrupt:
// `bytes` are no ONNX model, nest deeper than 32 graphs, or hold more than a
// million parts, which nobody could look at.
Result<OnnxModel> decode_onnx(std::string_view bytes);

}  // namespace stepline::event
