#include "event/onnx_names.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <vector>

#include "base/utf8.h"

namespace stepline::event {
namespace {

constexpr std::size_t kMaxNameBytes = 512;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void strip_port(std::string& name) {
  for (;;) {
    const std::size_t colon = name.rfind(':');
    if (colon == std::string::npos || colon + 1 == name.size() ||
        !std::all_of(name.begin() + static_cast<std::ptrdiff_t>(colon) + 1,
                     name.end(), is_digit)) {
      return;
    }
    name.resize(colon);
  }
}

// The last but one of "['', 'layer1', 'layer1.conv', 'conv2d']", the module
// around the operator, with slashes.
std::string module_path(std::string_view name_scopes) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0;;) {
    const std::size_t begin = name_scopes.find('\'', at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = name_scopes.find('\'', begin + 1);
    if (end == std::string_view::npos) break;
    parts.push_back(name_scopes.substr(begin + 1, end - begin - 1));
    at = end + 1;
  }
  if (parts.size() < 2) return {};
  std::string path(parts[parts.size() - 2]);
  std::ranges::replace(path, '.', '/');
  return path;
}

}  // namespace

std::string element_name(std::int32_t element) {
  constexpr const char* kNames[] = {"unknown",
                                    "float32",
                                    "uint8",
                                    "int8",
                                    "uint16",
                                    "int16",
                                    "int32",
                                    "int64",
                                    "string",
                                    "bool",
                                    "float16",
                                    "float64",
                                    "uint32",
                                    "uint64",
                                    "complex64",
                                    "complex128",
                                    "bfloat16",
                                    "float8_e4m3",
                                    "float8_e4m3fnuz",
                                    "float8_e5m2",
                                    "float8_e5m2fnuz",
                                    "uint4",
                                    "int4",
                                    "float4_e2m1",
                                    "float8_e8m0",
                                    "uint2",
                                    "int2",
                                    "float6_e2m3",
                                    "float6_e3m2"};
  if (element < 0 || element >= static_cast<int>(std::size(kNames))) {
    return "type " + std::to_string(element);
  }
  return kNames[element];
}

std::string describe(const OnnxType& type) {
  std::string text = element_name(type.element);
  if (!type.has_shape) return text;
  text += " [";
  for (std::size_t i = 0; i < type.shape.size(); ++i) {
    const OnnxDim& dim = type.shape[i];
    if (i > 0) text += ", ";
    if (i == 16) {
      text += "...";
      break;
    }
    if (dim.size >= 0) {
      text += std::to_string(dim.size);
    } else {
      text += dim.symbol.empty() ? "?" : repair_utf8(dim.symbol.substr(0, 64));
    }
  }
  return text + "]";
}

std::string node_name(std::string_view raw) {
  std::string name;
  for (const char c : repair_utf8(raw.substr(0, kMaxNameBytes))) {
    if (c == '/' && (name.empty() || name.back() == '/')) continue;
    name += c;
  }
  strip_port(name);
  while (name.ends_with('/')) name.pop_back();
  if (name.starts_with('^')) name.front() = '_';
  return name;
}

std::string name_of(const OnnxNode& node) {
  std::string name = node_name(node.name);
  if (!name.empty()) {
    if (name.find('/') != std::string::npos) return name;
    const std::string path = node_name(module_path(node.name_scopes));
    return path.empty() ? name : path + "/" + name;
  }
  const std::string op = node_name(node.op);
  for (const std::string_view output : node.outputs) {
    name = node_name(output);
    if (name.empty()) continue;
    if (std::ranges::all_of(name, is_digit)) return op + "_" + name;
    return name;
  }
  return op.empty() ? "unnamed" : op;
}

std::string UniqueNames::take(std::string name) {
  const auto [entry, fresh] = taken_.try_emplace(name, 0);
  if (fresh) return name;
  for (;;) {
    std::string next = name + "_" + std::to_string(++taken_[name]);
    if (taken_.try_emplace(next, 0).second) return next;
  }
}

}  // namespace stepline::event
