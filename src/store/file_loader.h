#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

#include "event/event.h"
#include "reader/log_tree.h"
#include "stepline/result.h"
#include "storage/file_system.h"
#include "store/file_part.h"

namespace stepline::store {

// What is known of a tag from all of the file before some offset: its first
// metadata, null when it had none.
using KnownMetadata =
    std::function<const event::Metadata*(std::string_view tag)>;

struct LoadRequest {
  storage::ReadFile* file = nullptr;
  reader::LogFile::Kind kind = reader::LogFile::Kind::Events;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // Records that begin at or after it are not read.
  // False: `begin` is the start of a record (0, or FilePart::end of the part
  // before). True: it is anywhere, and the part begins at the first record
  // from there on whose header and payload check out.
  bool find_start = false;
  // FilePart::footing of the part before; without find_start.
  Footing footing = Footing::Record;
  bool checksum = true;  // Of payloads; headers are always checked.
  // Of everything before `begin`; empty: nothing had metadata. Not called with
  // find_start, when nobody knows yet. What it returns must live until
  // load_part() returns.
  KnownMetadata known_metadata = {};
  std::atomic<std::uint64_t>* bytes_done = nullptr;  // Added to, if not null.
  std::atomic<bool>* cancelled = nullptr;            // Ends early, if not null.
};

// Loads a stretch of a file: every scalar point, packed; the place of
// everything else. Damage is reported in the part, and reading goes on as
// record::Reader does. Half a record at the end is left for the next time:
// FilePart::end says where. An error means that the file could not be read.
//
// Threads may load different parts at once, each with its own ReadFile.
Result<FilePart> load_part(const LoadRequest& request);

// Whether `later`, which was loaded with find_start, is what a reader of
// `earlier` and then on would have got: it begins where `earlier` ends, and the
// kinds of its series are right by the metadata that came before. If not, it
// must be loaded again from earlier.end on.
//
// `known_metadata` is of everything before `later`, `earlier` included. Without
// it only `earlier` is asked, which is enough when that is the file's
// beginning; otherwise the answer is no wherever there is a doubt.
bool continues(const FilePart& earlier, const FilePart& later,
               const KnownMetadata& known_metadata = {});

}  // namespace stepline::store
