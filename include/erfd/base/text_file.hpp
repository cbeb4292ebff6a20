// Reading a text file that somebody named.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace erfd {

/// The text of a file, or what prevented reading it, with its cure.
struct TextFile {
  std::string text;
  std::string problem;  ///< "it is a folder; name a program in it"; empty: the file was read
  bool ok() const { return problem.empty(); }
};

/// Reads a regular file of at most `most_MiB`. Never throws for what the disk holds.
/// @param kind  what is expected there: "a program", "a .toml or .urdf file"
TextFile read_text_file(const std::string& path, std::string_view kind, std::size_t most_MiB = 16);

}  // namespace erfd
