#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/export_names.h"
#include "media/zip.h"
#include "server/api/arguments.h"
#include "server/api/media_response.h"
#include "server/api/media_type.h"
#include "server/api/routes.h"
#include "server/api/scalar_rows.h"

namespace stepline::server {
namespace {

using reader::Kind;

constexpr std::array kKinds{Kind::Scalar, Kind::Image, Kind::Audio, Kind::Text};
constexpr std::uint64_t kMaxFiles = 100'000;
constexpr std::size_t kChunkBytes = 256 << 10;
// More than a line of CSV can have.
constexpr std::uint64_t kLineBytes = 100;

struct Selected {
  store::SeriesPlace place;
  Kind kind;
  std::string run;
  std::string tag;
};

// One series after another, as files of an archive: a page of points or one
// value at a time.
class SelectionArchive {
 public:
  SelectionArchive(const store::Store& store, std::vector<Selected> series,
                   double modified_secs)
      : store_(store), series_(std::move(series)), zip_(modified_secs) {}

  // As BodyStream.
  bool next(std::string& chunk) {
    while (chunk.size() < kChunkBytes) {
      if (at_ == series_.size()) {
        zip_.finish(chunk);
        return false;
      }
      const bool more = series_[at_].kind == Kind::Scalar
                            ? add_points(series_[at_], chunk)
                            : add_value(series_[at_], chunk);
      if (more) continue;
      ++at_;
      index_ = 0;
      blobs_.reset();
    }
    return true;
  }

 private:
  // False: that was the last of the series.
  bool add_points(const Selected& one, std::string& chunk);
  bool add_value(const Selected& one, std::string& chunk);
  void add_files(const Selected& one, const reader::Datum& datum,
                 std::int64_t step, std::string& chunk);
  void add_file(const Selected& one, std::int64_t step, std::size_t item,
                std::string_view content, std::string_view extension,
                std::string& chunk);
  std::string directory(const Selected& one) {
    return names_.directory("", one.run);
  }

  const store::Store& store_;
  std::vector<Selected> series_;
  media::ZipWriter zip_;
  ExportNames names_;
  std::size_t at_ = 0;
  std::optional<PointPages> pages_;
  std::optional<std::vector<store::BlobInfo>> blobs_;
  std::size_t index_ = 0;
};

bool SelectionArchive::add_points(const Selected& one, std::string& chunk) {
  if (!pages_) {
    pages_.emplace(store_, one.place.id, store::Window{});
    zip_.begin(names_.file(directory(one), one.tag, ".csv"),
               one.place.points * kLineBytes, chunk);
    zip_.write("step,wall_time,value\r\n", chunk);
  }
  const auto page = pages_->next();
  if (!page) {
    zip_.end(chunk);
    pages_.reset();
    return false;
  }
  std::string lines;
  for (std::size_t i = 0; i < page->size(); ++i) {
    append_point(lines, (*page)[i]);
    lines += "\r\n";
  }
  zip_.write(lines, chunk);
  return true;
}

bool SelectionArchive::add_value(const Selected& one, std::string& chunk) {
  if (!blobs_) {
    auto blobs = store_.blobs(one.place.id);
    if (!blobs) return false;
    blobs_ = *std::move(blobs);
  }
  if (index_ == blobs_->size()) return false;
  const auto datum = store_.read_blob(one.place.id, index_);
  if (datum) add_files(one, *datum, (*blobs_)[index_].step, chunk);
  ++index_;
  return true;
}

void SelectionArchive::add_files(const Selected& one,
                                 const reader::Datum& datum, std::int64_t step,
                                 std::string& chunk) {
  const auto add_media = [&](const std::string& content, std::size_t item) {
    add_file(one, step, item, content, extension_of(media_type_of(content)),
             chunk);
  };
  if (const auto* images = std::get_if<reader::Images>(&datum.content)) {
    for (std::size_t i = 0; i < images->encoded.size(); ++i) {
      add_media(images->encoded[i], i);
    }
  } else if (const auto* audio =
                 std::get_if<reader::AudioClips>(&datum.content)) {
    for (std::size_t i = 0; i < audio->clips.size(); ++i) {
      add_media(audio->clips[i].encoded, i);
    }
  } else if (const auto* text = std::get_if<event::Array>(&datum.content)) {
    for (std::size_t i = 0; i < text->strings.size(); ++i) {
      add_file(one, step, i, text->strings[i], ".txt", chunk);
    }
  }
}

void SelectionArchive::add_file(const Selected& one, std::int64_t step,
                                std::size_t item, std::string_view content,
                                std::string_view extension,
                                std::string& chunk) {
  const std::string parent = names_.directory(directory(one), one.tag);
  std::string name = std::to_string(step);
  if (item > 0) name += "-" + std::to_string(item);
  zip_.add(names_.file(parent, name, extension), content, chunk);
}

// Of these tags, or of all.
std::vector<store::TagInfo> chosen_tags(const store::Store& store,
                                        const std::vector<std::string>& tags,
                                        const std::vector<Kind>& kinds) {
  std::vector<store::TagInfo> chosen = store.tags({});
  std::erase_if(chosen, [&](const store::TagInfo& tag) {
    return std::ranges::find(kKinds, tag.kind) == kKinds.end() ||
           (!kinds.empty() &&
            std::ranges::find(kinds, tag.kind) == kinds.end()) ||
           (!tags.empty() && std::ranges::find(tags, tag.tag) == tags.end());
  });
  return chosen;
}

}  // namespace

Answer answer_selection(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const RunSet set = arguments.runs();
  const std::vector<std::string> tags = arguments.texts("tag");
  const std::vector<Kind> kinds = arguments.kinds();
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const std::vector<store::RunId> runs = set.of(store);
  std::vector<Selected> series;
  std::uint64_t files = 0;
  for (const store::TagInfo& tag : chosen_tags(store, tags, kinds)) {
    for (const auto& place : store.places(tag.tag, tag.kind, runs)) {
      files += tag.kind == Kind::Scalar ? 1 : place.points;
      if (files > kMaxFiles) {
        return error_response(413, "more than " + std::to_string(kMaxFiles) +
                                       " files: choose fewer runs or tags");
      }
      const auto run = store.run(place.run);
      if (run) series.push_back({place, tag.kind, run->name, tag.tag});
    }
  }
  const auto archive = std::make_shared<SelectionArchive>(
      store, std::move(series), context.options.started_secs);
  Response response;
  response.content_type = "application/zip";
  response.headers.emplace_back("Content-Disposition",
                                attachment("selection.zip"));
  response.body = BodyStream(
      [archive](std::string& chunk) { return archive->next(chunk); });
  return response;
}

}  // namespace stepline::server
