#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "event/event.h"
#include "stepline/result.h"
#include "stepline/summary_options.h"
#include "stepline/tensor_view.h"

namespace stepline::writer {

// Vertices are [N, 3] or [B, N, 3] with N at least 1; colours have the shape of
// the vertices; faces are [F, 3] or [B, F, 3] with the same B. The
// configuration must look like a JSON object.
Result<void> check_mesh(std::string_view tag, const TensorView& vertices,
                        const MeshOptions& options);

// One float32 value each for vertices, faces and colours, as far as present,
// with the tags `<tag>_VERTEX`, `<tag>_FACE` and `<tag>_COLOR`.
std::vector<event::Value> make_mesh(std::string_view tag,
                                    const TensorView& vertices,
                                    const std::optional<TensorView>& faces,
                                    const std::optional<TensorView>& colors,
                                    std::string_view config_json);

}  // namespace stepline::writer
