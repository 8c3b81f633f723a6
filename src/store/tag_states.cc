#include "store/tag_states.h"

#include <cstring>
#include <new>

namespace stepline::store {
namespace {

constexpr std::size_t kFirstSlots = 32;

}  // namespace

TagStates::TagStates() : slots_(kFirstSlots), mask_(kFirstSlots - 1) {}

TagStates::~TagStates() {
  for (TagState* state : states_) state->~TagState();
}

TagState& TagStates::add(std::string_view tag, std::uint32_t hash) {
  if (2 * states_.size() >= slots_.size()) grow();
  auto* const state =
      new (arena_.allocate(sizeof(TagState), alignof(TagState))) TagState;
  states_.push_back(state);
  auto* const name = static_cast<char*>(arena_.allocate(tag.size() + 1, 1));
  if (!tag.empty()) std::memcpy(name, tag.data(), tag.size());
  state->tag = {name, tag.size()};
  state->hash = hash;
  put(state);
  return *state;
}

void TagStates::put(TagState* state) {
  std::size_t i = state->hash;
  while (slots_[i & mask_].state != nullptr) ++i;
  slots_[i & mask_] = {state, state->hash};
}

void TagStates::grow() {
  slots_.assign(4 * slots_.size(), {});
  mask_ = slots_.size() - 1;
  for (TagState* state : states_) put(state);
}

}  // namespace stepline::store
