#include "media/gif.h"

#include <gif_lib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <memory>
#include <string_view>
#include <utility>

#include "media/dither.h"
#include "media/palette.h"

namespace stepline::media {
namespace {

constexpr int kMaxSide = 65535;
constexpr double kMinDelay = 2;
constexpr double kMaxDelay = 65535;
constexpr std::string_view kLoopExtension = "NETSCAPE2.0";
constexpr unsigned char kLoopForEver[] = {1, 0, 0};

// Palette indices of one frame.
using Indices = std::vector<std::uint8_t>;

struct Indexed {
  std::vector<Rgb> palette;
  std::vector<Indices> frames;
};

struct Area {
  int left, top, width, height;
};

Result<void> check(const std::vector<Bitmap>& frames, double fps) {
  const auto invalid = [](std::string message) {
    return Error{ErrorCode::InvalidArgument, std::move(message)};
  };
  if (frames.empty()) return invalid("got no frames, want at least one");
  if (!(fps > 0) || !std::isfinite(fps)) {
    return invalid("got " + std::to_string(fps) +
                   " frames per second, want a positive number");
  }
  const Bitmap& first = frames[0];
  if (first.bits != 8 || first.channels == 2) {
    return invalid("got frames of " + std::to_string(first.channels) +
                   " channels of " + std::to_string(first.bits) +
                   " bits, want 1, 3 or 4 of 8 bits");
  }
  if (first.width > kMaxSide || first.height > kMaxSide) {
    return invalid("got frames of " + std::to_string(first.width) + " x " +
                   std::to_string(first.height) +
                   " pixels, want at most 65535 either way");
  }
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (!frames[i].is_valid() || !frames[i].same_shape(first)) {
      return invalid("frame " + std::to_string(i) +
                     " is not a picture of the first one's shape");
    }
  }
  return {};
}

// Calls visit(colour) for every pixel, until it returns false.
template <class Visit>
bool for_each_colour(const Bitmap& frame, Visit visit) {
  const auto* pixel =
      reinterpret_cast<const std::uint8_t*>(frame.pixels.data());
  const auto* end = pixel + frame.pixels.size();
  const auto step = static_cast<std::size_t>(frame.channels);
  for (; pixel != end; pixel += step) {
    Rgb colour;
    if (step == 1) {
      colour = {pixel[0], pixel[0], pixel[0]};
    } else if (step == 3) {
      colour = {pixel[0], pixel[1], pixel[2]};
    } else {
      const auto blend = [&](std::uint8_t level) {
        return static_cast<std::uint8_t>((level * pixel[3] + 127) / 255);
      };
      colour = {blend(pixel[0]), blend(pixel[1]), blend(pixel[2])};
    }
    if (!visit(colour)) return false;
  }
  return true;
}

// Nothing if there are too many colours.
std::optional<Indexed> index_exactly(const std::vector<Bitmap>& frames) {
  ColourSet colours;
  Indexed indexed;
  for (const Bitmap& frame : frames) {
    Indices& indices = indexed.frames.emplace_back();
    indices.reserve(frame.pixels.size() / frame.pixel_bytes());
    const bool fits = for_each_colour(frame, [&](Rgb colour) {
      const std::optional<std::uint8_t> index = colours.insert(colour);
      if (index) indices.push_back(*index);
      return index.has_value();
    });
    if (!fits) return std::nullopt;
  }
  indexed.palette = colours.colours();
  return indexed;
}

Indexed index_dithered(const std::vector<Bitmap>& frames) {
  ColourHistogram histogram;
  for (const Bitmap& frame : frames) {
    for_each_colour(frame, [&](Rgb colour) {
      histogram.add(colour);
      return true;
    });
  }
  Indexed indexed;
  indexed.palette = choose_palette(histogram);
  const OrderedDither dither(histogram, indexed.palette);
  for (const Bitmap& frame : frames) {
    Indices& indices = indexed.frames.emplace_back();
    indices.reserve(frame.pixels.size() / frame.pixel_bytes());
    int x = 0, y = 0;
    for_each_colour(frame, [&](Rgb colour) {
      indices.push_back(dither.index(colour, x, y));
      if (++x == frame.width) {
        x = 0;
        ++y;
      }
      return true;
    });
  }
  return indexed;
}

// The smallest area that holds every pixel that changed; one pixel if none did.
Area changed_area(const Indices& before, const Indices& now, int width,
                  int height) {
  int left = width, right = -1, top = height, bottom = -1;
  const auto row_size = static_cast<std::size_t>(width);
  for (int y = 0; y < height; ++y) {
    const std::uint8_t* a =
        before.data() + static_cast<std::size_t>(y) * row_size;
    const std::uint8_t* b = now.data() + static_cast<std::size_t>(y) * row_size;
    if (std::memcmp(a, b, row_size) == 0) continue;
    top = std::min(top, y);
    bottom = y;
    int first = 0, last = width - 1;
    while (a[first] == b[first]) ++first;
    while (a[last] == b[last]) --last;
    left = std::min(left, first);
    right = std::max(right, last);
  }
  if (bottom < 0) return {0, 0, 1, 1};
  return {left, top, right - left + 1, bottom - top + 1};
}

struct CloseGif {
  void operator()(GifFileType* file) const { EGifCloseFile(file, nullptr); }
};
struct FreeColourMap {
  void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};
using ColourMap = std::unique_ptr<ColorMapObject, FreeColourMap>;

ColourMap make_colour_map(const std::vector<Rgb>& palette) {
  int size = 2;
  while (size < static_cast<int>(palette.size())) size *= 2;
  ColourMap map(GifMakeMapObject(size, nullptr));
  for (std::size_t i = 0; map && i < palette.size(); ++i) {
    map->Colors[i] = {palette[i].red, palette[i].green, palette[i].blue};
  }
  return map;
}

// giflib, writing to a string. Each call says whether it succeeded.
class GifWriter {
 public:
  GifWriter() {
    int error = 0;
    file_.reset(EGifOpen(&bytes_, append, &error));
  }

  bool begin(int width, int height, const std::vector<Rgb>& palette) {
    const ColourMap map = make_colour_map(palette);
    if (!file_ || !map) return false;
    EGifSetGifVersion(file_.get(), true);
    return EGifPutScreenDesc(file_.get(), width, height, 8, 0, map.get()) &&
           EGifPutExtensionLeader(file_.get(), APPLICATION_EXT_FUNC_CODE) &&
           EGifPutExtensionBlock(file_.get(),
                                 static_cast<int>(kLoopExtension.size()),
                                 kLoopExtension.data()) &&
           EGifPutExtensionBlock(file_.get(), sizeof kLoopForEver,
                                 kLoopForEver) &&
           EGifPutExtensionTrailer(file_.get());
  }

  // Writes an area of a frame of `width` pixels; the rest stays as it was.
  bool put_area(const Indices& frame, int width, Area area, int delay) {
    const GraphicsControlBlock control = {DISPOSE_DO_NOT, false, delay,
                                          NO_TRANSPARENT_COLOR};
    GifByteType extension[4];
    const std::size_t size = EGifGCBToExtension(&control, extension);
    if (!EGifPutExtension(file_.get(), GRAPHICS_EXT_FUNC_CODE,
                          static_cast<int>(size), extension) ||
        !EGifPutImageDesc(file_.get(), area.left, area.top, area.width,
                          area.height, false, nullptr)) {
      return false;
    }
    Indices line(static_cast<std::size_t>(area.width));  // giflib masks it.
    for (int y = area.top; y < area.top + area.height; ++y) {
      const std::size_t start =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
          static_cast<std::size_t>(area.left);
      std::copy_n(frame.data() + start, line.size(), line.data());
      if (!EGifPutLine(file_.get(), line.data(), area.width)) return false;
    }
    return true;
  }

  bool end() {
    int error = 0;
    return EGifCloseFile(file_.release(), &error);
  }

  std::string take() { return std::move(bytes_); }

 private:
  static int append(GifFileType* file, const GifByteType* data, int size) {
    try {
      static_cast<std::string*>(file->UserData)
          ->append(reinterpret_cast<const char*>(data),
                   static_cast<std::size_t>(size));
      return size;
    } catch (const std::exception&) {
      return 0;
    }
  }

  std::string bytes_;
  std::unique_ptr<GifFileType, CloseGif> file_;
};

// Hundredths of a second that a frame is shown: it ends at the one nearest to
// where it should, so that the animation keeps its rate.
int delay_of(std::size_t frame, double fps) {
  const double length = 100 / fps;
  const auto at = static_cast<double>(frame);
  const double delay = std::round((at + 1) * length) - std::round(at * length);
  if (std::isnan(delay)) return static_cast<int>(kMaxDelay);
  return static_cast<int>(std::clamp(delay, kMinDelay, kMaxDelay));
}

bool write(GifWriter& writer, const Indexed& indexed, int width, int height,
           double fps) {
  if (!writer.begin(width, height, indexed.palette)) return false;
  for (std::size_t i = 0; i < indexed.frames.size(); ++i) {
    const Area area = i == 0 ? Area{0, 0, width, height}
                             : changed_area(indexed.frames[i - 1],
                                            indexed.frames[i], width, height);
    if (!writer.put_area(indexed.frames[i], width, area, delay_of(i, fps)))
      return false;
  }
  return writer.end();
}

}  // namespace

Result<std::string> encode_gif(const std::vector<Bitmap>& frames, double fps) {
  if (auto checked = check(frames, fps); !checked) return checked.error();
  std::optional<Indexed> indexed = index_exactly(frames);
  if (!indexed) indexed = index_dithered(frames);
  GifWriter writer;
  if (!write(writer, *indexed, frames[0].width, frames[0].height, fps)) {
    return Error{ErrorCode::Io, "cannot encode the animation: out of memory"};
  }
  return writer.take();
}

}  // namespace stepline::media
