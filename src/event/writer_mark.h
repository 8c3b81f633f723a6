#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stepline::event {

// How our files name their writer (Event::source_writer of the first event):
// "stepline session=<16 hexadecimal digits>". The number is the session's: the
// files of a writer, of its copies in forked processes, and of whoever was told
// to share it, have the same. 0: no session.
std::string writer_mark(std::uint64_t session);

// 0 for what others write there.
std::uint64_t session_of(std::string_view writer);

}  // namespace stepline::event
