#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "stepline/tensor_view.h"

namespace stepline {

// The element as the view's strides find it, for comparing with what the other
// library's own access says.
template <class T>
T element_at(const TensorView& view,
             std::initializer_list<std::int64_t> indices) {
  std::int64_t offset = 0;
  std::size_t axis = 0;
  for (const std::int64_t index : indices) {
    offset += index * view.strides()[axis++];
  }
  T element;
  std::memcpy(&element, static_cast<const T*>(view.data()) + offset, sizeof(T));
  return element;
}

}  // namespace stepline
