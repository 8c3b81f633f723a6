#include "store/tensor_loader.h"

#include "reader/tensor_blob.h"

namespace stepline::store {

void TensorLoader::take(std::string_view payload, std::uint64_t offset) {
  const auto blob = reader::decode_tensor_blob(payload);
  if (!blob) return damage_.add(offset, blob.error().message);
  if (part_.records++ == 0) part_.first_wall_secs = blob->wall_secs;
  builder_.add_place(builder_.tag_of(blob->name), reader::Kind::Tensor,
                     {.step = blob->step,
                      .wall_secs = blob->wall_secs,
                      .offset = offset,
                      .bytes = static_cast<std::uint32_t>(payload.size())});
}

}  // namespace stepline::store
