#include "event/event_view.h"

#include <cmath>

#include "event/event_fields.h"
#include "event/field_reader.h"
#include "event/well_formed.h"

namespace stepline::event {
namespace {

class Viewer {
 public:
  explicit Viewer(EventView& view) : view_(view) {}

  // Throws protozero::exception when malformed; false when only the decoder
  // can tell what is meant.
  bool read_event(FieldReader in) {
    while (in.next()) read_event_field(in);
    if (!std::isfinite(view_.wall_secs)) view_.wall_secs = 0;
    return whole_;
  }

 private:
  void read_event_field(FieldReader& in) {
    using What = EventView::What;
    switch (EventField(in.number())) {
      case EventField::WallTime:
        in.read(view_.wall_secs);
        break;
      case EventField::Step:
        in.read(view_.step);
        break;
      case EventField::FileVersion:
        read_what(in, What::FileVersion);
        break;
      case EventField::GraphDef:
        read_what(in, What::GraphDef);
        break;
      case EventField::Summary:
        if (read_what_message(in, What::Summary)) {
          whole_ &= check_values(view_.body);
        }
        break;
      case EventField::LogMessage:
        read_flat_what(in, What::LogMessage);
        break;
      case EventField::SessionLog:
        read_flat_what(in, What::SessionLog);
        break;
      case EventField::TaggedRunMetadata:
        read_flat_what(in, What::TaggedRunMetadata);
        break;
      case EventField::MetaGraphDef:
        read_what(in, What::MetaGraphDef);
        break;
      case EventField::SourceMetadata:
        read_source(in);
        break;
      default:
        in.skip();
    }
  }

  bool read_what(FieldReader& in, EventView::What what) {
    if (!in.read_view(view_.body)) return false;
    view_.what = what;
    return true;
  }

  bool read_what_message(FieldReader& in, EventView::What what) {
    const bool again = view_.what == what;
    if (!read_what(in, what)) return false;
    whole_ &= !again;
    return true;
  }

  void read_flat_what(FieldReader& in, EventView::What what) {
    if (read_what_message(in, what)) {
      check_well_formed(view_.body, WireMessage::Flat);
    }
  }

  void read_source(FieldReader& in) {
    std::string_view source;
    if (!in.read_view(source)) return;
    whole_ &= !has_source_;
    has_source_ = true;
    FieldReader fields(source);
    while (fields.next()) {
      if (SourceMetadataField(fields.number()) == SourceMetadataField::Writer) {
        fields.read_view(view_.source_writer);
      } else {
        fields.skip();
      }
    }
  }

  EventView& view_;
  bool whole_ = true;  // No submessage came in pieces.
  bool has_source_ = false;
};

}  // namespace

bool view_event(std::string_view bytes, EventView& view) {
  view = EventView();
  try {
    return Viewer(view).read_event(FieldReader(bytes));
  } catch (const protozero::exception&) {
    return false;
  }
}

}  // namespace stepline::event
