#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "event/event.h"
#include "stepline/result.h"
#include "stepline/summary_options.h"
#include "stepline/tensor_view.h"

namespace stepline::writer {

// Any dtype, complex too, and any shape, empty ones too. With
// `options.tensorboard` less than 2^31 bytes, which is what a protocol buffer
// can hold.
Result<void> check_tensor(std::string_view tag, const TensorView& tensor,
                          const TensorOptions& options);

// The tensor for TensorBoard's plug-in "tensor", as tensor_content.
event::Value make_tensor(std::string_view tag, const TensorView& tensor);

// A tensorflow.TensorProto of this array, as tensor_content.
event::TensorProto make_tensor_proto(const TensorView& tensor);

}  // namespace stepline::writer
