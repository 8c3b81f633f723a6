#include "server/api/routes.h"

namespace stepline::server {
namespace {

constexpr std::size_t kMaxListed = 1000;

}  // namespace

Answer answer_problems(const Context& context, const Request&) {
  const std::vector<reader::Problem> problems = context.store.problems();
  Json json;
  json.begin_object()
      .member("total", problems.size())
      .key("problems")
      .begin_array();
  for (std::size_t i = 0; i < std::min(problems.size(), kMaxListed); ++i) {
    const reader::Problem& problem = problems[i];
    json.begin_object().member("path", problem.path).key("offset");
    if (problem.offset) {
      json.value(*problem.offset);
    } else {
      json.null();
    }
    json.member("what", problem.message).end_object();
  }
  json.end_array().end_object();
  return json_response(json);
}

}  // namespace stepline::server
