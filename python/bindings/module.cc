// stepline._native: what the package's modules stand on. Private: its names
// and signatures may change with every version.

#include "bindings.h"

NB_MODULE(_native, module) {
  // A program may end with a writer in some global; that is well.
  nanobind::set_leak_warnings(false);
  module.attr("__version__") = STEPLINE_VERSION;
  stepline::python::bind_arrays(module);
  stepline::python::bind_writer(module);
  stepline::python::bind_scalar_front(module);
  stepline::python::bind_reader(module);
}
