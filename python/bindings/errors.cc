#include "bindings.h"

namespace stepline::python {
namespace {

PyObject* exception_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument:
    case ErrorCode::Corrupt:
      return PyExc_ValueError;
    case ErrorCode::NotFound:
      return PyExc_FileNotFoundError;
    case ErrorCode::Io:
      return PyExc_OSError;
  }
  return PyExc_RuntimeError;
}

}  // namespace

void raise_if_failed(const Result<void>& result) {
  if (result) return;
  PyErr_SetString(exception_of(result.error().code),
                  result.error().message.c_str());
  throw nanobind::python_error();
}

}  // namespace stepline::python
