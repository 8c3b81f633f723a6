// Reader's histograms, curves, tensors and media, as tuples that the package
// makes its classes of.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "reader.h"
#include "reader_kinds.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT: "name"_a

namespace stepline::python {
namespace {

using Matrix = nb::ndarray<nb::numpy, double, nb::ndim<2>, nb::c_contig>;

Matrix matrix_of(std::vector<double> values, std::size_t rows,
                 std::size_t columns) {
  auto* const kept = new std::vector<double>(std::move(values));
  const nb::capsule owner(kept, [](void* held) noexcept {
    delete static_cast<std::vector<double>*>(held);
  });
  return Matrix(kept->data(), {rows, columns}, owner);
}

// A Tensor in Python's hands: its bytes stay where they are.
struct SharedTensor {
  std::shared_ptr<const Tensor> tensor;
};

SharedTensor share(Tensor&& tensor) {
  return {std::make_shared<const Tensor>(std::move(tensor))};
}

std::optional<SharedTensor> share(std::optional<Tensor>&& tensor) {
  if (!tensor) return std::nullopt;
  return share(*std::move(tensor));
}

Column<std::uint8_t> bytes_of_elements(const SharedTensor& shared) {
  auto* const kept = new SharedTensor(shared);
  const nb::capsule owner(kept, [](void* held) noexcept {
    delete static_cast<SharedTensor*>(held);
  });
  const std::string& bytes = shared.tensor->bytes;
  return Column<std::uint8_t>(
      reinterpret_cast<std::uint8_t*>(const_cast<char*>(bytes.data())),
      {bytes.size()}, owner);
}

// The bytes of each: they may be other things than text.
std::vector<nb::bytes> raws(const std::vector<std::string>& all) {
  std::vector<nb::bytes> bytes;
  for (const std::string& one : all) bytes.push_back(raw(one));
  return bytes;
}

auto read_histograms(const Reader& reader, const NameArgument& name,
                     const Selection& selection) {
  const std::string what = bytes_of(name);
  std::vector<std::tuple<std::int64_t, double, Matrix>> all;
  for (const auto& [step, wall_time, buckets] :
       reader.ask([&](const SummaryReader& from) {
         return from.read_histograms(what, selection);
       })) {
    std::vector<double> numbers;
    for (const auto& [left, right, count] : buckets) {
      numbers.insert(numbers.end(), {left, right, count});
    }
    all.emplace_back(step, wall_time,
                     matrix_of(std::move(numbers), buckets.size(), 3));
  }
  return all;
}

auto read_pr_curves(const Reader& reader, const NameArgument& name,
                    const Selection& selection) {
  const std::string what = bytes_of(name);
  std::vector<std::tuple<std::int64_t, double, Matrix>> all;
  for (const auto& [step, wall_time, curve] :
       reader.ask([&](const SummaryReader& from) {
         return from.read_pr_curves(what, selection);
       })) {
    std::vector<double> numbers;
    for (const auto* row :
         {&curve.true_positives, &curve.false_positives, &curve.true_negatives,
          &curve.false_negatives, &curve.precision, &curve.recall}) {
      numbers.insert(numbers.end(), row->begin(), row->end());
    }
    const std::size_t thresholds = numbers.size() / 6;
    all.emplace_back(step, wall_time,
                     matrix_of(std::move(numbers), 6, thresholds));
  }
  return all;
}

auto read_tensors(const Reader& reader, const NameArgument& name,
                  const Selection& selection) {
  const std::string what = bytes_of(name);
  std::vector<std::tuple<std::int64_t, double, SharedTensor>> all;
  for (TensorDescriptor& found : reader.ask([&](const SummaryReader& from) {
         return from.read_tensors(what, selection);
       })) {
    all.emplace_back(found.step, found.wall_time,
                     share(std::move(found.tensor)));
  }
  return all;
}

auto read_tensor(const Reader& reader, const NameArgument& name,
                 const StepArgument& step, const RunArgument& run) {
  const std::string what = bytes_of(name), in = bytes_of(run);
  std::optional<std::tuple<std::int64_t, double, SharedTensor>> answer;
  auto found = reader.ask([&](const SummaryReader& from) {
    return from.read_tensor(what, step, in);
  });
  if (found) {
    answer.emplace(found->step, found->wall_time,
                   share(std::move(found->tensor)));
  }
  return answer;
}

auto read_images(const Reader& reader, const NameArgument& name,
                 const Selection& selection) {
  const std::string what = bytes_of(name);
  std::vector<std::tuple<std::int64_t, double, std::int64_t, std::int64_t,
                         std::vector<nb::bytes>>>
      all;
  for (const ImageSummary& image : reader.ask([&](const SummaryReader& from) {
         return from.read_images(what, selection);
       })) {
    all.emplace_back(image.step, image.wall_time, image.width, image.height,
                     raws(image.encoded));
  }
  return all;
}

auto read_audio(const Reader& reader, const NameArgument& name,
                const Selection& selection) {
  const std::string what = bytes_of(name);
  using Clips = std::vector<std::tuple<nb::bytes, nb::str>>;
  std::vector<std::tuple<std::int64_t, double, nb::str, double, Clips>> all;
  for (const AudioSummary& audio : reader.ask([&](const SummaryReader& from) {
         return from.read_audio(what, selection);
       })) {
    Clips clips;
    for (const auto& [encoded, label] : audio.clips) {
      clips.emplace_back(raw(encoded), text_of(label));
    }
    all.emplace_back(audio.step, audio.wall_time, text_of(audio.content_type),
                     audio.sample_rate, std::move(clips));
  }
  return all;
}

auto read_texts(const Reader& reader, const NameArgument& name,
                const Selection& selection) {
  const std::string what = bytes_of(name);
  std::vector<std::tuple<std::int64_t, double, std::vector<std::int64_t>,
                         std::vector<nb::str>>>
      all;
  for (TextSummary& text : reader.ask([&](const SummaryReader& from) {
         return from.read_texts(what, selection);
       })) {
    all.emplace_back(text.step, text.wall_time, std::move(text.shape),
                     texts_of(text.texts));
  }
  return all;
}

auto read_meshes(const Reader& reader, const NameArgument& name,
                 const Selection& selection) {
  const std::string what = bytes_of(name);
  std::vector<std::tuple<std::int64_t, double, SharedTensor,
                         std::optional<SharedTensor>,
                         std::optional<SharedTensor>, nb::str>>
      all;
  for (MeshSummary& mesh : reader.ask([&](const SummaryReader& from) {
         return from.read_meshes(what, selection);
       })) {
    all.emplace_back(mesh.step, mesh.wall_time, share(std::move(mesh.vertices)),
                     share(std::move(mesh.faces)),
                     share(std::move(mesh.colors)), text_of(mesh.config_json));
  }
  return all;
}

auto read_messages(const Reader& reader, const KindArgument& kind,
                   const NameArgument& name, const Selection& selection) {
  const SummaryKind wanted = kind_named(kind.get());
  const std::string what = bytes_of(name);
  std::vector<std::tuple<std::int64_t, double, nb::bytes>> all;
  for (const auto& [step, wall_time, bytes] :
       reader.ask([&](const SummaryReader& from) {
         return from.read_messages(wanted, what, selection);
       })) {
    all.emplace_back(step, wall_time, raw(bytes));
  }
  return all;
}

auto read_embedding(const Reader& reader, const NameArgument& name,
                    const RunArgument& run) {
  const std::string what = bytes_of(name), in = bytes_of(run);
  using Answer = std::tuple<nb::str, SharedTensor, std::vector<nb::str>,
                            std::vector<std::vector<nb::str>>, nb::str,
                            std::uint32_t, std::uint32_t>;
  std::optional<Answer> answer;
  auto found = reader.ask(
      [&](const SummaryReader& from) { return from.read_embedding(what, in); });
  if (!found) return answer;
  std::vector<std::vector<nb::str>> labels;
  for (const auto& row : found->labels) labels.push_back(texts_of(row));
  answer.emplace(text_of(found->run), share(std::move(found->points)),
                 texts_of(found->columns), std::move(labels),
                 text_of(found->sprite_path), found->sprite_width,
                 found->sprite_height);
  return answer;
}

}  // namespace

void bind_values(nb::module_& module, nb::class_<Reader>& reader) {
  nb::class_<SharedTensor>(module, "Tensor",
                           "An array with its elements, row-major.")
      .def_prop_ro("dtype",
                   [](const SharedTensor& self) {
                     return std::string(self.tensor->is_text
                                            ? "string"
                                            : name_of(self.tensor->dtype));
                   })
      .def_prop_ro("shape",
                   [](const SharedTensor& self) { return self.tensor->shape; })
      .def_prop_ro("elements", bytes_of_elements, nb::rv_policy::automatic)
      .def_prop_ro("strings", [](const SharedTensor& self) {
        return raws(self.tensor->strings);
      });
  reader.def("read_histograms", read_histograms, "name"_a, "selection"_a)
      .def("read_pr_curves", read_pr_curves, "name"_a, "selection"_a)
      .def("read_tensors", read_tensors, "name"_a, "selection"_a)
      .def("read_tensor", read_tensor, "name"_a, "step"_a, "run"_a = "")
      .def("read_images", read_images, "name"_a, "selection"_a)
      .def("read_audio", read_audio, "name"_a, "selection"_a)
      .def("read_texts", read_texts, "name"_a, "selection"_a)
      .def("read_meshes", read_meshes, "name"_a, "selection"_a)
      .def("read_messages", read_messages, "kind"_a, "name"_a, "selection"_a)
      .def("read_embedding", read_embedding, "name"_a, "run"_a = "");
}

}  // namespace stepline::python
