#include "writer/tensor_reader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/float_bits.h"

namespace stepline::writer {
namespace {

struct Axis {
  std::int64_t size;
  std::int64_t stride;
};

// The axes that matter, with neighbours that run on into each other joined.
class Axes {
 public:
  explicit Axes(const TensorView& view) {
    for (int axis = 0; axis < view.rank(); ++axis) {
      const auto i = static_cast<std::size_t>(axis);
      add({view.shape()[i], view.strides()[i]});
    }
    if (count_ == 0) axes_[count_++] = {1, 1};
  }

  std::size_t count() const { return count_; }
  const Axis& operator[](std::size_t i) const { return axes_[i]; }

 private:
  void add(Axis axis) {
    if (axis.size == 1) return;
    if (count_ > 0 && axes_[count_ - 1].stride == axis.stride * axis.size) {
      axes_[count_ - 1] = {axes_[count_ - 1].size * axis.size, axis.stride};
    } else {
      axes_[count_++] = axis;
    }
  }

  std::array<Axis, TensorView::kMaxRank + 1> axes_{};
  std::size_t count_ = 0;
};

// Any element of so many bytes, at any address, whatever its type: a struct of
// characters has no alignment, and the compiler moves it as one word.
template <std::size_t kBytes>
struct __attribute__((may_alias)) Element {
  char bytes[kBytes];
};

template <class T>
void copy_line(const T* in, std::int64_t stride, std::int64_t count, T* out) {
  if (stride == 1) {
    std::memcpy(out, in, static_cast<std::size_t>(count) * sizeof(T));
  } else {
    for (std::int64_t i = 0; i < count; ++i) out[i] = in[i * stride];
  }
}

// `rows` x `columns` elements to `out`, whose rows are `out_stride` apart.
template <class T>
void copy_tiles(const T* in, Axis rows, Axis columns, std::int64_t out_stride,
                T* out) {
  constexpr std::int64_t kTile = 32;
  for (std::int64_t r = 0; r < rows.size; r += kTile) {
    const std::int64_t r_end = std::min(r + kTile, rows.size);
    for (std::int64_t c = 0; c < columns.size; c += kTile) {
      const std::int64_t c_end = std::min(c + kTile, columns.size);
      for (std::int64_t y = r; y < r_end; ++y) {
        const T* line = in + y * rows.stride;
        for (std::int64_t x = c; x < c_end; ++x) {
          out[y * out_stride + x] = line[x * columns.stride];
        }
      }
    }
  }
}

template <class T>
class Copier {
 public:
  explicit Copier(const TensorView& view) : axes_(view) {
    std::int64_t step = 1;
    for (std::size_t axis = axes_.count(); axis-- > 0;) {
      out_strides_[axis] = step;
      step *= axes_[axis].size;
    }
    last_ = axes_.count() - 1;
    for (std::size_t axis = 0; axis < last_; ++axis) {
      if (axes_[axis].stride == 1 && axes_[last_].stride != 1) tiled_ = axis;
    }
  }

  void copy(const T* in, T* out, std::size_t axis = 0) const {
    if (axis == tiled_) return copy(in, out, axis + 1);
    if (axis == last_) {
      if (tiled_ == kNone) {
        copy_line(in, axes_[last_].stride, axes_[last_].size, out);
      } else {
        copy_tiles(in, axes_[tiled_], axes_[last_], out_strides_[tiled_], out);
      }
      return;
    }
    for (std::int64_t i = 0; i < axes_[axis].size; ++i) {
      copy(in + i * axes_[axis].stride, out + i * out_strides_[axis], axis + 1);
    }
  }

 private:
  static constexpr std::size_t kNone = TensorView::kMaxRank + 1;

  Axes axes_;
  std::array<std::int64_t, TensorView::kMaxRank + 1> out_strides_{};
  std::size_t last_ = 0;
  std::size_t tiled_ = kNone;  // The axis along which the source is dense.
};

template <class T>
void copy_as(const TensorView& view, void* out) {
  Copier<T>(view).copy(static_cast<const T*>(view.data()),
                       static_cast<T*>(out));
}

template <class In, class Out>
void convert_as(const void* data, std::span<Out> out) {
  if constexpr (std::is_same_v<In, Out>) {
    if (!out.empty()) std::memcpy(out.data(), data, out.size_bytes());
    return;
  }
  const auto* in = static_cast<const std::byte*>(data);
  for (std::size_t i = 0; i < out.size(); ++i) {
    In value;
    std::memcpy(&value, in + i * sizeof(In), sizeof(In));
    out[i] = static_cast<Out>(value);
  }
}

template <class Bits, class Out, class Decode>
void decode_as(const void* data, std::span<Out> out, Decode decode) {
  const auto* in = static_cast<const std::byte*>(data);
  for (std::size_t i = 0; i < out.size(); ++i) {
    Bits bits;
    std::memcpy(&bits, in + i * sizeof(Bits), sizeof(Bits));
    out[i] = static_cast<Out>(decode(bits));
  }
}

template <class Out>
void convert(const void* data, DType dtype, std::span<Out> out) {
  switch (dtype) {
    case DType::Bool:
      return decode_as<std::uint8_t>(data, out, [](auto b) { return b != 0; });
    case DType::Int8:
      return convert_as<std::int8_t>(data, out);
    case DType::UInt8:
      return convert_as<std::uint8_t>(data, out);
    case DType::Int16:
      return convert_as<std::int16_t>(data, out);
    case DType::UInt16:
      return convert_as<std::uint16_t>(data, out);
    case DType::Int32:
      return convert_as<std::int32_t>(data, out);
    case DType::UInt32:
      return convert_as<std::uint32_t>(data, out);
    case DType::Int64:
      return convert_as<std::int64_t>(data, out);
    case DType::UInt64:
      return convert_as<std::uint64_t>(data, out);
    case DType::Float16:
      return decode_as<std::uint16_t>(data, out, half_to_float);
    case DType::BFloat16:
      return decode_as<std::uint16_t>(data, out, bfloat16_to_float);
    case DType::Float8E4M3:
      return decode_as<std::uint8_t>(data, out, float8_e4m3fn_to_float);
    case DType::Float8E5M2:
      return decode_as<std::uint8_t>(data, out, float8_e5m2_to_float);
    case DType::Float32:
      return convert_as<float>(data, out);
    case DType::Float64:
      return convert_as<double>(data, out);
    case DType::Complex64:
    case DType::Complex128:
      std::ranges::fill(out, Out{0});
  }
}

}  // namespace

void copy_contiguous(const TensorView& view, void* out) {
  if (view.size() == 0) return;
  if (view.contiguous()) {
    std::memcpy(out, view.data(), view.bytes());
    return;
  }
  switch (size_of(view.dtype())) {
    case 1:
      return copy_as<Element<1>>(view, out);
    case 2:
      return copy_as<Element<2>>(view, out);
    case 4:
      return copy_as<Element<4>>(view, out);
    case 8:
      return copy_as<Element<8>>(view, out);
    default:
      return copy_as<Element<16>>(view, out);
  }
}

ContiguousView::ContiguousView(const TensorView& view) : view_(view) {
  if (view.contiguous()) return;
  copy_.resize(view.bytes());
  copy_contiguous(view, copy_.data());
  view_ = TensorView(copy_.data(), view.dtype(), view.shape());
}

bool fits_float(DType dtype) {
  switch (dtype) {
    case DType::Int32:
    case DType::UInt32:
    case DType::Int64:
    case DType::UInt64:
    case DType::Float64:
    case DType::Complex64:
    case DType::Complex128:
      return false;
    default:
      return true;
  }
}

void convert_elements(const void* data, DType dtype, std::span<double> out) {
  convert(data, dtype, out);
}

void convert_elements(const void* data, DType dtype, std::span<float> out) {
  convert(data, dtype, out);
}

void to_doubles(const TensorView& view, std::span<double> out) {
  const ContiguousView elements(view);
  convert(elements.view().data(), view.dtype(), out);
}

void to_floats(const TensorView& view, std::span<float> out) {
  const ContiguousView elements(view);
  convert(elements.view().data(), view.dtype(), out);
}

std::vector<double> doubles_of(const TensorView& view) {
  std::vector<double> values(static_cast<std::size_t>(view.size()));
  to_doubles(view, values);
  return values;
}

TensorView permuted(const TensorView& view, std::span<const int> axes) {
  std::array<std::int64_t, TensorView::kMaxRank> shape{};
  std::array<std::int64_t, TensorView::kMaxRank> strides{};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto axis = static_cast<std::size_t>(axes[i]);
    shape[i] = axes[i] < 0 ? 1 : view.shape()[axis];
    strides[i] = axes[i] < 0 ? 0 : view.strides()[axis];
  }
  return TensorView(view.data(), view.dtype(),
                    std::span(shape).first(axes.size()),
                    std::span(strides).first(axes.size()));
}

TensorView slice(const TensorView& view, std::int64_t index) {
  const auto* data = static_cast<const std::byte*>(view.data());
  const auto bytes = static_cast<std::int64_t>(size_of(view.dtype()));
  return TensorView(data + index * view.strides()[0] * bytes, view.dtype(),
                    view.shape().subspan(1), view.strides().subspan(1));
}

}  // namespace stepline::writer
