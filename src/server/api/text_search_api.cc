#include <algorithm>

#include "base/utf8.h"
#include "server/api/arguments.h"
#include "server/api/one_series.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

constexpr std::uint64_t kMaxFound = 1000;
constexpr std::size_t kAround = 60;  // Bytes of context on each side.
// What one search reads, of records: there may be gigabytes of text.
constexpr std::uint64_t kMaxBytes = 256 << 20;

bool is_inside_character(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) >> 6) == 2;
}

std::string excerpt(std::string_view text, const Pattern::Place& place) {
  std::size_t begin = place.offset - std::min(place.offset, kAround);
  while (begin > 0 && is_inside_character(text, begin)) --begin;
  std::size_t end =
      std::min(place.offset + std::min(place.length, 2 * kAround) + kAround,
               text.size());
  while (is_inside_character(text, end)) ++end;
  return (begin > 0 ? "…" : "") + std::string(text.substr(begin, end - begin)) +
         (end < text.size() ? "…" : "");
}

class TextSearch {
 public:
  TextSearch(const store::Store& store, const Request& request,
             const Pattern& pattern, std::uint64_t limit)
      : store_(store), request_(request), pattern_(pattern), limit_(limit) {
    json_.begin_object().key("found").begin_array();
  }

  // False: no more is to be searched.
  bool search(const store::SeriesPlace& place, const std::string& tag);

  Json& finish() {
    return json_.end_array()
        .member("total", total_)
        .member("complete", complete_)
        .end_object();
  }

 private:
  void search(const store::SeriesPlace& place, const std::string& tag,
              std::uint64_t index, const store::BlobInfo& blob);

  const store::Store& store_;
  const Request& request_;
  const Pattern& pattern_;
  const std::uint64_t limit_;
  std::uint64_t bytes_ = 0;
  std::uint64_t total_ = 0;
  bool complete_ = true;
  Json json_;
};

bool TextSearch::search(const store::SeriesPlace& place,
                        const std::string& tag) {
  const auto blobs = store_.blobs(place.id);
  if (!blobs) return true;
  for (std::size_t i = 0; i < blobs->size(); ++i) {
    const store::BlobInfo& blob = (*blobs)[i];
    bytes_ += blob.bytes;
    if (bytes_ > kMaxBytes || request_.is_cancelled()) {
      complete_ = false;
      return false;
    }
    search(place, tag, i, blob);
  }
  return true;
}

void TextSearch::search(const store::SeriesPlace& place, const std::string& tag,
                        std::uint64_t index, const store::BlobInfo& blob) {
  const auto datum = store_.read_blob(place.id, index);
  if (!datum) return;
  const auto* const array = std::get_if<event::Array>(&datum->content);
  if (array == nullptr) return;
  for (const std::string& raw : array->strings) {
    const std::string text = repair_utf8(raw);
    const auto found = pattern_.find_in(text);
    if (!found) continue;
    if (++total_ <= limit_) {
      json_.begin_object()
          .member("run", std::uint32_t(place.run))
          .member("tag", tag)
          .member("index", index)
          .member("step", blob.step)
          .member("excerpt", excerpt(text, *found))
          .end_object();
    }
    return;
  }
}

std::vector<std::string> text_tags(const store::Store& store) {
  std::vector<std::string> tags;
  for (const store::TagInfo& tag : store.tags({})) {
    if (tag.kind == reader::Kind::Text) tags.push_back(tag.tag);
  }
  return tags;
}

}  // namespace

Answer answer_text_search(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  arguments.required_text("pattern");
  const auto pattern = arguments.pattern();
  const RunSet set = arguments.runs();
  const auto tag = arguments.text("tag");
  const std::uint64_t limit = arguments.whole("limit", 1, kMaxFound, 100);
  if (arguments.error()) return error_response(400, *arguments.error());

  const store::Store& store = context.store;
  const std::vector<store::RunId> runs = set.of(store);
  TextSearch search(store, request, *pattern, limit);
  const std::vector<std::string> tags =
      tag ? std::vector<std::string>{*tag} : text_tags(store);
  bool more = true;
  for (std::size_t i = 0; more && i < tags.size(); ++i) {
    for (const auto& place : store.places(tags[i], reader::Kind::Text, runs)) {
      more = more && search.search(place, tags[i]);
    }
  }
  if (request.is_cancelled()) return cancelled_response();
  return json_response(search.finish());
}

}  // namespace stepline::server
