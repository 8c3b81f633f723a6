#include "event/graph_def.h"

#include <map>

#include "event/attr_value_wire.h"

namespace stepline::event {
namespace {

enum class GraphField : std::uint32_t { Node = 1, Versions = 4 };
enum class VersionsField : std::uint32_t { Producer = 1 };
enum class NodeField : std::uint32_t {
  Name = 1,
  Op = 2,
  Input = 3,
  Device = 4,
  Attr = 5,
};
enum class EntryField : std::uint32_t { Key = 1, Value = 2 };

constexpr std::int32_t kProducer = 22;
constexpr char kOutputShapes[] = "_output_shapes";

struct Entry {
  std::string key;
  AttrValue value;
};

template <class Value>
void write_entry(FieldWriter& out, std::string_view key, const Value& value) {
  out.submessage(NodeField::Attr, [&](FieldWriter& entry) {
    entry.text_member(EntryField::Key, key);
    entry.message(EntryField::Value, value);
  });
}

void set_attributes(GraphNode& node, std::map<std::string, AttrValue> all) {
  for (auto& [name, wire] : all) {
    DecodedAttribute decoded = from_wire(std::move(wire));
    if (auto* attribute = std::get_if<GraphNode::Attribute>(&decoded)) {
      node.attributes.emplace_back(name, std::move(*attribute));
    } else if (auto* shapes = std::get_if<GraphShapes>(&decoded)) {
      if (name == kOutputShapes) node.output_shapes = std::move(*shapes);
    }
  }
}

}  // namespace

static void write(FieldWriter& out, const GraphNode& node) {
  out.text(NodeField::Name, node.name);
  out.text(NodeField::Op, node.op);
  for (const std::string& input : node.inputs) {
    out.text_member(NodeField::Input, input);
  }
  out.text(NodeField::Device, node.device);
  if (!node.output_shapes.empty()) {
    write_entry(out, kOutputShapes, node.output_shapes);
  }
  for (const auto& [name, attribute] : node.attributes) {
    write_entry(out, name, attribute);
  }
}

static void merge(FieldReader in, Entry& entry) {
  while (in.next()) {
    switch (EntryField(in.number())) {
      case EntryField::Key:
        in.read_text(entry.key);
        break;
      case EntryField::Value:
        in.read_message(entry.value);
        break;
      default:
        in.skip();
    }
  }
}

static void merge(FieldReader in, GraphNode& node) {
  std::map<std::string, AttrValue> attributes;
  while (in.next()) {
    switch (NodeField(in.number())) {
      case NodeField::Name:
        in.read_text(node.name);
        break;
      case NodeField::Op:
        in.read_text(node.op);
        break;
      case NodeField::Input:
        in.read_repeated_text(node.inputs);
        break;
      case NodeField::Device:
        in.read_text(node.device);
        break;
      case NodeField::Attr: {
        Entry entry;
        if (in.read_message(entry)) {
          attributes[entry.key] = std::move(entry.value);
        }
        break;
      }
      default:
        in.skip();
    }
  }
  set_attributes(node, std::move(attributes));
}

static void merge(FieldReader in, std::vector<GraphNode>& nodes) {
  while (in.next()) {
    switch (GraphField(in.number())) {
      case GraphField::Node:
        in.read_message(nodes);
        break;
      default:
        in.skip();
    }
  }
}

std::string encode_graph(std::span<const GraphNode> nodes) {
  std::string bytes;
  FieldWriter out(bytes);
  for (const GraphNode& node : nodes) out.message(GraphField::Node, node);
  out.submessage(GraphField::Versions, [](FieldWriter& versions) {
    versions.number(VersionsField::Producer, kProducer);
  });
  return bytes;
}

Result<std::vector<GraphNode>> decode_graph(std::string_view bytes) {
  return decode_message<std::vector<GraphNode>>("GraphDef", bytes);
}

}  // namespace stepline::event
