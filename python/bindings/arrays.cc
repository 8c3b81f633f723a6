#include "arrays.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bindings.h"

namespace nb = nanobind;

namespace stepline::python {
namespace {

using Code = nb::dlpack::dtype_code;

struct KnownType {
  Code code;
  int bits;
  DType dtype;
};

constexpr std::array kKnownTypes = {
    KnownType{Code::Float, 32, DType::Float32},
    KnownType{Code::UInt, 8, DType::UInt8},
    KnownType{Code::Float, 64, DType::Float64},
    KnownType{Code::Float, 16, DType::Float16},
    KnownType{Code::Bfloat, 16, DType::BFloat16},
    KnownType{Code::Int, 64, DType::Int64},
    KnownType{Code::Int, 32, DType::Int32},
    KnownType{Code::Int, 16, DType::Int16},
    KnownType{Code::Int, 8, DType::Int8},
    KnownType{Code::UInt, 16, DType::UInt16},
    KnownType{Code::UInt, 32, DType::UInt32},
    KnownType{Code::UInt, 64, DType::UInt64},
    KnownType{Code::Bool, 8, DType::Bool},
    KnownType{Code::Complex, 64, DType::Complex64},
    KnownType{Code::Complex, 128, DType::Complex128},
    KnownType{Code::Float8_E4M3FN, 8, DType::Float8E4M3},
    KnownType{Code::Float8_E5M2, 8, DType::Float8E5M2},
};

std::optional<DType> dtype_named(std::string_view name) {
  if (name == "bfloat16") return DType::BFloat16;
  if (name == "float8_e4m3fn") return DType::Float8E4M3;
  if (name == "float8_e5m2") return DType::Float8E5M2;
  return {};
}

std::optional<DType> dtype_of(nb::dlpack::dtype type) {
  if (type.lanes != 1) return {};
  for (const KnownType& known : kKnownTypes) {
    if (static_cast<std::uint8_t>(known.code) == type.code &&
        known.bits == type.bits) {
      return known.dtype;
    }
  }
  return {};
}

DType element_type(nb::dlpack::dtype type, std::string_view name) {
  const auto dtype = name.empty() ? dtype_of(type) : dtype_named(name);
  if (!dtype) throw nb::type_error("elements of a type that is not known");
  if (size_of(*dtype) * 8 != type.bits)
    throw nb::type_error("elements of another size than the dtype has");
  return *dtype;
}

TensorView view_of(const nb::ndarray<nb::ro>& source, std::string_view name) {
  if (source.device_type() != nb::device::cpu::value)
    throw nb::type_error("an array that is not in the CPU's memory");
  const DType dtype = element_type(source.dtype(), name);
  const std::size_t rank = source.ndim();
  std::vector<std::int64_t> shape(rank), strides(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    shape[i] = static_cast<std::int64_t>(source.shape(i));
    strides[i] = source.stride(i);
  }
  return TensorView(source.data(), dtype, shape, strides);
}

}  // namespace

Array::Array(nb::ndarray<nb::ro> source, std::string_view dtype)
    : source_(std::move(source)), view_(view_of(source_, dtype)) {}

void bind_arrays(nb::module_& module) {
  nb::class_<Array>(module, "Array",
                    "An array in CPU memory, seen without a copy.")
      .def(nb::init<nb::ndarray<nb::ro>, std::string_view>(), nb::arg("source"),
           nb::arg("dtype") = "")
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
