// The base of the writers' classes: add_scalar(), which is called so often that
// every layer above it would show. A type made by hand, because the way through
// a binding library costs as much as all the rest.
//
// Where Python has no lock of its own, `Guard` is the object's; elsewhere it is
// nothing.

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings.h"
#include "writer.h"

namespace nb = nanobind;

namespace stepline::python {
namespace {

using Guard = nb::ft_object_guard;

struct ScalarFront {
  PyObject_HEAD std::shared_ptr<SummaryWriter> writer;
};

ScalarFront* front_of(PyObject* self) {
  return reinterpret_cast<ScalarFront*>(self);
}

// Interned, so that keywords are compared by address.
struct Names {
  PyObject* tag;
  PyObject* scalar_value;
  PyObject* global_step;
  PyObject* walltime;
  PyObject* fallback;
};
Names names;

// A few types, which live as long as the process. Read without a lock.
class TypeList {
 public:
  void add(nb::type_object type) {
    const nb::ft_lock_guard locked(adding_);
    const std::size_t count = count_.load(std::memory_order_relaxed);
    if (count == types_.size()) return;  // Those go the slow way.
    types_[count] = reinterpret_cast<PyTypeObject*>(type.inc_ref().ptr());
    count_.store(count + 1, std::memory_order_release);
  }

  bool has(const PyTypeObject* type) const {
    const std::size_t count = count_.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < count; ++i)
      if (types_[i] == type) return true;
    return false;
  }

 private:
  nb::ft_mutex adding_;
  std::atomic<std::size_t> count_{0};
  std::array<PyTypeObject*, 64> types_{};
};

// Types with a __float__ that does nothing but convert: numpy's numbers.
TypeList plain_numbers;

// Types whose item() gives the only element as a number: torch's tensors.
TypeList item_holders;

struct Arguments {
  PyObject* tag = nullptr;
  PyObject* value = nullptr;
  PyObject* step = nullptr;
  PyObject* wall_time = nullptr;
};

// False when the call is not one of the simple ones.
bool sort_arguments(PyObject* const* given, Py_ssize_t count,
                    PyObject* keywords, Arguments& out) {
  if (count > 4) return false;
  PyObject** const slots[] = {&out.tag, &out.value, &out.step, &out.wall_time};
  for (Py_ssize_t i = 0; i < count; ++i) *slots[i] = given[i];
  const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_Size(keywords);
  for (Py_ssize_t i = 0; i < named; ++i) {
    PyObject* const name = PyTuple_GetItem(keywords, i);
    PyObject** const slot = name == names.global_step    ? &out.step
                            : name == names.walltime     ? &out.wall_time
                            : name == names.scalar_value ? &out.value
                            : name == names.tag          ? &out.tag
                                                         : nullptr;
    if (slot == nullptr || *slot != nullptr) return false;
    *slot = given[count + i];
  }
  return out.tag != nullptr && out.value != nullptr;
}

// Each read_* gives false where the object is not of the simple types, or out
// of range; no exception is left set.

bool read_item(PyObject* holder, double& out) {
  static PyObject* const name = PyUnicode_InternFromString("item");
  PyObject* const item = PyObject_VectorcallMethod(name, &holder, 1, nullptr);
  const bool is_real =
      item != nullptr && (PyFloat_Check(item) || PyLong_Check(item));
  if (is_real) out = PyFloat_AsDouble(item);
  Py_XDECREF(item);
  if (PyErr_Occurred() == nullptr) return is_real;
  // The slow way finds it again; but Ctrl-C comes only once.
  if (PyErr_ExceptionMatches(PyExc_Exception)) PyErr_Clear();
  return false;
}

bool read_value(PyObject* object, double& out) {
  if (PyFloat_Check(object)) {
    out = PyFloat_AsDouble(object);
    return true;
  }
  if (PyLong_CheckExact(object)) {
    out = PyLong_AsDouble(object);
  } else if (plain_numbers.has(Py_TYPE(object))) {
    out = PyFloat_AsDouble(object);
  } else if (item_holders.has(Py_TYPE(object))) {
    return read_item(object, out);
  } else {
    return false;
  }
  if (out == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return false;
  }
  return true;
}

bool read_step(PyObject* object, std::int64_t& out) {
  out = 0;
  if (object == nullptr || object == Py_None) return true;
  if (!PyLong_CheckExact(object)) return false;
  out = PyLong_AsLongLong(object);
  if (out == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return false;
  }
  return true;
}

bool read_wall_time(PyObject* object, double& out) {
  out = NAN;  // Now.
  if (object == nullptr || object == Py_None) return true;
  if (!PyFloat_Check(object)) return false;
  out = PyFloat_AsDouble(object);
  return true;
}

bool read_tag(PyObject* object, std::string_view& out) {
  if (!PyUnicode_CheckExact(object)) return false;
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(object, &size);
  if (text == nullptr) {
    PyErr_Clear();
    return false;
  }
  out = {text, static_cast<std::size_t>(size)};
  return true;
}

// self._add_scalar(*args, **kwargs), which takes whatever there is, and knows
// what to say about the rest.
PyObject* fall_back(PyObject* self, PyObject* const* args, Py_ssize_t count,
                    PyObject* keywords) {
  const std::size_t named =
      keywords == nullptr ? 0
                          : static_cast<std::size_t>(PyTuple_Size(keywords));
  const auto positional = static_cast<std::size_t>(count);
  std::vector<PyObject*> all(1 + positional + named);
  all[0] = self;
  for (std::size_t i = 0; i < positional + named; ++i) all[1 + i] = args[i];
  return PyObject_VectorcallMethod(names.fallback, all.data(), 1 + positional,
                                   keywords);
}

// What tensorboardX writes as it is, and says nothing about.
bool is_unremarkable(std::string_view tag, double value) {
  constexpr std::string_view kOthers = "_-./";
  if (!std::isfinite(value) || tag.starts_with('/')) return false;
  for (const char c : tag) {
    const bool is_alphanumeric = (c >= 'a' && c <= 'z') ||
                                 (c >= 'A' && c <= 'Z') ||
                                 (c >= '0' && c <= '9');
    if (!is_alphanumeric && kOthers.find(c) == std::string_view::npos)
      return false;
  }
  return true;
}

template <bool kOnlyUnremarkable>
PyObject* add_scalar(PyObject* self, PyObject* const* args, Py_ssize_t count,
                     PyObject* keywords) {
  const Guard guard(self);
  ScalarFront& front = *front_of(self);
  Arguments given;
  std::string_view tag;
  double value, wall_time;
  std::int64_t step;
  if (!front.writer || !sort_arguments(args, count, keywords, given) ||
      !read_value(given.value, value) || !read_step(given.step, step) ||
      !read_wall_time(given.wall_time, wall_time) ||
      !read_tag(given.tag, tag) ||
      (kOnlyUnremarkable && !is_unremarkable(tag, value))) [[unlikely]] {
    if (PyErr_Occurred() != nullptr) return nullptr;
    return fall_back(self, args, count, keywords);
  }
  // Kept alive by the caller's reference to `self`, which has the Writer, too.
  SummaryWriter& writer = *front.writer;
  if (!writer.would_wait()) [[likely]] {
    writer.add_scalar(tag, value, step, wall_time);
  } else {
    const nb::gil_scoped_release unlocked;
    writer.add_scalar(tag, value, step, wall_time);
  }
  Py_RETURN_NONE;
}

PyObject* make_front(PyTypeObject* type, PyObject*, PyObject*) {
  auto* const allocate =
      reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
  PyObject* const self = allocate(type, 0);
  if (self != nullptr)
    new (&front_of(self)->writer) std::shared_ptr<SummaryWriter>;
  return self;
}

void end_front(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  front_of(self)->writer.~shared_ptr();
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

PyObject* attach(PyObject* self, PyObject* writer) {
  const Guard guard(self);
  if (writer == Py_None) {
    front_of(self)->writer.reset();
    Py_RETURN_NONE;
  }
  Writer* native = nullptr;
  if (!nb::try_cast(nb::handle(writer), native) || native == nullptr) {
    PyErr_SetString(PyExc_TypeError, "a Writer is wanted");
    return nullptr;
  }
  front_of(self)->writer = native->shared;
  Py_RETURN_NONE;
}

constexpr const char* kAddScalarDoc =
    "add_scalar($self, tag, scalar_value, global_step=None, walltime=None, "
    "new_style=False, double_precision=False)\n--\n\n"
    "Logs one number.\n\n"
    "Anything with a single element is taken as a number. `walltime` is in\n"
    "seconds since the epoch, now by default. `new_style` writes "
    "TensorBoard's\n"
    "tensor form, and with it `double_precision` keeps all 64 bits.";

constexpr const char* kAddPlainScalarDoc =
    "add_scalar($self, tag, scalar_value, global_step=None, walltime=None, "
    "display_name='', summary_description='')\n--\n\n"
    "Logs one number.\n\n"
    "Anything with a single element is taken as a number. `walltime` is in\n"
    "seconds since the epoch, now by default. The chart's title is\n"
    "`display_name`, if it is given, in place of the tag.";

PyMethodDef methods[] = {
    {"add_scalar",
     reinterpret_cast<PyCFunction>(
         reinterpret_cast<void (*)()>(add_scalar<false>)),
     METH_FASTCALL | METH_KEYWORDS, kAddScalarDoc},
    {"_attach", attach, METH_O, "_attach($self, writer, /)\n--\n\n"},
    {}};

PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(make_front)},
    {Py_tp_dealloc, reinterpret_cast<void*>(end_front)},
    {Py_tp_methods, methods},
    {Py_tp_doc,
     const_cast<char*>("What the writers' classes have in common: the quick "
                       "way into the queue.")},
    {0, nullptr}};

PyType_Spec spec = {"stepline._native.ScalarFront",
                    static_cast<int>(sizeof(ScalarFront)), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

PyMethodDef plain_methods[] = {
    {"add_scalar",
     reinterpret_cast<PyCFunction>(
         reinterpret_cast<void (*)()>(add_scalar<true>)),
     METH_FASTCALL | METH_KEYWORDS, kAddPlainScalarDoc},
    {}};

PyType_Slot plain_slots[] = {
    {Py_tp_methods, plain_methods},
    {Py_tp_doc,
     const_cast<char*>("A ScalarFront that takes finite values under plain "
                       "tags, and leaves the rest to _add_scalar().")},
    {0, nullptr}};

PyType_Spec plain_spec = {
    "stepline._native.PlainScalarFront", static_cast<int>(sizeof(ScalarFront)),
    0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, plain_slots};

}  // namespace

void bind_scalar_front(nb::module_& module) {
  names = {PyUnicode_InternFromString("tag"),
           PyUnicode_InternFromString("scalar_value"),
           PyUnicode_InternFromString("global_step"),
           PyUnicode_InternFromString("walltime"),
           PyUnicode_InternFromString("_add_scalar")};
  PyObject* const type = PyType_FromSpec(&spec);
  if (type == nullptr) throw nb::python_error();
  module.attr("ScalarFront") = nb::steal(type);
  PyObject* const plain = PyType_FromSpecWithBases(&plain_spec, type);
  if (plain == nullptr) throw nb::python_error();
  module.attr("PlainScalarFront") = nb::steal(plain);
  module.def(
      "trust_as_number",
      [](nb::type_object number) { plain_numbers.add(std::move(number)); },
      nb::arg("type"),
      "Lets add_scalar() take values of exactly this type by float().");
  module.def(
      "trust_item_of",
      [](nb::type_object holder) { item_holders.add(std::move(holder)); },
      nb::arg("type"),
      "Lets add_scalar() take values of exactly this type by their item().");
}

}  // namespace stepline::python
