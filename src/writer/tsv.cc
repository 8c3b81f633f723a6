#include "writer/tsv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>

#include "base/utf8.h"
#include "writer/tensor_reader.h"

namespace stepline::writer {
namespace {

// Sign, digits, point, "e", sign, three digits, and the tab behind it.
template <class Number>
constexpr std::size_t kMostBytes =
    std::numeric_limits<Number>::max_digits10 + 8;

template <class Number>
char* append_number(char* out, char* end, Number number) {
  // Not "-nan", which Python writes for none.
  if (std::isnan(number)) number = std::numeric_limits<Number>::quiet_NaN();
  return std::to_chars(out, end, number).ptr;
}

template <class Number>
std::string rows_of(const TensorView& matrix) {
  const auto rows = static_cast<std::size_t>(matrix.dim(0));
  const auto columns = static_cast<std::size_t>(matrix.dim(1));
  const std::size_t row_bytes = columns * size_of(matrix.dtype());
  const auto* data = static_cast<const std::byte*>(matrix.data());
  std::vector<Number> row(columns);
  std::vector<char> line(columns * kMostBytes<Number>);
  std::string text;
  for (std::size_t r = 0; r < rows; ++r) {
    convert_elements(data + r * row_bytes, matrix.dtype(), std::span(row));
    char* out = line.data();
    for (const Number number : row) {
      out = append_number(out, line.data() + line.size(), number);
      *out++ = '\t';
    }
    text.append(line.data(), out);
    text.back() = '\n';
  }
  return text;
}

void append_line(std::string& text, const std::vector<std::string>& cells) {
  for (const std::string& cell : cells) {
    std::string clean = repair_utf8(cell);
    std::ranges::replace_if(
        clean, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    const bool blank = clean.find_first_not_of(' ') == std::string::npos;
    text += blank ? "-" : clean;
    text += '\t';
  }
  text.back() = '\n';
}

}  // namespace

std::string matrix_tsv(const TensorView& matrix) {
  const ContiguousView contiguous(matrix);
  return fits_float(matrix.dtype()) ? rows_of<float>(contiguous.view())
                                    : rows_of<double>(contiguous.view());
}

std::string labels_tsv(const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  if (header.size() > 1) append_line(text, header);
  for (const auto& row : rows) append_line(text, row);
  return text;
}

}  // namespace stepline::writer
