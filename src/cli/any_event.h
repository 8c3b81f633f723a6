#pragma once

#include <string>
#include <string_view>

#include "event/event_view.h"
#include "reader/restart_rule.h"
#include "stepline/result.h"

namespace stepline::cli {

// An event in whatever form it was written. One may parse many.
class AnyEvent {
 public:
  // `payload` must outlive the use of what it gave. Corrupt: not an event.
  Result<void> parse(std::string_view payload);

  const event::EventView& view() const { return view_; }
  // What the view points into: the payload, or the same event in the usual
  // form where that was too odd to be viewed.
  std::string_view bytes() const { return bytes_; }

 private:
  event::EventView view_;
  std::string_view bytes_;
  std::string usual_form_;
};

// Whether this is the log of a session that starts: the run was taken up again
// at the event's step.
bool starts_session(const AnyEvent& event);

// Whether there is anything in it, beside the version of the file.
bool has_content(const event::EventView& view);

// By whom and when a file was begun, from its first event.
reader::FileLife begun_life(const event::EventView& first);

}  // namespace stepline::cli
