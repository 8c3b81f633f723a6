#include "event/onnx_model.h"

#include <exception>
#include <protozero/pbf_reader.hpp>
#include <stdexcept>
#include <string>

namespace stepline::event {
namespace {

using protozero::pbf_reader;
using Wire = protozero::pbf_wire_type;

constexpr int kMaxDepth = 32;
constexpr std::size_t kMaxParts = std::size_t{1} << 20;
constexpr std::size_t kMaxListed = 64;

struct TooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

constexpr std::uint32_t field(std::uint32_t number, Wire wire) {
  return protozero::tag_and_type(number, wire);
}
constexpr std::uint32_t bytes_field(std::uint32_t number) {
  return field(number, Wire::length_delimited);
}
constexpr std::uint32_t varint_field(std::uint32_t number) {
  return field(number, Wire::varint);
}

std::string_view text(pbf_reader& reader) {
  const protozero::data_view view = reader.get_view();
  return {view.data(), view.size()};
}

// One pass over one file. Counts what it makes, so that a small hostile file
// cannot become a large structure.
class Decoder {
 public:
  OnnxModel model(pbf_reader reader, bool& has_graph);

 private:
  OnnxGraph graph(pbf_reader reader, int depth);
  OnnxNode node(pbf_reader reader, int depth);
  OnnxAttribute attribute(pbf_reader reader, int depth);
  OnnxValue value(pbf_reader reader);
  OnnxValue tensor(pbf_reader reader);
  OnnxValue sparse_tensor(pbf_reader reader);
  OnnxType type(pbf_reader reader);
  OnnxType tensor_type(pbf_reader reader);
  OnnxDim dim(pbf_reader reader);
  OnnxOpset opset(pbf_reader reader);
  std::string_view name_scopes(pbf_reader reader);

  template <class List, class T>
  void append(List& list, T item) {
    count_part();
    list.push_back(std::move(item));
  }
  void append_dim(OnnxType& type, std::int64_t size) {
    type.has_shape = true;
    append(type.shape, OnnxDim{size, {}});
  }
  void count_part() {
    if (++parts_ > kMaxParts) {
      throw TooLarge("it has more than " + std::to_string(kMaxParts) +
                     " nodes, values and attributes");
    }
  }

  std::size_t parts_ = 0;
};

OnnxModel Decoder::model(pbf_reader reader, bool& has_graph) {
  OnnxModel model;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case varint_field(1):
        model.ir_version = reader.get_int64();
        break;
      case bytes_field(2):
        model.producer_name = text(reader);
        break;
      case bytes_field(3):
        model.producer_version = text(reader);
        break;
      case bytes_field(7):
        model.graph = graph(reader.get_message(), 1);
        has_graph = true;
        break;
      case bytes_field(8):
        append(model.opsets, opset(reader.get_message()));
        break;
      default:
        reader.skip();
    }
  }
  return model;
}

OnnxGraph Decoder::graph(pbf_reader reader, int depth) {
  if (depth > kMaxDepth) {
    throw TooLarge("its graphs nest deeper than " + std::to_string(kMaxDepth));
  }
  OnnxGraph graph;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes_field(1):
        append(graph.nodes, node(reader.get_message(), depth));
        break;
      case bytes_field(2):
        graph.name = text(reader);
        break;
      case bytes_field(5):
        append(graph.initializers, tensor(reader.get_message()));
        break;
      case bytes_field(11):
        append(graph.inputs, value(reader.get_message()));
        break;
      case bytes_field(12):
        append(graph.outputs, value(reader.get_message()));
        break;
      case bytes_field(13):
        append(graph.values, value(reader.get_message()));
        break;
      case bytes_field(15):
        append(graph.initializers, sparse_tensor(reader.get_message()));
        break;
      default:
        reader.skip();
    }
  }
  return graph;
}

OnnxNode Decoder::node(pbf_reader reader, int depth) {
  OnnxNode node;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes_field(1):
        append(node.inputs, text(reader));
        break;
      case bytes_field(2):
        append(node.outputs, text(reader));
        break;
      case bytes_field(3):
        node.name = text(reader);
        break;
      case bytes_field(4):
        node.op = text(reader);
        break;
      case bytes_field(5):
        append(node.attributes, attribute(reader.get_message(), depth));
        break;
      case bytes_field(7):
        node.domain = text(reader);
        break;
      case bytes_field(9):
        if (const auto scopes = name_scopes(reader.get_message());
            !scopes.empty()) {
          node.name_scopes = scopes;
        }
        break;
      default:
        reader.skip();
    }
  }
  return node;
}

template <class T>
void append_listed(OnnxAttribute& attribute, T item) {
  using List = OnnxAttribute::List<T>;
  auto* list = std::get_if<List>(&attribute.value);
  if (list == nullptr) list = &attribute.value.emplace<List>();
  if (list->count++ < kMaxListed) list->head.push_back(item);
}

OnnxAttribute Decoder::attribute(pbf_reader reader, int depth) {
  OnnxAttribute attribute;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes_field(1):
        attribute.name = text(reader);
        break;
      case field(2, Wire::fixed32):
        attribute.value = double{reader.get_float()};
        break;
      case varint_field(3):
        attribute.value = reader.get_int64();
        break;
      case bytes_field(4):
        attribute.value = text(reader);
        break;
      case bytes_field(5):
        attribute.value = tensor(reader.get_message()).type;
        break;
      case bytes_field(6):
      case bytes_field(11):
        append(attribute.graphs, graph(reader.get_message(), depth + 1));
        break;
      case field(7, Wire::fixed32):
        append_listed(attribute, double{reader.get_float()});
        break;
      case bytes_field(7):
        for (const float x : reader.get_packed_float()) {
          append_listed(attribute, double{x});
        }
        break;
      case varint_field(8):
        append_listed(attribute, reader.get_int64());
        break;
      case bytes_field(8):
        for (const std::int64_t x : reader.get_packed_int64()) {
          append_listed(attribute, x);
        }
        break;
      case bytes_field(9):
        append_listed(attribute, text(reader));
        break;
      case bytes_field(14):
        attribute.value = type(reader.get_message());
        break;
      case bytes_field(22):
        attribute.value = sparse_tensor(reader.get_message()).type;
        break;
      default:
        reader.skip();
    }
  }
  return attribute;
}

OnnxValue Decoder::value(pbf_reader reader) {
  OnnxValue value;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes_field(1):
        value.name = text(reader);
        break;
      case bytes_field(2):
        value.type = type(reader.get_message());
        break;
      default:
        reader.skip();
    }
  }
  return value;
}

OnnxValue Decoder::tensor(pbf_reader reader) {
  OnnxValue tensor;
  tensor.type.has_shape = true;  // No dims at all: a scalar.
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case varint_field(1):
        append_dim(tensor.type, reader.get_int64());
        break;
      case bytes_field(1):
        for (const std::int64_t size : reader.get_packed_int64()) {
          append_dim(tensor.type, size);
        }
        break;
      case varint_field(2):
        tensor.type.element = reader.get_int32();
        break;
      case bytes_field(8):
        tensor.name = text(reader);
        break;
      default:
        reader.skip();
    }
  }
  return tensor;
}

OnnxValue Decoder::sparse_tensor(pbf_reader reader) {
  OnnxValue sparse;
  OnnxType dense;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes_field(1):
        sparse = tensor(reader.get_message());
        break;
      case varint_field(3):
        append_dim(dense, reader.get_int64());
        break;
      case bytes_field(3):
        for (const std::int64_t size : reader.get_packed_int64()) {
          append_dim(dense, size);
        }
        break;
      default:
        reader.skip();
    }
  }
  dense.element = sparse.type.element;
  sparse.type = std::move(dense);
  return sparse;
}

OnnxType Decoder::type(pbf_reader reader) {
  OnnxType type;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes_field(1):
      case bytes_field(8):
        type = tensor_type(reader.get_message());
        break;
      default:
        reader.skip();
    }
  }
  return type;
}

OnnxType Decoder::tensor_type(pbf_reader reader) {
  OnnxType type;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case varint_field(1):
        type.element = reader.get_int32();
        break;
      case bytes_field(2): {
        type.has_shape = true;
        pbf_reader shape = reader.get_message();
        while (shape.next(1, Wire::length_delimited)) {
          append(type.shape, dim(shape.get_message()));
        }
        break;
      }
      default:
        reader.skip();
    }
  }
  return type;
}

OnnxDim Decoder::dim(pbf_reader reader) {
  OnnxDim dim;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case varint_field(1):
        dim.size = reader.get_int64();
        break;
      case bytes_field(2):
        dim.symbol = text(reader);
        break;
      default:
        reader.skip();
    }
  }
  return dim;
}

OnnxOpset Decoder::opset(pbf_reader reader) {
  OnnxOpset opset;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes_field(1):
        opset.domain = text(reader);
        break;
      case varint_field(2):
        opset.version = reader.get_int64();
        break;
      default:
        reader.skip();
    }
  }
  return opset;
}

std::string_view Decoder::name_scopes(pbf_reader reader) {
  std::string_view key, value;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes_field(1):
        key = text(reader);
        break;
      case bytes_field(2):
        value = text(reader);
        break;
      default:
        reader.skip();
    }
  }
  return key == "pkg.torch.onnx.name_scopes" ? value : std::string_view();
}

Error not_onnx(const std::string& why) {
  return {ErrorCode::Corrupt, "not an ONNX model: " + why};
}

}  // namespace

Result<OnnxModel> decode_onnx(std::string_view bytes) {
  if (bytes.empty()) return not_onnx("it is empty");
  if (bytes.starts_with("PK\x03\x04")) {
    return not_onnx("got a zip archive (a PyTorch checkpoint?)");
  }
  try {
    bool has_graph = false;
    OnnxModel model =
        Decoder().model(pbf_reader(bytes.data(), bytes.size()), has_graph);
    if (!has_graph) return not_onnx("no graph in it");
    return model;
  } catch (const TooLarge& error) {
    return Error{ErrorCode::Corrupt,
                 std::string("ONNX model too large to show: ") + error.what()};
  } catch (const protozero::exception& error) {
    return not_onnx(std::string("damaged or another format (") + error.what() +
                    ")");
  }
}

}  // namespace stepline::event
