#include "server/api/arguments.h"
#include "server/api/media_response.h"
#include "server/api/one_series.h"
#include "server/api/routes.h"

namespace stepline::server {
namespace {

Error no_audio() { return {ErrorCode::NotFound, "the value holds no audio"}; }

}  // namespace

Answer answer_audio(const Context& context, const Request& request) {
  Arguments arguments(request.parameters);
  const SeriesQuery query(arguments);
  const std::uint64_t index = arguments.required_whole("index", 0, kMaxIndex);
  const std::uint64_t item = arguments.whole("item", 0, kMaxIndex, 0);
  const bool download = arguments.flag("download");
  if (arguments.error()) return error_response(400, *arguments.error());

  auto value = read_value(context.store, query, reader::Kind::Audio, index);
  if (!value) return response_to(value.error());
  auto* const audio = std::get_if<reader::AudioClips>(&value->datum.content);
  if (audio == nullptr) return response_to(no_audio());
  if (item >= audio->clips.size()) {
    return error_response(404, "item is " + std::to_string(item) +
                                   ", there are " +
                                   std::to_string(audio->clips.size()));
  }
  Response response = media_response(
      request, std::move(audio->clips[item].encoded),
      media_name(context.store, query, value->info.step, item), download);
  response.headers.emplace_back("X-Stepline-Items",
                                std::to_string(audio->clips.size()));
  return response;
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
