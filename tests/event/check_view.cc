#include "event/check_view.h"

#include <array>
#include <bit>
#include <limits>

#include "base/bytes.h"
#include "base/utf8.h"
#include "event/event_view.h"
#include "event/wire.h"

namespace stepline::event {
namespace {

// The bytes of an event that has nothing but what the view says of its content.
std::string rebuilt_content(const EventView& view) {
  constexpr int kFields[] = {0, 3, 4, 5, 6, 7, 8, 9};
  if (view.what == EventView::What::Nothing) return "";
  return in_field(kFields[static_cast<int>(view.what)], view.body);
}

std::string rebuilt_value(const ValueView& view) {
  constexpr int kFields[] = {0, 2, 3, 4, 5, 6, 8};
  std::string bytes = in_field(1, view.tag) + in_field(7, view.node_name);
  if (view.form == ValueForm::SimpleValue) {
    bytes += '\x15';
    append_le(bytes, view.simple_value);
  } else if (view.form != ValueForm::None) {
    bytes += in_field(kFields[static_cast<int>(view.form)], view.body);
  }
  if (view.has_metadata) bytes += in_field(9, view.metadata);
  return bytes;
}

// As bytes, because NaN differs from itself.
bool same_value(std::string_view bytes, const Value& value) {
  const auto decoded = decode_value(bytes);
  return decoded && encode_value(*decoded) == encode_value(value);
}

double number_of(const Value& value) {
  if (const float* simple = std::get_if<float>(&value.value)) return *simple;
  const auto& tensor = std::get<TensorProto>(value.value);
  return scalar_of_tensor(encode_tensor(tensor)).value().value;
}

// The bytes that `number` points at are the number, and nothing else.
bool is_the_number(std::string_view bytes, const ValueView& view,
                   const Value& value) {
  std::string changed(view.whole);
  const std::size_t at = std::size_t(view.number - view.whole.data());
  const float old = load_le<float>(view.number);
  if (old == old && number_of(value) != double{old}) return false;
  if (view.whole.data() < bytes.data()) return false;
  for (const float other : {-1.5f, std::numeric_limits<float>::max()}) {
    store_le(changed.data() + at, other);
    const auto decoded = decode_value(changed);
    if (!decoded || number_of(*decoded) != double{other}) return false;
  }
  return true;
}

std::string compare_values(std::string_view bytes, const EventView& view,
                           const Summary& summary, ViewCheck& check) {
  std::size_t next = 0;
  for (const ValueView& each : view.values()) {
    if (next == summary.values.size()) return "too many values";
    const Value& value = summary.values[next++];
    if (static_cast<std::size_t>(each.form) != value.value.index()) {
      return "form of a value";
    }
    if (!same_value(each.whole, value)) return "whole of a value";
    if (!same_value(rebuilt_value(each), value)) return "parts of a value";
    if (each.number == nullptr) continue;
    ++check.numbers;
    if (!is_the_number(bytes, each, value)) return "number of a value";
  }
  return next == summary.values.size() ? "" : "too few values";
}

std::string compare(std::string_view bytes, const EventView& view,
                    const Event& event, ViewCheck& check) {
  if (view.step != event.step.value) return "step";
  if (view.wall_secs != event.wall_time.secs()) return "wall time";
  if (repair_utf8(view.source_writer) != event.source_writer) return "writer";
  if (static_cast<std::size_t>(view.what) != event.what.index()) return "what";
  const auto content = decode_event(rebuilt_content(view));
  Event bare;
  bare.what = event.what;
  if (!content || encode_event(*content) != encode_event(bare)) {
    return "content";
  }
  const auto* summary = std::get_if<Summary>(&event.what);
  if (summary == nullptr) return view.values().empty() ? "" : "values";
  return compare_values(bytes, view, *summary, check);
}

}  // namespace

std::string in_field(int number, std::string_view inside) {
  std::string bytes(1, static_cast<char>(number << 3 | 2));
  append_varint(bytes, inside.size());
  return bytes.append(inside);
}

ViewCheck check_view(std::string_view bytes) {
  ViewCheck check;
  EventView view;
  check.viewed = view_event(bytes, view);
  const auto event = decode_event(bytes);
  check.decoded = event.has_value();
  if (!check.viewed) return check;
  if (event) {
    check.disagreement = compare(bytes, view, *event, check);
  } else {
    check.disagreement = "malformed: " + event.error().message;
  }
  return check;
}

}  // namespace stepline::event
