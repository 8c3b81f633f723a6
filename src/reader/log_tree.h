#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reader/problem.h"
#include "stepline/result.h"
#include "storage/file_system.h"

namespace stepline::reader {

// Where to look for runs: a directory, or one event file.
struct Root {
  std::string name;  // Prefix of its runs' names; may be empty.
  std::string path;
  bool operator==(const Root&) const = default;
};

// "name:path" or "path". A colon is part of the path when something of that
// whole name exists, when the path would be empty, and after nothing, "s3", or
// what begins with "/" or ".".
Root parse_root(storage::FileSystem& files, std::string_view argument);

struct LogFile {
  enum class Kind { Events, Tensors, ProjectorConfig };
  Kind kind = Kind::Events;
  std::string path;
  storage::FileStatus status;
};

// A directory with at least one file of ours. Its name is its path relative to
// the root, "." for the root itself; with a named root, or several, "name" and
// "name/relative". Unnamed ones among several get their path's last component
// (then as many as it takes to tell them apart); single files that of their
// directory. Directories that end up with one name are one run. Names are any
// bytes.
struct LogRun {
  std::string name;
  std::string directory;
  std::vector<LogFile> files;  // By name, byte by byte: the order of reading.
};

struct LogTree {
  std::vector<LogRun> runs;              // In natural order: run2 before run10.
  std::vector<std::string> directories;  // All that were walked.
  std::vector<Problem> problems;
};

// Whether a file of this name (no directory) is one of ours: "tfevents" or
// "sltensors" is a part of it, though not "*.profile-empty", which are empty
// marks for a plug-in; or it is a projector configuration. Sets `kind` then.
bool is_log_file(std::string_view name, LogFile::Kind& kind);

// Walks all roots. Symbolic links are followed; a directory that several paths
// lead to (loops, "latest") is one run still, under the name of the first path
// without links, or else of the first one, in natural order, depth first, one
// root after the other. A root that does not
// exist is an error; what cannot be read is a problem. What vanishes meanwhile
// is neither. Projector configurations in
// plugins/org_tensorflow_tensorboard_projector belong to the run above. Hidden
// entries (".git") are left out, and reported when they are files of ours or
// hold some directly.
Result<LogTree> walk(storage::FileSystem& files, std::span<const Root> roots);

}  // namespace stepline::reader
