// A table of scalars for everybody who speaks Arrow, by the C stream interface
// in a PyCapsule: pyarrow, polars, DuckDB.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "arrow_abi.h"
#include "scalar_columns.h"

namespace nb = nanobind;

namespace stepline::python {
namespace {

constexpr const char* kCapsuleName = "arrow_array_stream";

// Words as Arrow has them: the bytes of all, and where each begins and ends.
struct Words {
  std::vector<std::int32_t> ends{0};
  std::string bytes;
};

struct Frame {
  std::shared_ptr<const ScalarColumns> columns;
  Words runs;
  Words names;
};
using SharedFrame = std::shared_ptr<const Frame>;

// --- Schemas ---------------------------------------------------------------

struct SchemaParts {
  std::string format;
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
  ArrowSchema dictionary{};
};

void release_schema(ArrowSchema* schema) {
  auto* const parts = static_cast<SchemaParts*>(schema->private_data);
  for (ArrowSchema& child : parts->children) {
    if (child.release != nullptr) child.release(&child);
  }
  ArrowSchema& dictionary = parts->dictionary;
  if (dictionary.release != nullptr) dictionary.release(&dictionary);
  delete parts;
  schema->release = nullptr;
}

ArrowSchema make_schema(std::string format, std::string name,
                        std::vector<ArrowSchema> children = {},
                        ArrowSchema dictionary = {}) {
  auto* const parts = new SchemaParts{
      std::move(format), std::move(name), std::move(children), {}, dictionary};
  for (ArrowSchema& child : parts->children) parts->pointers.push_back(&child);
  return {.format = parts->format.c_str(),
          .name = parts->name.c_str(),
          .metadata = nullptr,
          .flags = 0,
          .n_children = static_cast<std::int64_t>(parts->children.size()),
          .children = parts->pointers.data(),
          .dictionary = parts->dictionary.release == nullptr
                            ? nullptr
                            : &parts->dictionary,
          .release = release_schema,
          .private_data = parts};
}

ArrowSchema words_schema(const std::string& name, const Categories& words) {
  constexpr const char* kIntegers[] = {"c", "s", "i"};  // Of 8, 16, 32 bits.
  return make_schema(kIntegers[words.codes.index()], name, {},
                     make_schema("u", ""));
}

ArrowSchema schema_of(const ScalarColumns& columns) {
  std::vector<ArrowSchema> fields;
  fields.push_back(words_schema("run", columns.runs));
  fields.push_back(words_schema("tag", columns.names));
  fields.push_back(make_schema("l", "step"));
  fields.push_back(make_schema("g", "wall_time"));
  fields.push_back(make_schema("g", "value"));
  return make_schema("+s", "", std::move(fields));
}

// --- Arrays ----------------------------------------------------------------

struct ArrayParts {
  SharedFrame frame;
  std::vector<const void*> buffers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
  ArrowArray dictionary{};
};

void release_array(ArrowArray* array) {
  auto* const parts = static_cast<ArrayParts*>(array->private_data);
  for (ArrowArray& child : parts->children) {
    if (child.release != nullptr) child.release(&child);
  }
  ArrowArray& dictionary = parts->dictionary;
  if (dictionary.release != nullptr) dictionary.release(&dictionary);
  delete parts;
  array->release = nullptr;
}

ArrowArray make_array(SharedFrame frame, std::size_t length,
                      std::vector<const void*> buffers,
                      std::vector<ArrowArray> children = {},
                      ArrowArray dictionary = {}) {
  auto* const parts = new ArrayParts{std::move(frame),
                                     std::move(buffers),
                                     std::move(children),
                                     {},
                                     dictionary};
  for (ArrowArray& child : parts->children) parts->pointers.push_back(&child);
  return {.length = static_cast<std::int64_t>(length),
          .null_count = 0,
          .offset = 0,
          .n_buffers = static_cast<std::int64_t>(parts->buffers.size()),
          .n_children = static_cast<std::int64_t>(parts->children.size()),
          .buffers = parts->buffers.data(),
          .children = parts->pointers.data(),
          .dictionary = parts->dictionary.release == nullptr
                            ? nullptr
                            : &parts->dictionary,
          .release = release_array,
          .private_data = parts};
}

ArrowArray words_array(const SharedFrame& frame, const Categories& categories,
                       const Words& words) {
  ArrowArray dictionary =
      make_array(frame, words.ends.size() - 1,
                 {nullptr, words.ends.data(), words.bytes.data()});
  return std::visit(
      [&](const auto& codes) {
        return make_array(frame, codes.size(), {nullptr, codes.data()}, {},
                          dictionary);
      },
      categories.codes);
}

ArrowArray batch_of(const SharedFrame& frame) {
  const ScalarColumns& columns = *frame->columns;
  const ScalarTable& table = columns.table;
  const std::size_t length = table.size();
  std::vector<ArrowArray> fields;
  fields.push_back(words_array(frame, columns.runs, frame->runs));
  fields.push_back(words_array(frame, columns.names, frame->names));
  for (const void* column : {static_cast<const void*>(table.steps.data()),
                             static_cast<const void*>(table.wall_times.data()),
                             static_cast<const void*>(table.values.data())}) {
    fields.push_back(make_array(frame, length, {nullptr, column}));
  }
  return make_array(frame, length, {nullptr}, std::move(fields));
}

// --- The stream ------------------------------------------------------------

struct StreamState {
  SharedFrame frame;
  bool done = false;
};

StreamState& state_of(ArrowArrayStream* stream) {
  return *static_cast<StreamState*>(stream->private_data);
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  *out = schema_of(*state_of(stream).frame->columns);
  return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  StreamState& state = state_of(stream);
  *out = state.done ? ArrowArray{} : batch_of(state.frame);
  state.done = true;
  return 0;
}

const char* get_last_error(ArrowArrayStream*) { return nullptr; }

void release_stream(ArrowArrayStream* stream) {
  delete &state_of(stream);
  stream->release = nullptr;
}

void end_capsule(PyObject* capsule) {
  auto* const stream = static_cast<ArrowArrayStream*>(
      PyCapsule_GetPointer(capsule, kCapsuleName));
  if (stream == nullptr) return;
  if (stream->release != nullptr) stream->release(stream);
  delete stream;
}

// Arrow's text is UTF-8, and the name of a directory may be anything.
Words words_of(const std::vector<std::string>& all) {
  Words words;
  for (const std::string& one : all) {
    const auto text = nb::steal<nb::str>(PyUnicode_DecodeUTF8(
        one.data(), static_cast<Py_ssize_t>(one.size()), "replace"));
    if (!text.is_valid()) throw nb::python_error();
    Py_ssize_t size = 0;
    const char* const utf8 = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (utf8 == nullptr) throw nb::python_error();
    words.bytes.append(utf8, static_cast<std::size_t>(size));
    words.ends.push_back(static_cast<std::int32_t>(words.bytes.size()));
  }
  return words;
}

}  // namespace

nb::object arrow_stream(const SharedColumns& shared) {
  const ScalarColumns& columns = *shared.columns;
  auto frame = std::make_shared<const Frame>(
      Frame{shared.columns, words_of(columns.runs.words),
            words_of(columns.names.words)});
  auto stream = std::make_unique<ArrowArrayStream>(
      ArrowArrayStream{.get_schema = get_schema,
                       .get_next = get_next,
                       .get_last_error = get_last_error,
                       .release = release_stream,
                       .private_data = new StreamState{std::move(frame)}});
  PyObject* const capsule =
      PyCapsule_New(stream.get(), kCapsuleName, end_capsule);
  if (capsule == nullptr) {
    release_stream(stream.get());
    throw nb::python_error();
  }
  stream.release();
  return nb::steal(capsule);
}

}  // namespace stepline::python
