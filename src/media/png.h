#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "media/bitmap.h"

namespace stepline::media {

// Writes PNG files, fast: the Up filter on every row and igzip's level 1, which
// costs a thirtieth of libpng's default for a tenth more bytes.
//
// An encoder keeps its scratch memory from one picture to the next, because
// faulting in fresh pages takes as long as compressing a small picture: about
// 1 MB whatever the picture's size (more only where a single row is larger than
// 256 KB), allocated by the first picture. Large pictures go through it in
// bands and come out as several IDAT chunks.
//
// Not thread-safe; one encoder per thread.
class PngEncoder {
 public:
  enum class Compression {
    Fast,    // igzip; should it ever fail, Stored.
    Stored,  // Uncompressed deflate blocks: cannot fail.
  };

  PngEncoder();
  ~PngEncoder();
  PngEncoder(PngEncoder&&) noexcept;
  PngEncoder& operator=(PngEncoder&&) noexcept;

  // The file's bytes. Empty if the bitmap is not valid (PNG knows no picture
  // without pixels).
  std::string encode(const Bitmap& bitmap,
                     Compression compression = Compression::Fast);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

// The same, by an encoder that lives as long as the calling thread; not to be
// called by destructors of static objects, which run after its end.
std::string encode_png(const Bitmap& bitmap);

}  // namespace stepline::media
