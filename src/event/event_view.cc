#include "event/event_view.h"

#include <cmath>

#include "event/event_fields.h"
#include "event/field_reader.h"
#include "event/scalar_of_tensor.h"
#include "event/seen_fields.h"
#include "event/well_formed.h"

namespace stepline::event {
namespace {

constexpr std::uint32_t kContentFields = 0b1'0111'1100;

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
        if (read_what_message(in, What::Summary)) read_summary(view_.body);
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
    view_.values.clear();
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

  void read_summary(std::string_view bytes) {
    FieldReader in(bytes);
    while (in.next()) {
      if (SummaryField(in.number()) != SummaryField::Value) {
        in.skip();
      } else if (std::string_view value; in.read_view(value)) {
        read_value(value, view_.values.emplace_back());
      }
    }
  }

  void read_value(std::string_view bytes, ValueView& value) {
    value.whole = bytes;
    SeenFields seen;
    FieldReader in(bytes);
    while (in.next()) {
      seen.add(in.number());
      read_value_field(in, value);
    }
    if (seen.repeated() || seen.count(kContentFields) != 1) {
      value.number = nullptr;
    } else if (value.form == ValueForm::Tensor) {
      value.number = float_of_tensor(value.body);
    }
  }

  void read_value_field(FieldReader& in, ValueView& value) {
    switch (ValueField(in.number())) {
      case ValueField::Tag:
        in.read_view(value.tag);
        break;
      case ValueField::SimpleValue:
        if (in.read(value.simple_value)) {
          value.form = ValueForm::SimpleValue;
          value.number = in.position() - sizeof(float);
        }
        break;
      case ValueField::ObsoleteHistogram:
        if (in.read_view(value.body)) {
          value.form = ValueForm::ObsoleteHistogram;
        }
        break;
      case ValueField::Image:
        read_body(in, value, ValueForm::Image, WireMessage::Flat);
        break;
      case ValueField::Histogram:
        read_body(in, value, ValueForm::Histogram, WireMessage::Histogram);
        break;
      case ValueField::Audio:
        read_body(in, value, ValueForm::Audio, WireMessage::Flat);
        break;
      case ValueField::NodeName:
        in.read_view(value.node_name);
        break;
      case ValueField::Tensor:
        read_body(in, value, ValueForm::Tensor, WireMessage::Tensor);
        break;
      case ValueField::Metadata:
        read_metadata(in, value);
        break;
      default:
        in.skip();
    }
  }

  void read_body(FieldReader& in, ValueView& value, ValueForm form,
                 WireMessage message) {
    if (!in.read_view(value.body)) return;
    whole_ &= value.form != form;
    value.form = form;
    check_well_formed(value.body, message);
  }

  void read_metadata(FieldReader& in, ValueView& value) {
    if (!in.read_view(value.metadata)) return;
    whole_ &= !value.has_metadata;
    value.has_metadata = true;
    check_well_formed(value.metadata, WireMessage::Metadata);
  }

  EventView& view_;
  bool whole_ = true;  // No submessage came in pieces.
  bool has_source_ = false;
};

void clear(EventView& view) {
  std::vector<ValueView> values = std::move(view.values);
  values.clear();
  view = EventView();
  view.values = std::move(values);
}

}  // namespace

bool view_event(std::string_view bytes, EventView& view) {
  clear(view);
  try {
    return Viewer(view).read_event(FieldReader(bytes));
  } catch (const protozero::exception&) {
    return false;
  }
}

}  // namespace stepline::event
