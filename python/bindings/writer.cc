#include "writer.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bindings.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT: "tag"_a

namespace stepline::python {
namespace {

// For the last of the Python objects that share a writer.
struct WithoutLock {
  void operator()(SummaryWriter* writer) const {
    const nb::gil_scoped_release unlocked;
    delete writer;
  }
};

std::chrono::milliseconds millis(double secs) {
  constexpr double kMost = 1e9;
  if (!(secs > 0)) return std::chrono::milliseconds(0);
  return std::chrono::milliseconds(
      static_cast<std::int64_t>(std::fmin(secs, kMost) * 1000));
}

void make_writer(Writer* self, std::string directory,
                 const Given<std::string, "filename_suffix">& filename_suffix,
                 std::optional<Step> purge_step, std::string session,
                 const Given<double, "flush_secs">& flush_secs,
                 std::size_t queue_bytes, bool double_scalars, bool enabled) {
  WriterOptions options;
  options.directory = std::move(directory);
  options.filename_suffix = filename_suffix;
  options.purge_step = purge_step;
  options.session = std::move(session);
  options.flush_interval = millis(flush_secs);
  options.queue_bytes = queue_bytes;
  options.double_scalars = double_scalars;
  options.enabled = enabled;
  const nb::gil_scoped_release unlocked;
  new (self) Writer{std::shared_ptr<SummaryWriter>(
      new SummaryWriter(std::move(options)), WithoutLock())};
}

std::string text_of(nb::bytes bytes) { return {bytes.c_str(), bytes.size()}; }

void bind_files(nb::class_<Writer>& writer) {
  writer
      .def(
          "add_event",
          [](Writer& self, nb::bytes event) {
            std::string bytes = text_of(event);
            const std::size_t size = bytes.size();
            add(self, size, [&](SummaryWriter& to) {
              return to.add_event(std::move(bytes));
            });
          },
          "event"_a, "A serialised tensorflow.Event, written as it is.")
      .def("add_onnx_graph",
           [](Writer& self, const std::string& path) {
             add(self, kWorthUnlocking,
                 [&](SummaryWriter& to) { return to.add_onnx_graph(path); });
           })
      .def("flush",
           [](Writer& self) {
             add(self, kWorthUnlocking,
                 [](SummaryWriter& to) { return to.flush(); });
           })
      .def("close",
           [](Writer& self) {
             add(self, kWorthUnlocking,
                 [](SummaryWriter& to) { return to.close(); });
           })
      .def_prop_ro("directory",
                   [](const Writer& self) { return self.shared->directory(); })
      .def_prop_ro("file_path",
                   [](const Writer& self) { return self.shared->file_path(); })
      .def_prop_ro("dropped",
                   [](const Writer& self) { return self.shared->dropped(); });
}

}  // namespace

void bind_writer(nb::module_& module) {
  nb::class_<Writer> writer(module, "Writer",
                            "stepline::SummaryWriter, as it is in C++.");
  writer.def("__init__", make_writer, "directory"_a, nb::kw_only(),
             "filename_suffix"_a = "", "purge_step"_a = nb::none(),
             "session"_a = "", "flush_secs"_a = 2.0,
             "queue_bytes"_a = std::size_t{64} << 20,
             "double_scalars"_a = false, "enabled"_a = true);
  bind_numbers(writer);
  bind_media(writer);
  bind_files(writer);
}

}  // namespace stepline::python
