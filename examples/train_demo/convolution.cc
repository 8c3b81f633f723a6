#include "convolution.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace demo {

Convolution::Convolution(const std::string& name, const Shape& input_shape,
                         int filters, int filter_size, Random& random)
    : Layer(name, "Conv2D", {filters, input_shape[1], input_shape[2]}),
      channels_(static_cast<int>(input_shape[0])),
      side_(static_cast<int>(input_shape[1])),
      filters_(filters),
      filter_size_(filter_size),
      weight_(name + "/weight",
              {filters, input_shape[0], filter_size, filter_size}),
      bias_(name + "/bias", {filters}) {
  const float scale = std::sqrt(2.0f / static_cast<float>(patch_size()));
  for (float& w : weight_.value) w = scale * random.normal();
}

Matrix Convolution::forward(const Matrix& input) {
  input_ = input;
  Matrix output(input.rows(), filters_ * pixels());
  std::vector<float> patches(std::size_t(patch_size() * pixels()));
  for (int i = 0; i < input.rows(); ++i) {
    picture_to_patches(input.row(i), patches.data());
    for (int f = 0; f < filters_; ++f) {
      std::fill_n(output.row(i) + f * pixels(), pixels(),
                  bias_.value[std::size_t(f)]);
    }
    add_product(weight_.value.data(), patches.data(), output.row(i), filters_,
                patch_size(), pixels());
  }
  return output;
}

Matrix Convolution::backward(const Matrix& output_gradient) {
  Matrix input_gradient(input_.rows(), input_.columns());
  std::vector<float> patches(std::size_t(patch_size() * pixels()));
  for (int i = 0; i < input_.rows(); ++i) {
    const float* gradient = output_gradient.row(i);
    for (int f = 0; f < filters_; ++f) {
      const float* map = gradient + f * pixels();
      float sum = 0;
      for (int p = 0; p < pixels(); ++p) sum += map[p];
      bias_.gradient[std::size_t(f)] += sum;
    }
    picture_to_patches(input_.row(i), patches.data());
    add_product_with_transposed(gradient, patches.data(),
                                weight_.gradient.data(), filters_, pixels(),
                                patch_size());
    std::fill(patches.begin(), patches.end(), 0.0f);
    add_product_of_transposed(weight_.value.data(), gradient, patches.data(),
                              patch_size(), filters_, pixels());
    add_patches_to_picture(patches.data(), input_gradient.row(i));
  }
  return input_gradient;
}

Convolution::Window Convolution::window(int shift) const {
  return {std::max(0, -shift), std::min(side_, side_ - shift)};
}

void Convolution::picture_to_patches(const float* picture,
                                     float* patches) const {
  std::fill_n(patches, patch_size() * pixels(), 0.0f);
  const int reach = filter_size_ / 2;
  for (int c = 0; c < channels_; ++c, picture += pixels()) {
    for (int dy = -reach; dy <= reach; ++dy) {
      for (int dx = -reach; dx <= reach; ++dx, patches += pixels()) {
        const auto [top, bottom] = window(dy);
        const auto [left, right] = window(dx);
        for (int y = top; y < bottom; ++y) {
          const float* from = picture + (y + dy) * side_ + dx;
          std::copy(from + left, from + right, patches + y * side_ + left);
        }
      }
    }
  }
}

void Convolution::add_patches_to_picture(const float* patches,
                                         float* picture) const {
  const int reach = filter_size_ / 2;
  for (int c = 0; c < channels_; ++c, picture += pixels()) {
    for (int dy = -reach; dy <= reach; ++dy) {
      for (int dx = -reach; dx <= reach; ++dx, patches += pixels()) {
        const auto [top, bottom] = window(dy);
        const auto [left, right] = window(dx);
        for (int y = top; y < bottom; ++y) {
          float* to = picture + (y + dy) * side_ + dx;
          const float* from = patches + y * side_;
          for (int x = left; x < right; ++x) to[x] += from[x];
        }
      }
    }
  }
}

}  // namespace demo
