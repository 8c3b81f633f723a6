#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "stepline/result.h"
#include "storage/file_system.h"
#include "writer/buffer_pool.h"
#include "writer/record_buffer.h"

namespace stepline::writer {

// A file of records that outlasts a disk that says no.
//
// Records collect in buffer() and go to the file by write_out(). What the disk
// does not take waits here, and the next write_out() goes on at the very byte
// where the last one stopped, so there is never half a record in the middle of
// a file. A file that is deleted under us is begun anew.
//
// Used by the background thread only.
class LogFile {
 public:
  // `create` makes the next file; called when there is something to write and
  // no file to write it to. `on_deleted` is told when the file has gone.
  struct Created {
    std::unique_ptr<storage::AppendFile> file;
    std::string path;
    std::string preamble;  // Records that every file begins with.
  };
  using Create = std::function<Result<Created>()>;
  using OnDeleted = std::function<void(const std::string& path)>;

  LogFile(Create create, OnDeleted on_deleted)
      : create_(std::move(create)), on_deleted_(std::move(on_deleted)) {}

  RecordBuffer& buffer() { return buffer_; }

  // One whole record in memory of its own, too large to copy about.
  void append_blob(Buffer blob, std::size_t begin, std::size_t end);

  // Opens the file if there is something to write, and writes what waits. On
  // an error the rest waits on.
  Result<void> write_out();
  // Makes the file and writes its preamble. What fails here is tried again by
  // the next write_out(), whether or not anything waits then.
  Result<void> open();

  // Closes after a last write_out(). Should that fail, the records that are
  // not whole in the file are given up: their number is returned, and no part
  // of one is left in the file. The next write_out() begins a new file.
  std::uint64_t close();

  // What was written since the last call reaches the medium. An error is told
  // once: the system forgets which data it could not save.
  Result<void> sync();
  // Holds no descriptor until the next write.
  void release();

  bool is_open() const { return file_ != nullptr; }
  const std::string& path() const { return path_; }  // Empty when closed.
  std::uint64_t size() const { return size_; }       // Bytes in the file.
  std::size_t pending_bytes() const { return waiting_bytes_ + buffer_.size(); }
  // Where in the file the next record will begin.
  std::uint64_t next_offset() const { return size_ + pending_bytes(); }
  // Counts the files: what was written under another number is elsewhere.
  std::uint64_t generation() const { return generation_; }

  // Notices a deleted file now rather than at the next write_out().
  void check_linked();

 private:
  struct Chunk {
    std::string bytes;  // Either these, or a range of the blob.
    Buffer blob;
    std::size_t begin = 0;
    std::size_t end = 0;

    std::string_view view() const {
      const char* data = blob.data() != nullptr ? blob.data() : bytes.data();
      return {data + begin, end - begin};
    }
  };

  void keep_buffer();
  Result<void> write_waiting();
  Result<void> send(std::string_view bytes, std::size_t& sent);
  void cut_to_whole_records();
  void forget_file();

  Create create_;
  OnDeleted on_deleted_;

  std::unique_ptr<storage::AppendFile> file_;
  std::string path_;
  std::uint64_t size_ = 0;
  std::uint64_t synced_size_ = 0;
  std::uint64_t generation_ = 0;
  bool wanted_ = false;  // open() was called and has not succeeded.

  // Until it is in a file as a whole: it may say what only one file says, so
  // if this one goes wrong the next begins with it.
  std::string preamble_;
  std::size_t preamble_sent_ = 0;

  RecordBuffer buffer_;
  std::deque<Chunk> waiting_;      // Before the buffer, oldest first.
  std::size_t waiting_bytes_ = 0;  // Not yet in the file.
  std::size_t sent_ = 0;           // Of the first chunk, in the file.
};

}  // namespace stepline::writer
