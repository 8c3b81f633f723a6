#pragma once

#include <vector>

#include "event/event.h"
#include "stepline/result.h"
#include "stepline/summary_options.h"

namespace stepline::writer {

// Names and tags are there and given once, a domain is of its value's type and
// finite, a run's name stays below the writer's directory.
Result<void> check_hparams(const std::vector<HParam>& hparams,
                           const std::vector<HParamMetric>& metrics,
                           const HParamsOptions& options);
Result<void> check_hparams_end(const HParamsOptions& options);

// What the hparams dashboard reads to know an experiment and one session of
// it: two values without data, all of it in their metadata. The metrics' values
// are scalars like any other and not in here.
//
// A number that is not finite is written as text ("inf", "-inf", "nan"), since
// JSON has no word for it and TensorBoard would answer with an error for all
// sessions.
event::Summary make_hparams(const std::vector<HParam>& hparams,
                            const std::vector<HParamMetric>& metrics,
                            const HParamsOptions& options,
                            double start_time_secs);

// How and when the session ended.
event::Summary make_hparams_end(SessionStatus status, double end_time_secs);

}  // namespace stepline::writer
