#pragma once

#include <span>
#include <string>
#include <vector>

#include "store/query.h"

namespace stepline::cli {

// Curves with axes and a legend, as lines of text.

struct ChartCurve {
  struct Mark {
    double from = 0;
    double to = 0;
    store::NonFinite kind = store::NonFinite::Nan;
  };

  std::string name;  // Printable.
  std::string note;  // Beside the name in the legend: the last value, say.
  std::vector<double> x;
  std::vector<double> y;  // Beside x; NaN breaks the line.
  std::vector<Mark> marks;
};

struct ChartOptions {
  enum class Scale { Number, Duration, Time };

  int columns = 80;  // In all; at least 24.
  int rows = 15;     // Between the axes; at least 3.
  Scale x_scale = Scale::Number;
  std::string x_title = {};  // "step"
  bool log = false;          // Values that are not positive are left out.
  bool colours = false;
  bool ascii = false;  // Nothing but ASCII is drawn: no braille.
};

// Curves are told apart by colours; by letters set into them where there are no
// colours, or more curves than colours. Values that are not finite are marked
// in rows of their own, so that none is lost. Lines have no line feed.
std::vector<std::string> draw_chart(std::span<const ChartCurve> curves,
                                    const ChartOptions& options);

}  // namespace stepline::cli
