// The C++ side of test_tensor_blob_oracle.py: reads blobs (frames.h) and writes
// of each either "error" or its tensor: a line of step, wall time, dtype and
// shape ("7 1.5 float32 2,3"), a line of the name, then the elements.

#include <cstdio>
#include <iostream>

#include "reader/tensor_blob.h"
#include "support/frames.h"

namespace stepline::reader {
namespace {

std::string describe(const TensorBlob& blob) {
  char head[128];
  std::snprintf(head, sizeof head, "%lld %.17g %s ",
                static_cast<long long>(blob.step), blob.wall_secs,
                name_of(blob.dtype));
  std::string out = head;
  for (const std::int64_t n : blob.shape) out += std::to_string(n) + ",";
  if (out.back() == ',') out.pop_back();
  return out + "\n" + blob.name + "\n" + std::string(blob.elements);
}

}  // namespace
}  // namespace stepline::reader

int main() {
  using namespace stepline;
  std::ios::sync_with_stdio(false);
  while (const auto frame = read_frame()) {
    const auto blob = reader::decode_tensor_blob(*frame);
    write_frame(blob ? reader::describe(*blob) : "error");
  }
}
