#pragma once

#include <string>
#include <string_view>

namespace stepline::event {

// A summary put together from values of another. Takes no more memory than the
// summary does.
class SummaryEdit {
 public:
  // `whole` is that of a ValueView. Metadata that are not empty are added to
  // the value.
  void keep(std::string_view whole, std::string_view added_metadata = {});

  bool empty() const { return summary_.empty(); }
  void clear() { summary_.clear(); }

  // The event in `bytes`, which view_event() must have understood, with these
  // values in its summary and no others. Every other field stays as it is, byte
  // for byte; those that nobody knows, too.
  std::string apply_to(std::string_view bytes) const;

 private:
  std::string summary_;
};

}  // namespace stepline::event
