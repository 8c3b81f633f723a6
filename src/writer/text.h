#pragma once

#include <string_view>

#include "event/event.h"
#include "stepline/result.h"
#include "stepline/summary_options.h"

namespace stepline::writer {

Result<void> check_text(std::string_view tag, const TextOptions& options);

// Markdown, under the tag `<tag>/text_summary` as torch.utils.tensorboard
// writes it. What is not UTF-8 is replaced by U+FFFD.
event::Value make_text(std::string_view tag, std::string_view text);

}  // namespace stepline::writer
