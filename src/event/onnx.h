#pragma once

#include <string_view>
#include <vector>

#include "stepline/graph.h"
#include "stepline/result.h"

namespace stepline::event {

// The nodes of an ONNX model file, read without ONNX' own library.
//
// Operators keep their names, so that "/layer1/conv/Conv" stands in box within
// box; where PyTorch's exporter noted the module path beside a flat name, the
// path makes the boxes. Parameters stand in the box of the module they belong
// to, as "Const"; the model's inputs and outputs are "IO Node"s in the boxes
// `input` and `output`. An input names the node that makes the value, with
// ":1" behind it for that node's second output. Graphs inside an operator (the
// branches of an If, the body of a Loop) are boxes below it. One node without
// edges, "onnx_model", tells who made the file and for which operator set.
//
// Never throws; `bytes` that are no ONNX model are Corrupt.
Result<std::vector<GraphNode>> graph_of_onnx(std::string_view bytes);

}  // namespace stepline::event
