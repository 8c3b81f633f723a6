#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/chart.h"
#include "cli/output.h"
#include "cli/selection.h"
#include "store/store.h"

namespace stepline::cli {

struct PictureOptions {
  store::Window window;
  std::optional<double> smoothing;
  std::size_t curves = 8;  // The most in a chart.
  std::size_t charts = 4;  // The most in all.
  ChartOptions chart;      // x_scale and x_title follow the window's axis.
};

// A chart for each tag of the scalars among `runs`, with a curve for each run,
// as lines without line feeds; and a line that says what was left out. Empty
// when there is nothing.
std::vector<std::string> draw_picture(const Output& out,
                                      const store::Store& store,
                                      const std::vector<SelectedRun>& runs,
                                      const PictureOptions& options);

}  // namespace stepline::cli
