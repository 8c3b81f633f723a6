#include "layer.h"

#include <cstddef>
#include <functional>
#include <numeric>

namespace demo {
namespace {

std::int64_t product(const std::vector<std::int64_t>& dimensions) {
  return std::accumulate(dimensions.begin(), dimensions.end(), std::int64_t{1},
                         std::multiplies<>());
}

}  // namespace

Parameter::Parameter(std::string parameter_name,
                     std::vector<std::int64_t> dimensions)
    : name(std::move(parameter_name)),
      shape(std::move(dimensions)),
      value(static_cast<std::size_t>(product(shape))),
      gradient(value.size()) {}

int Layer::output_size() const {
  return static_cast<int>(product(output_shape_));
}

}  // namespace demo
