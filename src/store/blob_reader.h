#pragma once

#include <string>
#include <string_view>

#include "event/event.h"
#include "reader/datum.h"
#include "reader/log_tree.h"
#include "stepline/result.h"
#include "storage/file_system.h"
#include "store/file_part.h"

namespace stepline::store {

// The payload of the record at a place, with its checksums verified. One that
// is no longer what it was when it was loaded is ErrorCode::Corrupt.
Result<std::string> read_payload(storage::FileSystem& files,
                                 const std::string& path,
                                 const BlobPlace& place);

// What such a payload says. `metadata` are those of the tag in the file; null
// when it had none.
Result<reader::Datum> decode_payload(std::string_view payload,
                                     const BlobPlace& place,
                                     reader::LogFile::Kind kind,
                                     const event::Metadata* metadata);

}  // namespace stepline::store
