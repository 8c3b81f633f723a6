#include "cli/any_event.h"

#include <variant>

#include "event/event.h"
#include "event/wire.h"
#include "event/writer_mark.h"

namespace stepline::cli {

Result<void> AnyEvent::parse(std::string_view payload) {
  bytes_ = payload;
  if (event::view_event(payload, view_)) return {};
  const auto decoded = event::decode_event(payload);
  if (!decoded) return decoded.error();
  usual_form_ = event::encode_event(*decoded);
  bytes_ = usual_form_;
  if (event::view_event(bytes_, view_)) return {};
  return Error{ErrorCode::Corrupt, "event in a form that cannot be viewed"};
}

bool starts_session(const AnyEvent& event) {
  if (event.view().what != event::EventView::What::SessionLog) return false;
  const auto decoded = event::decode_event(event.bytes());
  if (!decoded) return false;
  const auto* session = std::get_if<event::SessionLog>(&decoded->what);
  return session != nullptr &&
         session->status == event::SessionLog::Status::Start;
}

bool has_content(const event::EventView& view) {
  using enum event::EventView::What;
  if (view.what == Summary) return !view.values().empty();
  return view.what != FileVersion && view.what != Nothing;
}

reader::FileLife begun_life(const event::EventView& first) {
  return {.session = event::session_of(first.source_writer),
          .begin_secs = first.wall_secs};
}

}  // namespace stepline::cli
