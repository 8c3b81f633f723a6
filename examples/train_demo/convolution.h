#pragma once

#include <string>
#include <vector>

#include "layer.h"
#include "random.h"

namespace demo {

// Square filters slid over square pictures, with zeros around them so that the
// output is as large as the input.
class Convolution : public Layer {
 public:
  Convolution(const std::string& name, const Shape& input_shape, int filters,
              int filter_size, Random& random);

  Matrix forward(const Matrix& input) override;
  Matrix backward(const Matrix& output_gradient) override;
  std::vector<Parameter*> parameters() override { return {&weight_, &bias_}; }

 private:
  int patch_size() const { return channels_ * filter_size_ * filter_size_; }
  int pixels() const { return side_ * side_; }
  // The run of columns that `shift` leaves inside the picture.
  struct Window {
    int begin;
    int end;
  };
  Window window(int shift) const;
  // [patch_size, pixels]: what each filter weight is multiplied with.
  void picture_to_patches(const float* picture, float* patches) const;
  void add_patches_to_picture(const float* patches, float* picture) const;

  int channels_;
  int side_;
  int filters_;
  int filter_size_;
  Parameter weight_;  // [filters, channels, filter_size, filter_size]
  Parameter bias_;
  Matrix input_;
};

}  // namespace demo
