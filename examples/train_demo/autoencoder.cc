#include "autoencoder.h"

#include "dense.h"
#include "random.h"
#include "shapes.h"
#include "simple_layers.h"

namespace demo {

Network make_autoencoder() {
  constexpr int kWide = 128;
  constexpr int kCode = 16;
  Random random(23);
  Network network({kPixels});
  network.add<Dense>("encoder/wide", kPixels, kWide, random);
  network.add<Relu>("encoder/wide/relu", network.output_shape());
  network.add<Dense>("encoder/code", kWide, kCode, random);
  network.add<Dense>("decoder/wide", kCode, kWide, random);
  network.add<Relu>("decoder/wide/relu", network.output_shape());
  network.add<Dense>("decoder/pixels", kWide, kPixels, random);
  network.add<Sigmoid>("decoder/pixels/sigmoid", network.output_shape());
  return network;
}

}  // namespace demo
