#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace stepline {

// One code per reaction, not per call site: the message carries the detail.
enum class ErrorCode {
  InvalidArgument,  // The caller's mistake; retrying cannot help.
  NotFound,         // The file, run or tag does not exist.
  Corrupt,          // The bytes are not what the format promises.
  Io,               // The operating system refused; may be retryable.
};

struct Error {
  ErrorCode code;
  std::string message;  // Lower case, no final period, path last.
};

// A value or the reason why there is none, spelled like std::expected (which
// needs C++23). Reading the side that is not there is undefined.
template <class T>
class Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & {
    assert(has_value() && "value() of a result that holds an error");
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    assert(has_value() && "value() of a result that holds an error");
    return *std::get_if<0>(&state_);
  }
  T&& value() && { return std::move(value()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const {
    assert(!has_value() && "error() of a result that holds a value");
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

// Success, or the reason why not.
template <>
class Result<void> {
 public:
  Result() = default;
  Result(Error error) : state_(std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  const Error& error() const {
    assert(!has_value() && "error() of a result that succeeded");
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<std::monostate, Error> state_;
};

}  // namespace stepline
