// One source for both headers: LibTorch's own take long to compile.
#include "stepline/adapt/torch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "adapt/element_at.h"
#include "stepline/adapt/torch_script.h"

namespace stepline {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

template <class T>
concept Viewable = requires(T&& array) { view(std::forward<T>(array)); };

TEST(TorchView, SeesAnyStridesWithoutCopying) {
  const at::Tensor tensor = at::arange(24, at::kFloat).view({2, 3, 4});
  const at::Tensor turned = tensor.transpose(0, 2).slice(1, 1);
  const TensorView seen = view(turned);
  EXPECT_THAT(seen.shape(), ElementsAre(4, 2, 2));
  EXPECT_EQ(seen.dtype(), DType::Float32);
  EXPECT_EQ(element_at<float>(seen, {3, 1, 1}), turned[3][1][1].item<float>());
}

TEST(TorchView, DoesNotMindGradients) {
  const at::Tensor tensor = at::ones({2}).requires_grad_();
  EXPECT_TRUE(view(tensor).valid());
}

TEST(TorchView, KnowsTheElementTypes) {
  const std::pair<at::ScalarType, DType> kTypes[] = {
      {at::kBool, DType::Bool},
      {at::kChar, DType::Int8},
      {at::kByte, DType::UInt8},
      {at::kShort, DType::Int16},
      {at::kInt, DType::Int32},
      {at::kLong, DType::Int64},
      {at::kHalf, DType::Float16},
      {at::kBFloat16, DType::BFloat16},
      {at::kFloat, DType::Float32},
      {at::kDouble, DType::Float64},
      {at::kComplexFloat, DType::Complex64},
      {at::kComplexDouble, DType::Complex128}};
  for (const auto& [type, dtype] : kTypes) {
    const at::Tensor tensor = at::zeros({2, 2}, type);
    EXPECT_TRUE(view(tensor).valid());
    EXPECT_EQ(view(tensor).dtype(), dtype);
  }
}

TEST(TorchView, IsNotValidForWhatItCannotShow) {
  const at::Tensor undefined;
  EXPECT_FALSE(view(undefined).valid());
  const at::Tensor sparse = at::eye(3).to_sparse();
  EXPECT_FALSE(view(sparse).valid());
  const at::Tensor conjugated = at::zeros({2}, at::kComplexFloat).conj();
  EXPECT_FALSE(view(conjugated).valid());
  const at::Tensor elsewhere = at::empty({2}, at::Device(at::kMeta));
  EXPECT_FALSE(view(elsewhere).valid());
}

TEST(TorchView, RefusesATemporaryUnlessHeld) {
  static_assert(Viewable<at::Tensor&>);
  static_assert(!Viewable<at::Tensor>);
  const auto held = hold(at::ones({3}, at::kInt) * 4);
  EXPECT_EQ(element_at<int>(held, {2}), 4);
}

TEST(TorchHold, MakesTensorsPlain) {
  const auto sparse = hold(at::eye(3).to_sparse());
  EXPECT_EQ(element_at<float>(sparse, {1, 1}), 1);
  EXPECT_EQ(element_at<float>(sparse, {0, 1}), 0);
  const auto conjugated =
      hold(at::full({2}, c10::complex<float>(1, 2), at::kComplexFloat).conj());
  EXPECT_EQ(element_at<std::complex<float>>(conjugated, {1}),
            std::complex<float>(1, -2));
  EXPECT_FALSE(TensorView(hold(at::Tensor())).valid());
  EXPECT_FALSE(TensorView(hold(at::empty({2}, at::Device(at::kMeta)))).valid());
}

// --- TorchScript ------------------------------------------------------------

torch::jit::Module linear(int in, int out) {
  torch::jit::Module module("Linear");
  module.register_parameter("weight", at::ones({out, in}), false);
  module.register_parameter("bias", at::zeros({out}), false);
  module.define(R"(
    def forward(self, x: Tensor) -> Tensor:
        return torch.addmm(self.bias, x, self.weight.t())
  )");
  return module;
}

class TorchScriptGraph : public testing::Test {
 protected:
  void read(const torch::jit::Module& module) {
    auto graph = graph_of(module);
    ASSERT_TRUE(graph.has_value()) << graph.error().message;
    graph_ = *std::move(graph);
  }
  const GraphNode& at(const std::string& name) {
    std::string names;
    for (const GraphNode& node : graph_.nodes()) {
      if (node.name == name) return node;
      names += node.name + "\n";
    }
    ADD_FAILURE() << "no node " << name << " in\n" << names;
    static const GraphNode kNone{"", ""};
    return kNone;
  }

  Graph graph_;
};

TEST_F(TorchScriptGraph, ShowsTheHierarchyOfModulesAsBoxes) {
  torch::jit::Module block("Block");
  block.register_module("fc", linear(4, 3));
  block.define(R"(
    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.fc.forward(x))
  )");
  torch::jit::Module net("Net");
  net.register_module("first", block);
  net.register_module("last", linear(3, 2));
  net.define(R"(
    def forward(self, image: Tensor) -> Tensor:
        h = self.first.forward(image)
        return torch.softmax(self.last.forward(h), 1)
  )");
  read(net);

  EXPECT_EQ(at("input/image.1").op, "IO Node");
  const GraphNode& addmm = at("Net/Block[first]/Linear[fc]/addmm");
  EXPECT_EQ(addmm.op, "aten::addmm");
  EXPECT_THAT(addmm.inputs,
              ElementsAre("Net/Block[first]/Linear[fc]/bias", "input/image.1",
                          "Net/Block[first]/Linear[fc]/t"));
  EXPECT_THAT(at("Net/Block[first]/relu").inputs,
              ElementsAre("Net/Block[first]/Linear[fc]/addmm"));
  EXPECT_THAT(at("Net/Linear[last]/addmm").inputs,
              Contains("Net/Block[first]/relu"));
  const GraphNode& weight = at("Net/Block[first]/Linear[fc]/weight");
  EXPECT_EQ(weight.op, "Parameter");
  EXPECT_THAT(weight.output_shapes, ElementsAre(ElementsAre(3, 4)));
  EXPECT_THAT(at("Net/softmax").attributes,
              Contains(Pair("dim", GraphNode::Attribute("1"))));
  EXPECT_THAT(at("output/output.1").inputs, ElementsAre("Net/softmax"));
}

TEST_F(TorchScriptGraph, GivesASharedModuleItsParametersOnce) {
  torch::jit::Module net("Net");
  net.register_module("fc", linear(3, 3));
  net.define(R"(
    def forward(self, x: Tensor) -> Tensor:
        return self.fc.forward(self.fc.forward(x))
  )");
  read(net);
  EXPECT_THAT(at("Net/Linear[fc]/addmm_1").inputs,
              ElementsAre("Net/Linear[fc]/bias", "Net/Linear[fc]/addmm",
                          "Net/Linear[fc]/t_1"));
  int weights = 0;
  for (const GraphNode& node : graph_.nodes()) {
    weights += node.op == "Parameter" ? 1 : 0;
  }
  EXPECT_EQ(weights, 2);
}

TEST_F(TorchScriptGraph, MakesBoxesOfBranchesAndLoops) {
  torch::jit::Module net("Net");
  net.define(R"(
    def forward(self, x: Tensor, n: int) -> Tensor:
        for i in range(n):
            x = torch.sin(x)
        if bool(x.sum() > 0):
            y = torch.cos(x)
        else:
            y = torch.tan(x)
        return y
  )");
  read(net);
  EXPECT_THAT(at("Net/Loop/body/sin").inputs, ElementsAre("input/x.1"));
  EXPECT_THAT(at("Net/Loop").inputs, Contains("Net/Loop/body/sin"));
  EXPECT_THAT(at("Net/If/then/cos").inputs, ElementsAre("Net/Loop"));
  EXPECT_THAT(at("Net/If/else/tan").inputs, ElementsAre("Net/Loop"));
  EXPECT_THAT(at("output/output.1").inputs, ElementsAre("Net/If"));
}

TEST_F(TorchScriptGraph, NamesEveryNodeOnceAndEveryEdgeHasItsEnd) {
  torch::jit::Module net("Net");
  net.register_module("fc", linear(3, 3));
  net.define(R"(
    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        a, b = torch.split(self.fc.forward(x), [1, 2], 1)
        return a + 1, b.view([-1])
  )");
  read(net);
  std::vector<std::string> names;
  for (const GraphNode& node : graph_.nodes()) {
    EXPECT_THAT(names, testing::Not(Contains(node.name)));
    names.push_back(node.name);
  }
  for (const GraphNode& node : graph_.nodes()) {
    for (const std::string& input : node.inputs) {
      EXPECT_THAT(names, Contains(input.substr(0, input.find(':'))));
    }
  }
  EXPECT_THAT(at("Net/view").attributes,
              Contains(Pair("size", GraphNode::Attribute("[-1]"))));
}

TEST_F(TorchScriptGraph, TellsNumbersOfTheModuleWhereTheyAreUsed) {
  torch::jit::Module net("Net");
  net.register_attribute("p", c10::FloatType::get(), 0.25);
  net.define(R"(
    def forward(self, x: Tensor) -> Tensor:
        return torch.dropout(x, self.p, False)
  )");
  read(net);
  EXPECT_THAT(at("Net/dropout").inputs, ElementsAre("input/x.1"));
  EXPECT_THAT(at("Net/dropout").attributes,
              Contains(Pair("p", GraphNode::Attribute("0.25"))));
}

TEST_F(TorchScriptGraph, SaysWhenAMethodIsMissing) {
  const auto graph = graph_of(torch::jit::Module("Empty"));
  ASSERT_FALSE(graph.has_value());
  EXPECT_EQ(graph.error().message,
            "the TorchScript module has no method forward");
}

}  // namespace
}  // namespace stepline
