// Programs in one folder of the user: nothing outside it can be read or written.
#pragma once

#include "erfd/base/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace erfd::server {

/// A name that a program may have here: letters, digits and "_-. ", not starting with a dot or a
/// blank, ending in .irl, .mod or .src, at most 100 bytes. So no folder and no path can be named.
bool is_program_name(std::string_view name);
bool has_program_ending(std::string_view name);

/// A file that would be replaced is not the one that was seen.
class Unseen : public Error {
 public:
  Unseen(const std::string& sentence, std::string version)
      : Error(sentence), version_(std::move(version)) {}
  const std::string& version() const { return version_; }  ///< of the file that is there

 private:
  std::string version_;
};

/// Tells texts apart.
std::string version_of(std::string_view text);

/// A folder that stays the one it was when opened, even if its path is changed afterwards. Links are
/// not followed, devices and pipes not opened.
class Folder {
 public:
  static constexpr std::size_t most_program_bytes = std::size_t{1} << 20;

  /// @throws Error if the path is no folder.
  explicit Folder(const std::string& path);
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  /// Names of the programs, sorted; links are left out.
  std::vector<std::string> names() const;
  /// @throws Error "NAME: …" if it is no name, no regular file, or too large.
  std::string read(const std::string& name) const;
  /// Completely or not at all. Replaces a file of that name only if its version is `seen`, or if it
  /// holds the text already. @throws Error as read() does, Unseen.
  void write(const std::string& name, std::string_view text, const std::string& seen) const;

 private:
  void check_seen(const std::string& name, std::string_view text, const std::string& seen) const;

  int handle_ = -1;
};

}  // namespace erfd::server
