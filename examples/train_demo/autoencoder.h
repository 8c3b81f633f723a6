#pragma once

#include "network.h"

namespace demo {

// From a picture over the layer "encoder/code" of few numbers to a picture.
Network make_autoencoder();

}  // namespace demo
