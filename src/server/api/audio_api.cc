#include "server/api/arguments.h"
#include "server/api/media_item.h"
#include "server/api/one_series.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

Error no_audio() { return {ErrorCode::NotFound, "the value holds no audio"}; }

Result<std::vector<std::string*>> items_of(reader::Datum& datum) {
  auto* const held = std::get_if<reader::AudioClips>(&datum.content);
  if (held == nullptr) return no_audio();
  std::vector<std::string*> items;
  for (auto& clip : held->clips) items.push_back(&clip.encoded);
  return items;
}

}  // namespace

Answer answer_audio(const Context& context, const Request& request) {
  return answer_item(context, request, reader::Kind::Audio, items_of);
}

Answer answer_clips(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const SeriesQuery query(arguments);
  const std::uint64_t index = arguments.required_whole("index", 0, kMaxIndex);
  if (arguments.error()) return error_response(400, *arguments.error());

  const auto value =
      read_value(context.store, query, reader::Kind::Audio, index);
  if (!value) return response_to(value.error());
  const auto* const audio =
      std::get_if<reader::AudioClips>(&value->datum.content);
  if (audio == nullptr) return response_to(no_audio());
  Json json;
  json.begin_object()
      .member("step", value->info.step)
      .member("wall", value->info.wall_secs)
      .member("sample_rate", audio->sample_rate)
      .member("content_type", audio->content_type)
      .key("items")
      .begin_array();
  for (const reader::AudioClips::Clip& clip : audio->clips) {
    json.begin_object()
        .member("bytes", clip.encoded.size())
        .member("label", clip.label)
        .end_object();
  }
  json.end_array().end_object();
  return json_response(json);
}

}  // namespace stepline::server
