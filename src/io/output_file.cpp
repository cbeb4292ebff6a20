#include "erfd/io/output_file.hpp"

#include "erfd/base/error.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffer_size = 1 << 16;

[[noreturn]] void fail(const std::string& path, int code) {
  throw Error(fmt::format("{}: cannot be written: {}", path, std::strerror(code)));
}

/// The file that a link points to, so that the link stays one.
std::string target_of(const std::string& path) {
  std::error_code ignored;
  return fs::is_symlink(path, ignored) ? fs::weakly_canonical(path).string() : path;
}

}  // namespace

OutputFile::OutputFile(const std::string& path, bool overwrite)
    : path_(path), target_(target_of(path)), part_(target_ + ".part") {
  buffer_.reserve(2 * buffer_size);
  if (is_stdout()) {
    handle_ = STDOUT_FILENO;
    return;
  }
  std::error_code ignored;
  const fs::file_status status = fs::status(target_, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw Error(fmt::format("{}: is no regular file; name a file to write", path));
  if (fs::exists(status) && !overwrite)
    throw Error(fmt::format("{}: exists already; --force overwrites it", path));
  if (overwrite) unlink(part_.c_str());
  handle_ = open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (handle_ < 0 && errno == EEXIST)
    throw Error(fmt::format(
        "{}.part: is being written, or left from a run that broke off; take it away, or --force "
        "overwrites it",
        path));
  if (handle_ < 0) fail(path, errno);
}

OutputFile::OutputFile(const std::string& path, std::uint64_t bytes)
    : path_(path),
      target_(target_of(path)),
      part_(target_ + ".part"),
      flushed_(bytes),
      keep_part_(true) {
  std::error_code failed;
  if (fs::exists(target_, failed))
    throw Error(fmt::format("{}: exists already; take it away to go on with its part", path));
  const std::uint64_t size = fs::file_size(part_, failed);
  if (failed) throw Error(fmt::format("{}.part: cannot be read: {}", path, failed.message()));
  if (size < bytes)
    throw Error(fmt::format("{}.part: has {} bytes, expected at least {}; start anew with --force",
                            path, size, bytes));
  handle_ = open(part_.c_str(), O_WRONLY | O_CLOEXEC);
  if (handle_ < 0) fail(path, errno);
  const auto end = static_cast<off_t>(bytes);
  if (ftruncate(handle_, end) != 0 || lseek(handle_, end, SEEK_SET) != end) fail(path, errno);
  buffer_.reserve(2 * buffer_size);
}

OutputFile::~OutputFile() {
  if (handle_ < 0 || is_stdout()) return;
  close(handle_);
  if (!keep_part_) unlink(part_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= buffer_size) flush();
}

void OutputFile::flush() {
  for (std::size_t done = 0; done < buffer_.size();) {
    const ssize_t count = ::write(handle_, buffer_.data() + done, buffer_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path_, errno);
    done += static_cast<std::size_t>(count);
    flushed_ += static_cast<std::uint64_t>(count);
  }
  buffer_.clear();
}

std::string OutputFile::flushed() const {
  std::string bytes(flushed_, '\0');
  std::ifstream in(part_, std::ios::binary);
  if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
    throw Error(fmt::format("{}.part: cannot be read", path_));
  return bytes;
}

void OutputFile::commit() {
  flush();
  if (is_stdout()) return;
  const bool closed = close(std::exchange(handle_, -1)) == 0;
  if (closed && rename(part_.c_str(), target_.c_str()) == 0) return;
  const int code = errno;
  unlink(part_.c_str());
  fail(path_, code);
}

}  // namespace erfd
