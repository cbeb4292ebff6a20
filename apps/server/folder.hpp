// Programs in one folder of the user: nothing outside it can be read or written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace erfd::server {

/// A name that a program may have here: letters, digits and "_-. ", not starting with a dot or a
/// blank, ending in .irl, at most 100 bytes. So no folder and no path can be named.
bool is_program_name(std::string_view name);

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
  /// Completely or not at all; replaces a file of that name. @throws Error, as read() does.
  void write(const std::string& name, std::string_view text) const;

 private:
  int handle_ = -1;
};

}  // namespace erfd::server
