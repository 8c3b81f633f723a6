#pragma once

#include <string>

namespace stepline::cli {

// Appends the shortest decimal that is this double again: a valid JSON number
// when finite. "NaN", "Infinity" and "-Infinity", as TensorBoard writes them,
// without quotes. An exponent only where many zeros would be needed.
void append_number(std::string& out, double value);

// The same, never with an exponent: for seconds since the epoch.
void append_secs(std::string& out, double secs);

// Six significant digits, for people: "0.123457", "1.5e-07".
std::string short_number(double value);

}  // namespace stepline::cli
