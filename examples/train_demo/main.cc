// Trains classifiers in a few configurations and an autoencoder, on pictures it
// draws itself, and logs every kind of summary on the way.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "options.h"
#include "progress.h"
#include "report.h"
#include "training.h"

namespace demo {
namespace {

constexpr int kThreads = 2;

struct Job {
  std::string name;  // And the run's directory.
  std::function<Outcome(RunLog&, const OnProgress&)> train;
};

Scale scale_of(const Options& options) {
  Scale scale;
  if (options.quick) {
    scale = {.training_samples = 1500,
             .validation_samples = 300,
             .noise = 0.05f,
             .classifier_steps = 240,
             .autoencoder_steps = 300,
             .evaluations = 8,
             .landscape_side = 9,
             .landscape_samples = 50};
  }
  const int jobs = options.runs + 1;
  const int jobs_a_thread = (jobs + kThreads - 1) / kThreads;
  scale.training_seconds = options.seconds / jobs_a_thread;
  return scale;
}

std::vector<Job> jobs_of(const Options& options, const Data& data,
                         const Scale& scale) {
  std::vector<Job> jobs;
  for (const ClassifierConfig& config : classifier_configs()) {
    if (static_cast<int>(jobs.size()) == options.runs) break;
    jobs.push_back({"classifier/" + config.name,
                    [=, &data, &scale](RunLog& log, const OnProgress& on) {
                      return train_classifier(config, data, scale, log, on);
                    }});
  }
  jobs.push_back({"autoencoder", [&](RunLog& log, const OnProgress& on) {
                    return train_autoencoder(data, scale, log, on);
                  }});
  return jobs;
}

// Every job has its own seeds and its own run, so which thread does it when
// does not change what it writes.
std::vector<NamedOutcome> run_jobs(const std::vector<Job>& jobs,
                                   const std::string& logdir, Tally& tally) {
  std::vector<std::string> names;
  for (const Job& job : jobs) names.push_back(job.name);
  Progress progress(names);
  std::vector<NamedOutcome> outcomes(jobs.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) {
      RunLog log(logdir + "/" + jobs[i].name, tally);
      outcomes[i] = {jobs[i].name,
                     jobs[i].train(log, [&, i](double done, std::string state) {
                       progress.update(i, done, std::move(state));
                     })};
      if (const auto closed = log.writer.close(); !closed) {
        tally.check("closing " + jobs[i].name, closed);
      }
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 1; i < kThreads; ++i) threads.emplace_back(work);
  work();
  threads.clear();
  return outcomes;
}

int run(const Options& options) {
  const std::string logdir =
      options.logdir.empty() ? fresh_logdir() : options.logdir;
  const Scale scale = scale_of(options);
  const Data data = {make_shapes(scale.training_samples, scale.noise, 1),
                     make_shapes(scale.validation_samples, scale.noise, 2)};
  const std::vector<Job> jobs = jobs_of(options, data, scale);
  std::printf("%zu trainings on %d pictures, logged to %s\n", jobs.size(),
              data.training.count(), logdir.c_str());
  Tally tally;
  const auto outcomes = run_jobs(jobs, logdir, tally);
  return report(logdir, outcomes, tally) ? 0 : 1;
}

}  // namespace
}  // namespace demo

int main(int argc, char** argv) {
  const auto options = demo::parse_options(argc, argv);
  if (!options) {
    std::fprintf(stderr, "train_demo: %s\n%s", options.error().message.c_str(),
                 demo::kUsage);
    return 2;
  }
  if (options->help) {
    std::fputs(demo::kUsage, stdout);
    return 0;
  }
  return demo::run(*options);
}
