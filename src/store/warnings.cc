#include "store/warnings.h"

#include <cstdio>

namespace stepline::store {

void Warnings::add(const std::string& warning) {
  if (listener_) return listener_(warning);
  const std::lock_guard lock(mutex_);
  if (!told_.insert(warning).second) return;
  std::fprintf(stderr, "stepline: %s\n", warning.c_str());
}

}  // namespace stepline::store
