#include "log_kinds.h"

namespace demo {

void log_film(RunLog& log, std::string_view tag, const Film& film,
              std::int64_t step) {
  log.wrote("videos", log.writer.add_video(tag, film.view(), step,
                                           {.layout = "TNCHW", .fps = 6}));
}

}  // namespace demo
