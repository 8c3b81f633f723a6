#include "store/file_loads.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "store/file_loader.h"
#include "store/load_plan.h"

namespace stepline::store {
namespace {

class Loading {
 public:
  Loading(storage::FileSystem& files, const std::vector<FileLoad>& loads,
          const LoadSettings& settings, const LoadSink& sink)
      : files_(files),
        loads_(loads),
        settings_(settings),
        sink_(sink),
        assembling_(loads.size()) {
    std::vector<Remaining> remaining;
    for (const FileLoad& load : loads) {
      remaining.push_back({load.begin, load.size});
    }
    stretches_ = plan_load(remaining, settings.threads);
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
      Assembly& assembly = assembling_[stretches_[i].file];
      if (assembly.parts.empty()) assembly.first_stretch = i;
      assembly.parts.emplace_back();
    }
  }

  void run() {
    const std::size_t helpers =
        std::min<std::size_t>(settings_.threads, stretches_.size()) - 1;
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < helpers; ++i) {
      threads.emplace_back([this] { work(); });
    }
    work();
  }

 private:
  // The parts of one file, on their way to the sink.
  struct Assembly {
    std::mutex mutex;  // Guards all here.
    std::size_t first_stretch = 0;
    std::vector<std::optional<Result<FilePart>>> parts;
    std::size_t taken = 0;
    FilePart previous;  // Where the last one taken ended, and nothing else.
    bool failed = false;
  };

  bool cancelled() const {
    return settings_.cancelled != nullptr && *settings_.cancelled;
  }

  void work() {
    for (std::size_t i = next_++; i < stretches_.size(); i = next_++) {
      if (cancelled()) return;
      const Stretch& stretch = stretches_[i];
      Result<FilePart> part = load(stretch, loads_[stretch.file].footing);
      Assembly& assembly = assembling_[stretch.file];
      const std::lock_guard lock(assembly.mutex);
      assembly.parts[i - assembly.first_stretch] = std::move(part);
      take_ready(stretch.file, assembly);
    }
  }

  KnownMetadata known(std::uint32_t id) const {
    return [this, id](std::string_view tag) {
      return sink_.known_metadata(id, tag);
    };
  }

  Result<FilePart> load(const Stretch& stretch, Footing footing) {
    const FileLoad& of = loads_[stretch.file];
    auto file = files_.open(of.path);
    if (!file) return file.error();
    LoadRequest request;
    request.file = file->get();
    request.kind = of.kind;
    request.begin = stretch.begin;
    request.end = stretch.end;
    request.find_start = stretch.find_start;
    request.checksum = settings_.checksum;
    request.bytes_done = settings_.bytes_done;
    request.cancelled = settings_.cancelled;
    request.footing = footing;
    if (!stretch.find_start && stretch.begin > 0) {
      request.known_metadata = known(of.id);
    }
    return load_part(request);
  }

  void take_ready(std::size_t file, Assembly& assembly) {
    for (; assembly.taken < assembly.parts.size(); ++assembly.taken) {
      auto& part = assembly.parts[assembly.taken];
      if (!part) return;
      if (assembly.failed || cancelled()) continue;
      const Stretch& stretch =
          stretches_[assembly.first_stretch + assembly.taken];
      if (stretch.find_start && *part &&
          !continues(assembly.previous, **part, known(loads_[file].id))) {
        Stretch again = stretch;
        again.begin = assembly.previous.end;
        again.find_start = false;
        part = load(again, assembly.previous.footing);
      }
      take(file, assembly, *part);
      part.reset();
    }
    if (assembly.parts.size() > 1 && !assembly.failed && !cancelled()) {
      sink_.joined(loads_[file].id);
    }
  }

  void take(std::size_t file, Assembly& assembly, Result<FilePart>& part) {
    if (!part) {
      assembly.failed = true;
      sink_.failed(loads_[file].id, part.error());
      return;
    }
    sink_.take(loads_[file].id, *part);
    assembly.previous.end = part->end;
    assembly.previous.footing = part->footing;
  }

  storage::FileSystem& files_;
  const std::vector<FileLoad>& loads_;
  const LoadSettings& settings_;
  const LoadSink& sink_;
  std::vector<Stretch> stretches_;
  std::vector<Assembly> assembling_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace

void load_files(storage::FileSystem& files, const std::vector<FileLoad>& loads,
                const LoadSettings& settings, const LoadSink& sink) {
  if (loads.empty()) return;
  Loading(files, loads, settings, sink).run();
}

}  // namespace stepline::store
