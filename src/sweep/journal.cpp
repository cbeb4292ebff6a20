#include "sweep/journal.hpp"

#include "erfd/base/error.hpp"
#include "erfd/sweep/sweep.hpp"

#include "io/bytes.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace erfd {
namespace {

constexpr std::string_view magic = "ERFDSWP1";
constexpr std::size_t head_size = magic.size() + std::tuple_size_v<Sha256::Digest>;
constexpr std::size_t frame_size = 8;
constexpr std::size_t fixed_size = 9;             ///< job and kind
constexpr std::uint32_t longest_body = 1u << 24;  ///< more is no record
constexpr auto sync_period = std::chrono::seconds(1);

std::string head_of(const Sha256::Digest& study) {
  std::string head(magic);
  for (const unsigned char byte : study) head += static_cast<char>(byte);
  return head;
}

template <class T>
T number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(value);
  else
    return static_cast<T>(value);
}

std::string framed(std::string_view body) {
  std::string record;
  append_number(record, static_cast<std::uint32_t>(body.size()));
  append_number(record, crc32(body));
  return record.append(body);
}

JournalRecord record_of(std::string_view body) {
  JournalRecord record{number_at<std::uint64_t>(body, 0), {}};
  if (body[8] != 0) {
    record.result.error = body.substr(fixed_size);
    return record;
  }
  for (std::size_t at = fixed_size; at + 8 <= body.size(); at += 8)
    record.result.numbers.push_back(number_at<double>(body, at));
  return record;
}

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw Error(fmt::format("{}: {}: {}; jobs that are done stay in it, and the same command goes on",
                          path, what, std::strerror(errno)));
}

}  // namespace

std::string body_of(std::uint64_t job, const JobResult& result) {
  std::string body;
  append_number(body, job);
  body += result.error.empty() ? '\0' : '\1';
  for (const double number : result.numbers) append_number(body, number);
  return body.append(result.error);
}

std::uint64_t scan_journal(const std::string& path, const Sha256::Digest& study,
                           const OnRecord& on_record) {
  std::ifstream file(path, std::ios::binary);
  std::string head(head_size, '\0');
  if (!file.read(head.data(), static_cast<std::streamsize>(head.size()))) return 0;
  if (head != head_of(study))
    throw Error(
        fmt::format("{}: belongs to another study, or to this one before a file of it "
                    "changed; name another folder with --out, or remove this one",
                    path));
  std::uint64_t whole = head_size;
  std::string frame(frame_size, '\0'), body;
  while (file.read(frame.data(), static_cast<std::streamsize>(frame.size()))) {
    const auto length = number_at<std::uint32_t>(frame, 0);
    if (length < fixed_size || length > longest_body) break;
    body.resize(length);
    if (!file.read(body.data(), static_cast<std::streamsize>(length))) break;
    if (crc32(body) != number_at<std::uint32_t>(frame, 4)) break;
    on_record(number_at<std::uint64_t>(body, 0), whole);
    whole += frame_size + length;
  }
  return whole;
}

Journal::Journal(const std::string& path, const Sha256::Digest& study) : path_(path) {
  handle_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (handle_ < 0) fail(path_, "cannot be opened");
  try {
    if (::flock(handle_, LOCK_EX | LOCK_NB) != 0)
      throw Error(
          fmt::format("{}: another process runs this part of the study; wait for it, or "
                      "share the jobs with --shard",
                      path_));
    size_ = scan_journal(path, study, [](std::uint64_t, std::uint64_t) {});
    if (::ftruncate(handle_, static_cast<off_t>(size_)) != 0) fail(path_, "cannot be cut");
    if (::lseek(handle_, static_cast<off_t>(size_), SEEK_SET) < 0) fail(path_, "cannot be written");
    if (size_ == 0) write(head_of(study));
  } catch (...) {
    ::close(handle_);
    throw;
  }
}

Journal::~Journal() { ::close(handle_); }

void Journal::write(std::string_view bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t wrote = ::write(handle_, bytes.data() + done, bytes.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      const int reason = errno;
      if (::ftruncate(handle_, static_cast<off_t>(size_)) != 0) errno = reason;
      errno = reason;
      fail(path_, "cannot be written");
    }
    done += static_cast<std::size_t>(wrote);
  }
  size_ += bytes.size();
}

void Journal::add(std::uint64_t job, const JobResult& result) {
  write(framed(body_of(job, result)));
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < sync_period) return;
  sync();
  synced_ = now;
}

void Journal::sync() {
  if (::fdatasync(handle_) != 0) fail(path_, "cannot be kept");
}

FolderLock::FolderLock(const std::string& folder)
    : handle_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (handle_ >= 0) ::flock(handle_, LOCK_EX);  // where a file system has no locks: go on without
}

FolderLock::~FolderLock() {
  if (handle_ >= 0) ::close(handle_);
}

JournalReader::JournalReader(const std::string& path)
    : path_(path), handle_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (handle_ < 0) fail(path_, "cannot be read");
}

JournalReader::~JournalReader() {
  if (handle_ >= 0) ::close(handle_);
}

JournalReader::JournalReader(JournalReader&& other) noexcept
    : path_(std::move(other.path_)), handle_(std::exchange(other.handle_, -1)) {}

JournalRecord JournalReader::read(std::uint64_t offset, std::string& body) const {
  std::string frame(frame_size, '\0');
  const auto get = [&](std::string& to, std::uint64_t at) {
    if (::pread(handle_, to.data(), to.size(), static_cast<off_t>(at)) !=
        static_cast<ssize_t>(to.size()))
      throw Error(fmt::format("{}: changed while it was read", path_));
  };
  get(frame, offset);
  body.resize(number_at<std::uint32_t>(frame, 0));
  get(body, offset + frame_size);
  return record_of(body);
}

}  // namespace erfd
