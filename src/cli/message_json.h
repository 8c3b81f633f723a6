#pragma once

#include <string_view>

#include "cli/json.h"
#include "reader/kind.h"

namespace stepline::cli {

// Kinds whose reader::Message is taken apart for people: hyperparameters, chart
// layouts, log messages and session logs.
bool is_taken_apart(reader::Kind kind);

// Writes such a message as one JSON value, with the names of its fields; what
// is not set is left out. False, and nothing is written, for all other kinds
// and for bytes that do not fit.
bool write_message(Json& json, reader::Kind kind, std::string_view bytes);

}  // namespace stepline::cli
