#pragma once

#include <nanobind/nanobind.h>

#include "stepline/result.h"

namespace stepline::python {

// One function a file of this folder; module.cc calls them all.
void bind_arrays(nanobind::module_& module);
void bind_reader(nanobind::module_& module);
void bind_scalar_front(nanobind::module_& module);
void bind_writer(nanobind::module_& module);

// Throws what becomes the Python exception of an error: ValueError for the
// caller's mistake and for damaged bytes, FileNotFoundError, OSError.
void raise_if_failed(const Result<void>& result);

}  // namespace stepline::python
