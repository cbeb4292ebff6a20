#include "output.hpp"

#include "erfd/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, int code) {
  throw Error(fmt::format("{}: cannot be written: {}", path, std::strerror(code)));
}

/// A new file beside the target that disappears unless it takes the target's name.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target)
      : target_(target), name_(target.string() + ".XXXXXX"), handle_(mkstemp(name_.data())) {
    if (handle_ < 0) fail(target.string(), errno);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (handle_ >= 0) close(handle_);
    if (!renamed_) unlink(name_.c_str());
  }

  void write(const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t count = ::write(handle_, text.data() + done, text.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail(target_.string(), errno);
      done += static_cast<std::size_t>(count);
    }
  }

  void take_name() {
    const mode_t mask = umask(0);
    umask(mask);
    const bool readable =
        fchmod(handle_, 0666 & ~mask) == 0;  // mkstemp makes files for the owner alone
    const bool closed = close(std::exchange(handle_, -1)) == 0;
    if (!readable || !closed || rename(name_.c_str(), target_.c_str()) != 0)
      fail(target_.string(), errno);
    renamed_ = true;
  }

 private:
  fs::path target_;
  std::string name_;
  int handle_;
  bool renamed_ = false;
};

}  // namespace

TextStyle stdout_style() {
  const char* no_color = std::getenv("NO_COLOR");
  return {100, isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0')};
}

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) fail("standard output", errno);
}

void talk(const std::string& text) { fmt::print(stderr, "{}\n", text); }

void write_file(const std::string& path, const std::string& text, bool overwrite) {
  std::error_code ignored;
  const fs::path target =
      fs::is_symlink(path, ignored) ? fs::weakly_canonical(path) : fs::path(path);
  const fs::file_status status = fs::status(target, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw Error(fmt::format("{}: is no regular file; name a file to write", path));
  if (fs::exists(status) && !overwrite)
    throw Error(fmt::format("{}: exists already; --force overwrites it", path));
  TemporaryFile file(target);
  file.write(text);
  file.take_name();
}

}  // namespace erfd
