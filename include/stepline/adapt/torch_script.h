#pragma once

// A TorchScript module (torch::jit::load, torch.jit.script, torch.jit.trace) as
// a graph. Needs LibTorch 1.13 or later; include it only where you use it, for
// its headers compile slowly.

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "stepline/graph.h"
#include "stepline/result.h"

namespace stepline {
namespace detail {

// Walks one method after another, down the calls. Every call has a frame: what
// its values are made by, and which of them are modules.
class TorchScriptWalker {
 public:
  Graph walk(const torch::jit::Module& module, const std::string& method) {
    const auto graph = module.get_method(method).graph();
    Frame frame{nullptr, class_name(*module.type()), {}, {}, {}};
    for (std::size_t i = 0; i < graph->inputs().size(); ++i) {
      const torch::jit::Value* input = graph->inputs()[i];
      if (i == 0) {
        frame.objects.emplace(input, Module{module._ivalue(), frame.scope});
        continue;
      }
      GraphNode& node =
          graph_.add(take_name("input/" + input->debugName()), "IO Node");
      describe(*input, node);
      frame.makers[input] = node.name;
    }
    walk_block(*graph->block(), frame);
    for (const torch::jit::Value* output : graph->outputs()) {
      add_output(*output, frame);
    }
    return std::move(graph_);
  }

 private:
  using Object = c10::intrusive_ptr<c10::ivalue::Object>;
  struct Module {
    Object object;
    std::string scope;
  };
  struct Frame {
    const Frame* outer;  // Around a block; a callee sees nothing outside.
    std::string scope;
    std::unordered_map<const torch::jit::Value*, std::string> makers;
    std::unordered_map<const torch::jit::Value*, Module> objects;
    // Attributes that are numbers and the like: `training` is "0".
    std::unordered_map<const torch::jit::Value*, std::string> texts;
  };

  static constexpr int kMaxDepth = 200;

  static std::string class_name(const c10::ClassType& type) {
    return type.name() ? type.name()->name() : "Module";
  }

  static const std::string* maker_of(const torch::jit::Value* value,
                                     const Frame& frame) {
    for (const Frame* at = &frame; at != nullptr; at = at->outer) {
      const auto found = at->makers.find(value);
      if (found != at->makers.end()) return &found->second;
    }
    return nullptr;
  }
  static const Module* object_of(const torch::jit::Value* value,
                                 const Frame& frame) {
    for (const Frame* at = &frame; at != nullptr; at = at->outer) {
      const auto found = at->objects.find(value);
      if (found != at->objects.end()) return &found->second;
    }
    return nullptr;
  }

  void walk_block(const torch::jit::Block& block, Frame& frame) {
    for (const torch::jit::Node* node : block.nodes()) {
      switch (node->kind()) {
        case c10::prim::Constant:
          add_constant(*node, frame);
          break;
        case c10::prim::GetAttr:
          if (!add_attribute(*node, frame)) add_operator(*node, frame);
          break;
        case c10::prim::CallMethod:
          if (!call_method(*node, frame)) add_operator(*node, frame);
          break;
        case c10::prim::ListConstruct:
          if (!list_text(node->output())) add_operator(*node, frame);
          break;
        default:
          add_operator(*node, frame);
      }
    }
  }

  // Numbers and texts are told where they are used; tensors are nodes.
  void add_constant(const torch::jit::Node& node, Frame& frame) {
    const auto value = torch::jit::toIValue(node.output());
    if (!value || !value->isTensor()) return;
    GraphNode& made = graph_.add(take_name(frame.scope + "/constant"), "Const");
    describe(value->toTensor(), made);
    frame.makers[node.output()] = made.name;
  }

  // A submodule opens a scope, a parameter is a node, a number is told where it
  // is used. False: none of them.
  bool add_attribute(const torch::jit::Node& node, Frame& frame) {
    const std::string name = node.s(c10::attr::name);
    const Module* owner = object_of(node.input(), frame);
    if (owner == nullptr) return false;
    const c10::IValue value = owner->object->getAttr(name);
    if (value.isObject() && value.type()->is_module()) {
      const Object object = value.toObject();
      frame.objects[node.output()] =
          Module{object, owner->scope + "/" + class_name(*object->type()) +
                             "[" + name + "]"};
      return true;
    }
    if (!value.isTensor()) {
      frame.texts[node.output()] = text_of(value);
      return !value.isObject();
    }
    auto [seen, fresh] =
        parameters_.try_emplace(std::pair(owner->object.get(), name));
    if (fresh) {
      GraphNode& made =
          graph_.add(take_name(owner->scope + "/" + name), "Parameter");
      describe(value.toTensor(), made);
      seen->second = made.name;
    }
    frame.makers[node.output()] = seen->second;
    return true;
  }

  bool call_method(const torch::jit::Node& node, Frame& frame) {
    const Module* callee = object_of(node.input(0), frame);
    if (callee == nullptr || depth_ >= kMaxDepth) return false;
    const std::string method = node.s(c10::attr::name);
    torch::jit::Function* function = callee->object->type()->findMethod(method);
    if (function == nullptr || !function->isGraphFunction()) return false;
    const auto graph = torch::jit::toGraphFunction(*function).graph();

    Frame inner{nullptr, callee->scope, {}, {}, {}};
    if (method != "forward") inner.scope += "/" + method;
    inner.objects.emplace(graph->inputs()[0], *callee);
    for (std::size_t i = 1; i < node.inputs().size(); ++i) {
      const torch::jit::Value* parameter = graph->inputs()[i];
      if (const auto* maker = maker_of(node.input(i), frame)) {
        inner.makers[parameter] = *maker;
      } else if (const auto* object = object_of(node.input(i), frame)) {
        inner.objects.emplace(parameter, *object);
      }
    }
    ++depth_;
    walk_block(*graph->block(), inner);
    --depth_;
    for (std::size_t i = 0; i < node.outputs().size(); ++i) {
      if (const auto* maker = maker_of(graph->outputs()[i], inner)) {
        frame.makers[node.outputs()[i]] = *maker;
      }
    }
    return true;
  }

  void add_operator(const torch::jit::Node& node, Frame& frame) {
    const auto function = called_function(node);
    const std::string name = take_name(
        frame.scope + "/" +
        (function ? *function : std::string(node.kind().toUnqualString())));
    GraphNode made{name, node.kind().toQualString()};
    const auto* schema = node.maybeSchema();
    for (std::size_t i = function ? 1 : 0; i < node.inputs().size(); ++i) {
      const torch::jit::Value* input = node.inputs()[i];
      if (const auto* maker = maker_of(input, frame)) {
        made.inputs.push_back(*maker);
      } else if (auto text = text_in(input, frame)) {
        const bool named = schema && i < schema->arguments().size();
        made.attributes.emplace_back(
            named ? schema->arguments()[i].name() : std::to_string(i),
            std::move(*text));
      }
    }
    walk_blocks(node, frame, made);
    for (std::size_t i = 0; i < node.outputs().size(); ++i) {
      const torch::jit::Value* output = node.outputs()[i];
      if (made.output_shapes.size() == i) describe(*output, made);
      frame.makers[output] = i == 0 ? name : name + ":" + std::to_string(i);
    }
    graph_.add(std::move(made));
  }

  // The branches of an If, the body of a Loop: boxes below the operator.
  void walk_blocks(const torch::jit::Node& node, const Frame& frame,
                   GraphNode& made) {
    const bool branches = node.kind() == c10::prim::If;
    for (std::size_t b = 0; b < node.blocks().size(); ++b) {
      const torch::jit::Block& block = *node.blocks()[b];
      const char* label = !branches ? "body" : b == 0 ? "then" : "else";
      Frame inner{&frame, made.name + "/" + label, {}, {}, {}};
      // A loop's block is given the round and what it carries; the loop itself
      // is given a limit, a condition and what it carries.
      for (std::size_t i = 1; i < block.inputs().size(); ++i) {
        if (i + 1 >= node.inputs().size()) break;
        if (const auto* maker = maker_of(node.input(i + 1), frame)) {
          inner.makers[block.inputs()[i]] = *maker;
        }
      }
      walk_block(block, inner);
      for (const torch::jit::Value* output : block.outputs()) {
        const auto* maker = maker_of(output, inner);
        if (maker != nullptr) made.inputs.push_back(*maker);
      }
    }
  }

  void add_output(const torch::jit::Value& output, const Frame& frame) {
    std::vector<std::string> inputs;
    if (const auto* maker = maker_of(&output, frame)) inputs.push_back(*maker);
    GraphNode& node = graph_.add("output/output." + std::to_string(++outputs_),
                                 "IO Node", std::move(inputs));
    describe(output, node);
  }

  // "batch_norm", of a node that calls a TorchScript function.
  static std::optional<std::string> called_function(
      const torch::jit::Node& node) {
    if (node.kind() != c10::prim::CallFunction) return std::nullopt;
    const auto type = node.input(0)->type()->cast<c10::FunctionType>();
    if (!type || type->function() == nullptr) return std::nullopt;
    return type->function()->name();
  }

  static std::string text_of(const c10::IValue& value) {
    std::ostringstream text;
    text << value;
    return text.str();
  }
  static std::optional<std::string> text_in(const torch::jit::Value* value,
                                            const Frame& frame) {
    for (const Frame* at = &frame; at != nullptr; at = at->outer) {
      const auto found = at->texts.find(value);
      if (found != at->texts.end()) return found->second;
    }
    return value_text(value);
  }
  static std::optional<std::string> value_text(const torch::jit::Value* value) {
    if (value->node()->kind() == c10::prim::ListConstruct) {
      return list_text(value);
    }
    const auto constant = torch::jit::toIValue(value);
    if (!constant || constant->isTensor()) return std::nullopt;
    return text_of(*constant);
  }
  // Nothing if an item is not a constant.
  static std::optional<std::string> list_text(const torch::jit::Value* list) {
    std::string text = "[";
    for (const torch::jit::Value* item : list->node()->inputs()) {
      const auto part = value_text(item);
      if (!part) return std::nullopt;
      text += (text.size() > 1 ? ", " : "") + *part;
    }
    return text + "]";
  }

  static void describe(const at::Tensor& tensor, GraphNode& node) {
    if (!tensor.defined()) return;
    node.output_shapes.push_back(tensor.sizes().vec());
    node.attributes.emplace_back("dtype", c10::toString(tensor.scalar_type()));
  }
  static void describe(const torch::jit::Value& value, GraphNode& node) {
    const auto type = value.type()->cast<c10::TensorType>();
    if (!type) return;
    const auto sizes = type->sizes().sizes();
    if (!sizes) return;
    GraphNode::Shape shape;
    for (const auto& size : *sizes) {
      shape.push_back(size.value_or(-1));
    }
    node.output_shapes.push_back(std::move(shape));
  }

  std::string take_name(const std::string& name) {
    auto [entry, fresh] = names_.try_emplace(name, 0);
    if (fresh) return name;
    for (;;) {
      std::string next = name + "_" + std::to_string(++names_[name]);
      if (names_.try_emplace(next, 0).second) return next;
    }
  }

  Graph graph_;
  std::unordered_map<std::string, int> names_;
  std::map<std::pair<const c10::ivalue::Object*, std::string>, std::string>
      parameters_;
  int depth_ = 0;
  int outputs_ = 0;
};

}  // namespace detail

// The graph of a method, with the module's hierarchy as boxes, named as
// torch.utils.tensorboard does: `Net/Linear[fc]/linear`. Calls of submodules
// are followed; the branches of an if and the body of a loop are boxes below
// it. Parameters come with their shapes, other values where the module was
// traced; constant arguments are attributes.
//
// The module is only read. InvalidArgument: it has no such method, or LibTorch
// cannot read it.
inline Result<Graph> graph_of(const torch::jit::Module& module,
                              const std::string& method = "forward") {
  if (!module.find_method(method)) {
    return Error{ErrorCode::InvalidArgument,
                 "the TorchScript module has no method " + method};
  }
  try {
    return detail::TorchScriptWalker().walk(module, method);
  } catch (const std::exception& error) {
    return Error{
        ErrorCode::InvalidArgument,
        std::string("cannot walk the TorchScript module: ") + error.what()};
  }
}

}  // namespace stepline
