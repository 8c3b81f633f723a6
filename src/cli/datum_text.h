#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/json.h"
#include "reader/datum.h"

namespace stepline::cli {

// What a value that is not a scalar looks like as text. Pictures, sound and
// large arrays are described; `stepline export` gives them whole.

// As one JSON value (docs/commandline.md lists its forms).
void write_datum(Json& json, const reader::Datum& datum);

// In one line, printable: "3 images of 64 x 64, png, 12.1 KiB".
std::string describe(const reader::Datum& datum);

// Below that line, printable, where there is more to show: the lines of a text,
// the buckets of a histogram, the values of a small array.
std::vector<std::string> details(const reader::Datum& datum);

// "png", "gif", "jpg", "wav"..., by the first bytes; "bin" when unknown.
std::string_view media_format(std::string_view encoded);

// The text as it stands, of a text with one element; otherwise all elements,
// one a line.
std::string joined_text(const event::Array& array);

}  // namespace stepline::cli
