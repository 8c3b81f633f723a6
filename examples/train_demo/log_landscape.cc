#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "log_kinds.h"
#include "losses.h"
#include "random.h"

namespace demo {
namespace {

using Point = std::vector<std::vector<float>>;  // A value for each parameter.

constexpr const char* kScene = R"({
  "camera": {"cls": "PerspectiveCamera", "fov": 45, "far": 100},
  "lights": [
    {"cls": "AmbientLight", "color": "#ffffff", "intensity": 1.0},
    {"cls": "DirectionalLight", "color": "#ffffff", "intensity": 0.9,
     "position": [1, 2, 1]}],
  "material": {"cls": "MeshStandardMaterial", "roughness": 1, "metalness": 0,
               "side": 2}
})";

// From -1 to 1.
float coordinate(int index, int side) {
  return 2.0f * static_cast<float>(index) / static_cast<float>(side - 1) - 1;
}

Point values_of(const std::vector<Parameter*>& parameters) {
  Point point;
  for (const Parameter* p : parameters) point.push_back(p->value);
  return point;
}

// For each filter or unit as long as its weights are, so that the scale of a
// layer does not count; nothing for biases.
Point random_direction(const std::vector<Parameter*>& parameters,
                       Random& random) {
  Point direction;
  for (const Parameter* p : parameters) {
    auto& d = direction.emplace_back(p->value.size());
    if (p->shape.size() < 2) continue;
    const std::size_t length = d.size() / std::size_t(p->shape[0]);
    for (std::size_t begin = 0; begin < d.size(); begin += length) {
      float mine = 1e-12f, its = 0;
      for (std::size_t i = begin; i < begin + length; ++i) {
        d[i] = random.normal();
        mine += d[i] * d[i];
        its += p->value[i] * p->value[i];
      }
      for (std::size_t i = begin; i < begin + length; ++i) {
        d[i] *= std::sqrt(its / mine);
      }
    }
  }
  return direction;
}

std::vector<double> losses_on_grid(Network& network, const Shapes& shapes,
                                   int side) {
  Random random(5);
  const auto parameters = network.parameters();
  const Point origin = values_of(parameters);
  const Point right = random_direction(parameters, random);
  const Point up = random_direction(parameters, random);
  std::vector<double> losses;
  for (int at = 0; at < side * side; ++at) {
    const float x = coordinate(at % side, side);
    const float y = coordinate(at / side, side);
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      for (std::size_t i = 0; i < origin[p].size(); ++i) {
        parameters[p]->value[i] = origin[p][i] + x * right[p][i] + y * up[p][i];
      }
    }
    const Matrix scores = network.forward(shapes.noisy);
    losses.push_back(cross_entropy(scores, shapes.classes).value);
  }
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    parameters[p]->value = origin[p];
  }
  return losses;
}

// Seen from above and from a corner by a camera that looks along z.
void push_vertex(float x, float height, float depth,
                 std::vector<float>& vertices) {
  constexpr float kTurn = 0.5f, kTilt = 0.7f;
  const float turned_x = x * std::cos(kTurn) + depth * std::sin(kTurn);
  const float turned_z = depth * std::cos(kTurn) - x * std::sin(kTurn);
  vertices.push_back(turned_x);
  vertices.push_back(height * std::cos(kTilt) - turned_z * std::sin(kTilt));
  vertices.push_back(turned_z * std::cos(kTilt) + height * std::sin(kTilt));
}

// From deep blue over green to yellow.
void push_color(double height, std::vector<std::uint8_t>& colors) {
  const double red = std::clamp(3 * height - 1.2, 0.15, 1.0);
  const double green = std::clamp(0.15 + 1.1 * height, 0.0, 0.95);
  const double blue = std::clamp(0.75 - 0.8 * height, 0.1, 1.0);
  for (const double part : {red, green, blue}) {
    colors.push_back(static_cast<std::uint8_t>(255 * part));
  }
}

std::vector<int> two_triangles_a_square(int side) {
  std::vector<int> faces;
  for (int y = 0; y + 1 < side; ++y) {
    for (int x = 0; x + 1 < side; ++x) {
      const int corner = y * side + x;
      faces.insert(faces.end(), {corner, corner + side, corner + 1});
      faces.insert(faces.end(), {corner + 1, corner + side, corner + side + 1});
    }
  }
  return faces;
}

}  // namespace

void log_landscape(RunLog& log, Network& network, const Shapes& shapes,
                   int side, std::int64_t step) {
  const std::vector<double> losses = losses_on_grid(network, shapes, side);
  const auto [low, high] = std::minmax_element(losses.begin(), losses.end());
  const double floor = std::log(*low + 0.01);
  const double range = std::max(std::log(*high + 0.01) - floor, 1e-6);
  std::vector<float> vertices;
  std::vector<std::uint8_t> colors;
  for (int at = 0; at < side * side; ++at) {
    const double height =
        (std::log(losses[std::size_t(at)] + 0.01) - floor) / range;
    push_vertex(coordinate(at % side, side), static_cast<float>(height) - 0.5f,
                coordinate(at / side, side), vertices);
    push_color(height, colors);
  }
  const std::vector<int> faces = two_triangles_a_square(side);
  stepline::MeshOptions options;
  options.colors = stepline::TensorView(colors.data(), {side * side, 3});
  options.faces = stepline::TensorView(
      faces.data(), {static_cast<std::int64_t>(faces.size() / 3), 3});
  options.config_json = kScene;
  log.wrote("meshes", log.writer.add_mesh("loss_landscape",
                                          {vertices.data(), {side * side, 3}},
                                          step, options));
}

}  // namespace demo
