#include "store/name_table.h"

#include <functional>

namespace stepline::store {

std::uint32_t NameTable::intern(std::string_view name) {
  if ((names_.size() + 1) * 2 > slots_.size()) grow();
  std::uint32_t& slot = slots_[slot_of(name)];
  if (slot == 0) {
    names_.emplace_back(name);
    slot = static_cast<std::uint32_t>(names_.size());
  }
  return slot - 1;
}

std::optional<std::uint32_t> NameTable::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t slot = slots_[slot_of(name)];
  if (slot == 0) return std::nullopt;
  return slot - 1;
}

std::size_t NameTable::slot_of(std::string_view name) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = std::hash<std::string_view>()(name) & mask;
  while (slots_[at] != 0 && names_[slots_[at] - 1] != name) {
    at = (at + 1) & mask;
  }
  return at;
}

void NameTable::grow() {
  slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, 0);
  for (std::size_t id = 0; id < names_.size(); ++id) {
    slots_[slot_of(names_[id])] = static_cast<std::uint32_t>(id + 1);
  }
}

}  // namespace stepline::store
