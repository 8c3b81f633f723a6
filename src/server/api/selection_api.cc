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
#include "server/api/series_rows.h"

namespace stepline::server {
namespace {

using reader::Kind;

constexpr std::array kKinds{Kind::Scalar, Kind::Histogram, Kind::Image,
                            Kind::Audio, Kind::Text};
constexpr std::uint64_t kMaxFiles = 100'000;
constexpr std::size_t kChunkBytes = 256 << 10;
// More than a line of CSV can have for a point, and for each byte of a
// histogram's record.
constexpr std::uint64_t kPointBytes = 100;
constexpr std::uint64_t kBytesForByte = 32;

bool is_table(Kind kind) {
  return kind == Kind::Scalar || kind == Kind::Histogram;
}

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
      const bool more = is_table(series_[at_].kind)
                            ? add_rows(series_[at_], chunk)
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
  bool add_rows(const Selected& one, std::string& chunk);
  bool add_value(const Selected& one, std::string& chunk);
  void add_files(const Selected& one, const reader::Datum& datum,
                 std::int64_t step, std::string& chunk);
  void add_file(const Selected& one, std::int64_t step, std::size_t item,
                std::string_view content, std::string_view extension,
                std::string& chunk);
  std::uint64_t most_bytes(const Selected& one) const;
  std::string directory(const Selected& one) {
    return names_.directory("", one.run);
  }

  const store::Store& store_;
  std::vector<Selected> series_;
  media::ZipWriter zip_;
  ExportNames names_;
  std::size_t at_ = 0;
  std::unique_ptr<SeriesRows> pages_;
  std::vector<Row> page_;
  std::optional<std::vector<store::BlobInfo>> blobs_;
  std::size_t index_ = 0;
};

std::uint64_t SelectionArchive::most_bytes(const Selected& one) const {
  if (one.kind == Kind::Scalar) return one.place.points * kPointBytes;
  std::uint64_t bytes = 0;
  const auto blobs = store_.blobs(one.place.id);
  if (!blobs) return bytes;
  for (const store::BlobInfo& blob : *blobs) bytes += blob.bytes;
  return bytes * kBytesForByte;
}

bool SelectionArchive::add_rows(const Selected& one, std::string& chunk) {
  const auto columns = columns_of(one.kind);
  std::string lines;
  if (pages_ == nullptr) {
    pages_ = rows_of(store_, one.place.id, one.kind, {});
    zip_.begin(names_.file(directory(one), one.tag, ".csv"), most_bytes(one),
               chunk);
    append_columns(lines, columns);
    lines += "\r\n";
  }
  const bool more = pages_->next(page_);
  for (const Row& row : page_) {
    append_row(lines, row, columns.size());
    lines += "\r\n";
  }
  zip_.write(lines, chunk);
  if (more) return true;
  zip_.end(chunk);
  pages_.reset();
  return false;
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
      add_file(one, step, i, text->strings[i], ".md", chunk);
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
      files += is_table(tag.kind) ? 1 : place.points;
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
