#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace stepline::python {

template <std::size_t kSize>
struct ArgumentName {
  char text[kSize];
  consteval ArgumentName(const char (&name)[kSize]) {  // NOLINT: implicit
    std::copy_n(name, kSize, text);
  }
};

// A function's argument that is taken whatever it is, and complains when it is
// used: "walltime must be a number, not str". Otherwise the complaint is the
// binding library's, and shows users functions that they have not called. May
// be used without Python's lock.
template <class T, ArgumentName kName>
class Given {
 public:
  using Type = T;

  operator const T&() const { return get(); }  // NOLINT: implicit
  const T& get() const {
    if (complaint_.empty()) return value_;
    if (has_wrong_type_) throw nanobind::type_error(complaint_.c_str());
    throw nanobind::value_error(complaint_.c_str());
  }

  void set(T value) { value_ = std::move(value); }
  void refuse(nanobind::handle given) {
    complaint_ = kName.text;
    if (kIsInteger && PyLong_Check(given.ptr())) {
      complaint_ += " is out of range";
    } else if (kIsText && PyUnicode_Check(given.ptr())) {
      complaint_ += " is no valid Unicode";
    } else {
      has_wrong_type_ = true;
      complaint_ += " must be ";
      complaint_ += wanted();
      complaint_ += ", not ";
      complaint_ += nanobind::type_name(given.type()).c_str();
    }
  }

 private:
  template <class U>
  struct Plain {
    using Type = U;
  };
  template <class U>
  struct Plain<std::optional<U>> {
    using Type = U;
  };
  using Wanted = typename Plain<T>::Type;
  static constexpr bool kIsInteger =
      std::integral<Wanted> && !std::same_as<Wanted, bool>;
  static constexpr bool kIsText =
      std::same_as<Wanted, std::string> || std::same_as<Wanted, nanobind::str>;

  static const char* wanted() {
    if (std::same_as<Wanted, bool>) return "a bool";
    if (kIsInteger) return "an integer";
    if (std::floating_point<Wanted>) return "a number";
    static_assert(kIsText || std::is_arithmetic_v<Wanted>);
    return "a str";
  }

  T value_{};
  std::string complaint_;
  bool has_wrong_type_ = false;
};

}  // namespace stepline::python

namespace nanobind::detail {

template <class T, stepline::python::ArgumentName kName>
struct type_caster<stepline::python::Given<T, kName>> {
  using Argument = stepline::python::Given<T, kName>;
  NB_TYPE_CASTER(Argument, make_caster<T>::Name)

  bool from_python(handle given, std::uint32_t flags,
                   cleanup_list* cleanup) noexcept {
    make_caster<T> caster;
    if (caster.from_python(given, flags_for_local_caster<T>(flags), cleanup)) {
      value.set(caster.operator cast_t<T>());
    } else {
      value.refuse(given);
    }
    return true;
  }
};

template <class T, stepline::python::ArgumentName kName>
struct has_arg_defaults<stepline::python::Given<T, kName>> : std::true_type {};

}  // namespace nanobind::detail
