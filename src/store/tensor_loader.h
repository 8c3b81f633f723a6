#pragma once

#include <cstdint>
#include <string_view>

#include "store/damage_log.h"
#include "store/file_part.h"
#include "store/part_builder.h"

namespace stepline::store {

// Takes the records of a tensor file into a part: the place of each tensor.
// What it is given must outlive it.
class TensorLoader {
 public:
  TensorLoader(FilePart& part, PartBuilder& builder, DamageLog& damage)
      : part_(part), builder_(builder), damage_(damage) {}

  // The payload of a record that begins at `offset`.
  void take(std::string_view payload, std::uint64_t offset);

 private:
  FilePart& part_;
  PartBuilder& builder_;
  DamageLog& damage_;
};

}  // namespace stepline::store
