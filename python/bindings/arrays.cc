#include "arrays.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT: "source"_a

namespace stepline::python {
namespace {

using Code = nb::dlpack::dtype_code;

struct KnownType {
  Code code;
  std::size_t bytes;
  DType dtype;
  std::string_view name;  // numpy's and torch's.
};

constexpr std::array kKnownTypes = {
    KnownType{Code::Float, 4, DType::Float32, "float32"},
    KnownType{Code::UInt, 1, DType::UInt8, "uint8"},
    KnownType{Code::Float, 8, DType::Float64, "float64"},
    KnownType{Code::Bfloat, 2, DType::BFloat16, "bfloat16"},
    KnownType{Code::Float, 2, DType::Float16, "float16"},
    KnownType{Code::Int, 8, DType::Int64, "int64"},
    KnownType{Code::Int, 4, DType::Int32, "int32"},
    KnownType{Code::Int, 2, DType::Int16, "int16"},
    KnownType{Code::Int, 1, DType::Int8, "int8"},
    KnownType{Code::UInt, 2, DType::UInt16, "uint16"},
    KnownType{Code::UInt, 4, DType::UInt32, "uint32"},
    KnownType{Code::UInt, 8, DType::UInt64, "uint64"},
    KnownType{Code::Bool, 1, DType::Bool, "bool"},
    KnownType{Code::Complex, 8, DType::Complex64, "complex64"},
    KnownType{Code::Complex, 16, DType::Complex128, "complex128"},
    KnownType{Code::Float8_E4M3FN, 1, DType::Float8E4M3, "float8_e4m3fn"},
    KnownType{Code::Float8_E5M2, 1, DType::Float8E5M2, "float8_e5m2"},
};

std::optional<DType> dtype_of(Code code, std::size_t bytes) {
  for (const KnownType& known : kKnownTypes)
    if (known.code == code && known.bytes == bytes) return known.dtype;
  return {};
}

std::optional<DType> dtype_named(std::string_view name) {
  for (const KnownType& known : kKnownTypes)
    if (known.name == name) return known.dtype;
  return {};
}

// The format of the struct module: one letter, perhaps with an order of bytes
// before it; complex numbers have a Z.
std::optional<Code> code_of_format(std::string_view format) {
  constexpr char kOther =
      std::endian::native == std::endian::little ? '>' : '<';
  if (format.empty()) return Code::UInt;
  if (format[0] == kOther || format[0] == '!') return {};
  if (std::string_view("@=<>").find(format[0]) != std::string_view::npos)
    format.remove_prefix(1);
  if (format.size() == 2 && format[0] == 'Z') return Code::Complex;
  if (format.size() != 1) return {};
  const auto is_one_of = [&](std::string_view letters) {
    return letters.find(format[0]) != std::string_view::npos;
  };
  if (is_one_of("efd")) return Code::Float;
  if (is_one_of("bhilqn")) return Code::Int;
  if (is_one_of("BHILQN")) return Code::UInt;
  if (is_one_of("?")) return Code::Bool;
  return {};
}

// `own` is what the array itself says about its elements.
DType element_type(std::optional<DType> own, std::size_t bytes,
                   std::string_view name) {
  const auto dtype = name.empty() ? own : dtype_named(name);
  if (!dtype) throw nb::type_error("elements of a type that is not known");
  if (size_of(*dtype) != bytes)
    throw nb::type_error("elements of another size than the dtype has");
  return *dtype;
}

using Dims = std::array<std::int64_t, TensorView::kMaxRank>;

std::size_t checked_rank(std::size_t rank) {
  if (rank > TensorView::kMaxRank)
    throw nb::type_error("an array of too many dimensions");
  return rank;
}

TensorView view_of(const nb::ndarray<nb::ro>& source, std::string_view name) {
  if (source.device_type() != nb::device::cpu::value)
    throw nb::type_error("an array that is not in the CPU's memory");
  const nb::dlpack::dtype type = source.dtype();
  const std::size_t bytes = type.bits / 8u;
  const auto own = type.lanes == 1
                       ? dtype_of(static_cast<Code>(type.code), bytes)
                       : std::nullopt;
  const std::size_t rank = checked_rank(source.ndim());
  Dims shape, strides;
  for (std::size_t i = 0; i < rank; ++i) {
    shape[i] = static_cast<std::int64_t>(source.shape(i));
    strides[i] = source.stride(i);
  }
  return TensorView(source.data(), element_type(own, bytes, name),
                    std::span(shape).first(rank),
                    std::span(strides).first(rank));
}

TensorView view_of(const Py_buffer& buffer, std::string_view name) {
  const auto bytes = static_cast<std::size_t>(buffer.itemsize);
  const auto code =
      code_of_format(buffer.format == nullptr ? "" : buffer.format);
  const DType dtype =
      element_type(code ? dtype_of(*code, bytes) : std::nullopt, bytes, name);
  const std::size_t rank = checked_rank(static_cast<std::size_t>(buffer.ndim));
  Dims shape, strides;
  for (std::size_t i = 0; i < rank; ++i) {
    shape[i] = buffer.shape[i];
    if (buffer.strides[i] % buffer.itemsize != 0)
      throw nb::type_error("elements that are not aligned to each other");
    strides[i] = buffer.strides[i] / buffer.itemsize;
  }
  return TensorView(buffer.buf, dtype, std::span(shape).first(rank),
                    std::span(strides).first(rank));
}

}  // namespace

Array::Array(nb::object source, std::string_view dtype) {
  if (take_buffer(source)) {
    view_ = view_of(buffer_.held, dtype);
  } else if (nb::try_cast(source, imported_)) {
    view_ = view_of(imported_, dtype);
  } else {
    throw nb::type_error("not an array, or of a type that is not known");
  }
}

Array::Array(std::uintptr_t address, std::string_view dtype,
             std::span<const std::int64_t> shape,
             std::span<const std::int64_t> strides, nb::object owner)
    : owner_(std::move(owner)) {
  const auto known = dtype_named(dtype);
  if (!known) throw nb::type_error("elements of a type that is not known");
  view_ = TensorView(reinterpret_cast<const void*>(address), *known, shape,
                     strides);
}

bool Array::take_buffer(nb::handle source) {
  if (!PyObject_CheckBuffer(source.ptr())) return false;
  constexpr int kWanted = PyBUF_STRIDES | PyBUF_FORMAT;
  if (PyObject_GetBuffer(source.ptr(), &buffer_.held, kWanted) == 0)
    return true;
  PyErr_Clear();
  return false;
}

void bind_arrays(nb::module_& module) {
  nb::class_<Array>(module, "Array",
                    "An array in CPU memory, seen without a copy.")
      .def(nb::init<nb::object, std::string_view>(), "source"_a, "dtype"_a = "")
      .def_static(
          "at",
          [](std::uintptr_t address, std::string_view dtype,
             const std::vector<std::int64_t>& shape,
             const std::vector<std::int64_t>& strides, nb::object owner) {
            return std::make_unique<Array>(address, dtype, shape, strides,
                                           std::move(owner));
          },
          "address"_a, "dtype"_a, "shape"_a, "strides"_a, "owner"_a,
          "Elements at an address that `owner` keeps.")
      .def_prop_ro("shape",
                   [](const Array& array) {
                     const auto shape = array.view().shape();
                     return nb::tuple(nb::cast(std::vector<std::int64_t>(
                         shape.begin(), shape.end())));
                   })
      .def_prop_ro("size",
                   [](const Array& array) { return array.view().size(); })
      .def_prop_ro("dtype", [](const Array& array) {
        return std::string(name_of(array.view().dtype()));
      });
}

}  // namespace stepline::python
