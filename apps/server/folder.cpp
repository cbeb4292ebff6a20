#include "folder.hpp"

#include "erfd/simulation/checkpoint_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace erfd::server {
namespace {

constexpr std::size_t most_name_bytes = 100;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-. ").find(c) != std::string_view::npos;
}

[[noreturn]] void fail(std::string_view name, const char* what) {
  throw Error(fmt::format("{}: {}", name, what));
}

void check_name(std::string_view name) {
  if (!is_program_name(name))
    throw Error(
        "the name of a program: expected letters, digits, '_', '-', '.' and blanks, at most 100, "
        "ending in .irl, .mod or .src; no folders");
}

/// A handle that closes itself.
class Handle {
 public:
  explicit Handle(int value) : value_(value) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (value_ >= 0) close(value_);
  }
  int get() const { return value_; }
  bool ok() const { return value_ >= 0; }

 private:
  int value_;
};

void write_all(int handle, std::string_view name, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(handle, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(name, std::strerror(errno));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (fsync(handle) != 0) fail(name, std::strerror(errno));
}

}  // namespace

bool has_program_ending(std::string_view name) {
  return name.ends_with(".irl") || name.ends_with(".mod") || name.ends_with(".src");
}

bool is_program_name(std::string_view name) {
  return name.size() <= most_name_bytes && has_program_ending(name) && name.size() > 4 &&
         name.front() != '.' && name.front() != ' ' &&
         std::all_of(name.begin(), name.end(), is_name_character);
}

Folder::Folder(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr),
                                                         &std::free);
  if (real) handle_ = open(real.get(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (handle_ < 0)
    throw Error(fmt::format("--folder: {}: {}; expected a folder", path, std::strerror(errno)));
}

Folder::~Folder() { close(handle_); }

std::vector<std::string> Folder::names() const {
  std::vector<std::string> names;
  // A second handle: reading a folder moves its position, closing it closes the handle.
  const int handle = openat(handle_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const list = handle >= 0 ? fdopendir(handle) : nullptr;
  if (list == nullptr) {
    const int why = errno;
    if (handle >= 0) close(handle);
    fail("the folder of programs", std::strerror(why));
  }
  while (const dirent* const entry = readdir(list)) {
    struct stat info = {};
    if (is_program_name(entry->d_name) &&
        fstatat(handle_, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode))
      names.emplace_back(entry->d_name);
  }
  closedir(list);
  std::sort(names.begin(), names.end());
  return names;
}

std::string Folder::read(const std::string& name) const {
  check_name(name);
  // A pipe would block without O_NONBLOCK.
  const Handle file(openat(handle_, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info = {};
  if (!file.ok() || fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode))
    fail(name, "is no program of this folder");
  if (static_cast<std::size_t>(info.st_size) > most_program_bytes)
    fail(name, "is larger than 1 MiB");
  std::string text(static_cast<std::size_t>(info.st_size), '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::read(file.get(), text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(name, std::strerror(errno));
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  text.resize(done);
  return text;
}

std::string version_of(std::string_view text) { return fingerprint(text); }

void Folder::check_seen(const std::string& name, std::string_view text,
                        const std::string& seen) const {
  const std::string there = read(name);
  const std::string version = version_of(there);
  if (version == seen || there == text) return;
  throw Unseen(fmt::format("{} {}", name,
                           seen.empty() ? "exists already, with another text"
                                        : "was changed since it was opened here"),
               version);
}

void Folder::write(const std::string& name, std::string_view text, const std::string& seen) const {
  check_name(name);
  if (text.size() > most_program_bytes) fail(name, "is larger than 1 MiB");
  struct stat info = {};
  if (fstatat(handle_, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISREG(info.st_mode))
    fail(name, "is a link or no regular file; choose another name");
  const bool replaces = S_ISREG(info.st_mode);
  if (replaces) check_seen(name, text, seen);
  const std::string part = fmt::format(".{}.{}.part", name, getpid());
  const Handle file(openat(handle_, part.c_str(),
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                           replaces ? 0600 : 0666));
  if (!file.ok()) fail(name, std::strerror(errno));
  try {
    // Who could not read the old text must not read the new one; where there are no modes it fails.
    if (replaces) fchmod(file.get(), info.st_mode & 07777);
    write_all(file.get(), name, text);
    // A new name is taken only if it is still free. Where a file is replaced, a link that appeared
    // meanwhile is replaced, not followed.
    const int failed = replaces ? renameat(handle_, part.c_str(), handle_, name.c_str())
                                : linkat(handle_, part.c_str(), handle_, name.c_str(), 0);
    if (failed != 0) fail(name, std::strerror(errno));
    if (!replaces) unlinkat(handle_, part.c_str(), 0);
  } catch (...) {
    unlinkat(handle_, part.c_str(), 0);
    throw;
  }
}

}  // namespace erfd::server
