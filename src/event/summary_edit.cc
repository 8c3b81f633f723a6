#include "event/summary_edit.h"

#include "event/event_fields.h"
#include "event/field_reader.h"
#include "event/field_writer.h"

namespace stepline::event {

void SummaryEdit::keep(std::string_view whole,
                       std::string_view added_metadata) {
  FieldWriter out(summary_);
  if (added_metadata.empty()) {
    return out.bytes_member(SummaryField::Value, whole);
  }
  std::string value(whole);
  FieldWriter(value).bytes_member(ValueField::Metadata, added_metadata);
  out.bytes_member(SummaryField::Value, value);
}

std::string SummaryEdit::apply_to(std::string_view bytes) const {
  std::string edited;
  FieldReader in(bytes);
  const char* from = in.position();
  while (in.next()) {
    bool is_summary = false;
    if (EventField(in.number()) == EventField::Summary) {
      std::string_view replaced;
      is_summary = in.read_view(replaced);
    } else {
      in.skip();
    }
    const char* const to = in.position();
    if (is_summary) {
      FieldWriter(edited).bytes_member(EventField::Summary, summary_);
    } else {
      edited.append(from, to);
    }
    from = to;
  }
  return edited;
}

}  // namespace stepline::event
