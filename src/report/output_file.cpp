#include "erfd/report/output_file.hpp"

#include "erfd/error.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
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
  buffer_.reserve(2 * buffer_size);
}

OutputFile::~OutputFile() {
  if (handle_ < 0) return;
  close(handle_);
  unlink(part_.c_str());
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
  }
  buffer_.clear();
}

void OutputFile::commit() {
  flush();
  const bool closed = close(std::exchange(handle_, -1)) == 0;
  if (closed && rename(part_.c_str(), target_.c_str()) == 0) return;
  const int code = errno;
  unlink(part_.c_str());
  fail(path_, code);
}

}  // namespace erfd
