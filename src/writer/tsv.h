#pragma once

#include <string>
#include <vector>

#include "stepline/tensor_view.h"

namespace stepline::writer {

// A [N, D] matrix as text: a line for each row, tabs between. Each number is
// the shortest text that reads back as the same value.
std::string matrix_tsv(const TensorView& matrix);

// A line for each row, tabs between, below a line of the header where there are
// several columns (with one the projector takes every line for a label). Tabs
// and line breaks inside a label become spaces; an empty one becomes a dash,
// because the projector leaves out empty lines and would shift the labels.
std::string labels_tsv(const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& rows);

}  // namespace stepline::writer
