// onnx_graph FILE: the graph of an ONNX model as a serialised GraphDef on
// standard output; exit status 1 and the reason on standard error otherwise.

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "event/graph_def.h"
#include "event/onnx.h"

int main(int, char** argv) {
  std::ifstream file(argv[1], std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  const auto nodes = stepline::event::graph_of_onnx(bytes);
  if (!nodes) {
    std::cerr << nodes.error().message << '\n';
    return 1;
  }
  std::cout << stepline::event::encode_graph(*nodes);
}
