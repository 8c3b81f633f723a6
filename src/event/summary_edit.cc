#include "event/summary_edit.h"

#include <cstdint>

#include "event/field_reader.h"
#include "event/field_writer.h"

namespace stepline::event {
namespace {

enum class EventField : std::uint32_t { Summary = 5 };
enum class SummaryField : std::uint32_t { Value = 1 };
enum class ValueField : std::uint32_t { Metadata = 9 };

std::string summary_of(std::span<const KeptValue> values) {
  std::string summary;
  FieldWriter out(summary);
  for (const KeptValue& value : values) {
    if (value.added_metadata.empty()) {
      out.bytes_member(SummaryField::Value, value.whole);
      continue;
    }
    std::string whole(value.whole);
    FieldWriter(whole).bytes_member(ValueField::Metadata, value.added_metadata);
    out.bytes_member(SummaryField::Value, whole);
  }
  return summary;
}

}  // namespace

std::string with_values(std::string_view bytes,
                        std::span<const KeptValue> values) {
  std::string edited;
  FieldReader in(bytes);
  const char* from = in.position();
  while (in.next()) {
    const bool is_summary = EventField(in.number()) == EventField::Summary;
    in.skip();
    const char* const to = in.position();
    if (is_summary) {
      FieldWriter(edited).bytes_member(EventField::Summary, summary_of(values));
    } else {
      edited.append(from, to);
    }
    from = to;
  }
  return edited;
}

}  // namespace stepline::event
