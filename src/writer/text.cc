#include "writer/text.h"

#include <string>
#include <utility>

#include "base/utf8.h"
#include "event/plugin_names.h"
#include "writer/check.h"

namespace stepline::writer {

Result<void> check_text(std::string_view tag, const TextOptions& options) {
  return check_wall_time("text", tag, options.wall_time);
}

event::Value make_text(std::string_view tag, std::string_view text) {
  event::TensorProto tensor;
  tensor.dtype = event::DataType::String;
  tensor.has_shape = true;
  tensor.shape.dims = {{1, {}}};
  tensor.string_val = {repair_utf8(text)};
  event::Value value;
  value.tag = event::Tag(std::string(tag) + "/text_summary");
  value.metadata.emplace();
  value.metadata->plugin_name = event::kTextPlugin;
  value.value = std::move(tensor);
  return value;
}

}  // namespace stepline::writer
