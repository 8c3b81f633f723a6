#include <utility>
#include <variant>

#include "event/hparams_data.h"
#include "event/plugin_names.h"
#include "stepline/summary_reader.h"
#include "store/summary_source.h"

namespace stepline {
namespace {

using store::SummarySource;
using Kind = reader::Kind;

// The last value of this kind of hparams data in a run; nullopt, without a
// warning, when there is none.
template <class T>
std::optional<T> read_data(const SummarySource& source, std::string_view tag,
                           store::RunId run) {
  const auto* const places = source.names().find(Kind::HParams, tag);
  if (places == nullptr) return std::nullopt;
  const auto place =
      std::ranges::find(*places, run, &SummarySource::Place::run);
  if (place == places->end()) return std::nullopt;
  Selection selection;
  selection.last = 1;
  std::optional<T> found;
  source.for_each_value(
      *place, source.describe(Kind::HParams, tag, run), selection,
      [&](const store::BlobInfo&, reader::Datum& datum) -> Result<void> {
        const auto* message = std::get_if<reader::Message>(&datum.content);
        auto data = event::decode_hparams_data(
            message == nullptr ? datum.metadata.plugin_content
                               : message->bytes);
        if (!data) return data.error();
        if (auto* const wanted = std::get_if<T>(&data->data)) {
          found = std::move(*wanted);
        }
        return {};
      });
  return found;
}

// The run's own experiment, or the first that any run has: other writers put
// it into the directory above the sessions.
std::optional<event::Experiment> experiment_of(const SummarySource& source,
                                               store::RunId run) {
  const auto read = [&](store::RunId id) {
    return read_data<event::Experiment>(source, event::kHParamsExperimentTag,
                                        id);
  };
  if (auto own = read(run)) return own;
  const auto* const places =
      source.names().find(Kind::HParams, event::kHParamsExperimentTag);
  if (places == nullptr) return std::nullopt;
  return read(places->front().run);
}

// The last value of a metric, in the session's run or the one below it that
// the group names.
std::optional<double> last_value(const SummarySource& source,
                                 const std::string& session,
                                 const event::MetricInfo& metric) {
  std::string name = session;
  if (!metric.group.empty()) {
    name = session == "." ? metric.group : session + "/" + metric.group;
  }
  const auto run = source.names().find_run(name);
  const auto* const places = source.names().find(Kind::Scalar, metric.tag);
  if (!run || places == nullptr) return std::nullopt;
  const auto place =
      std::ranges::find(*places, *run, &SummarySource::Place::run);
  if (place == places->end()) return std::nullopt;
  const auto info = source.store().find_series(place->series);
  if (!info || info->count == 0) return std::nullopt;
  const auto last = source.store().points(place->series, info->count - 1, 1);
  if (!last || last->size() == 0) return std::nullopt;
  return last->values[0];
}

void add_end(const event::SessionEndInfo& end, HParamsSession& session) {
  using Status = event::SessionEndInfo::Status;
  session.end_time = end.end_time_secs;
  if (end.status != Status::Unknown) {
    session.status = SessionStatus{static_cast<int>(end.status)};
  }
}

std::optional<HParamsSession> session_of(const SummarySource& source,
                                         const std::string& run) {
  const store::RunId id = *source.names().find_run(run);
  auto start = read_data<event::SessionStartInfo>(
      source, event::kHParamsSessionStartTag, id);
  if (!start) return std::nullopt;
  HParamsSession session;
  session.run = run;
  session.hparams = std::move(start->hparams);
  session.group = std::move(start->group_name);
  session.start_time = start->start_time_secs;
  const auto end = read_data<event::SessionEndInfo>(
      source, event::kHParamsSessionEndTag, id);
  if (end) add_end(*end, session);
  if (auto experiment = experiment_of(source, id)) {
    for (event::MetricInfo& metric : experiment->metric_infos) {
      const auto value = last_value(source, run, metric);
      session.metrics.push_back(
          {.tag = std::move(metric.tag),
           .value = value,
           .display_name = std::move(metric.display_name)});
    }
  }
  return session;
}

}  // namespace

std::vector<HParamsSession> SummaryReader::read_hparams(
    std::string_view run) const {
  const auto reading = source_->reading();
  if (!run.empty() && !source_->find_run(run)) return {};
  std::vector<HParamsSession> sessions;
  for (const std::string& name : source_->names().runs()) {
    if (!run.empty() && name != run) continue;
    auto session = session_of(*source_, name);
    if (session) sessions.push_back(std::move(*session));
  }
  if (sessions.empty()) {
    source_->warn("no hparams" + (run.empty()
                                      ? std::string()
                                      : " in run \"" + std::string(run) + '"'));
  }
  return sessions;
}

}  // namespace stepline
