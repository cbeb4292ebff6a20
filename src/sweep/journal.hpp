// The journal of a study: a file for each process that runs jobs of it. Private to the layer.
//
//   head    "ERFDSWP1", SHA-256 of what the study computes
//   record  length of the body [u32], CRC-32 of it [u32], body: job [u64], is it an error [u8],
//           numbers [f64 each] or the error's text
//
// A record is written by one write() as soon as its job is done: a process that is killed loses the
// jobs it was at. The disk has it within a second (fdatasync): a machine that dies loses at most
// those. What is torn at the end fails its check sum, is cut off, and its job runs again.
#pragma once

#include "erfd/sweep/jobs.hpp"

#include "sweep/sha256.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace erfd {

struct JournalRecord {
  std::uint64_t job = 0;
  JobResult result;
};

/// The bytes of a record behind its frame, which results are hashed by, too.
std::string body_of(std::uint64_t job, const JobResult& result);

/// Where a record stands.
using OnRecord = std::function<void(std::uint64_t job, std::uint64_t offset)>;

/// Calls back for every whole record of a journal.
/// @return how many bytes of it are whole
/// @throws Error if it belongs to another study
std::uint64_t scan_journal(const std::string& path, const Sha256::Digest& study,
                           const OnRecord& on_record);

class Journal {
 public:
  /// Goes on with a journal, or begins it. @throws Error if another process writes it, if it belongs
  /// to another study, or if the disk does not take it.
  Journal(const std::string& path, const Sha256::Digest& study);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// @throws Error if the disk does not take it: what was written before stays whole.
  void add(std::uint64_t job, const JobResult& result);
  void sync();

 private:
  void write(std::string_view bytes);

  std::string path_;
  int handle_ = -1;
  std::uint64_t size_ = 0;
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

/// Reads single records of a journal.
class JournalReader {
 public:
  explicit JournalReader(const std::string& path);
  ~JournalReader();
  JournalReader(JournalReader&& other) noexcept;
  JournalReader(const JournalReader&) = delete;
  JournalReader& operator=(const JournalReader&) = delete;

  /// @param body  gets its bytes
  JournalRecord read(std::uint64_t offset, std::string& body) const;

 private:
  std::string path_;
  int handle_ = -1;
};

}  // namespace erfd
