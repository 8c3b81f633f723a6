#pragma once

#include <compare>
#include <string_view>

namespace stepline {

// The order people expect of names: run2 before run10.
//
// A name is a sequence of parts: each longest run of the digits 0 to 9 is one
// part, every other byte is one. Names compare part by part, as words do letter
// by letter; the first parts that differ decide, and a name comes before its
// own continuations. Of two numbers the smaller comes first, however many
// digits they have; of equal ones the shorter (1 before 01). Other bytes
// compare by value, and with a number as with its first digit.
//
// Only equal strings are equivalent, so this is a total order on any bytes.
// Nothing is said of signs, points, letters' case or languages.
std::strong_ordering natural_order(std::string_view a, std::string_view b);

// For sorting, and for the keys of maps.
struct NaturalLess {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const {
    return natural_order(a, b) < 0;
  }
};

}  // namespace stepline
