#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <unordered_set>

#include "base/utf8.h"
#include "event/onnx.h"

// Whatever the bytes: no crash, and either an error or a graph whose names are
// valid and each given once.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const auto nodes = stepline::event::graph_of_onnx(
      {reinterpret_cast<const char*>(data), size});
  if (!nodes) return 0;
  std::unordered_set<std::string_view> names;
  for (const stepline::GraphNode& node : *nodes) {
    if (node.name.empty() || !stepline::is_utf8(node.name)) std::abort();
    if (!names.insert(node.name).second) std::abort();
  }
  return 0;
}
