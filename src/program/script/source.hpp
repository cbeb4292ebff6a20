// The text of a program that may stand in several files, as one text with one count of lines.
#pragma once

#include "erfd/base/diagnostics.hpp"
#include "erfd/base/source_range.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace erfd::script {

/// Bytes that are no UTF-8 are read as ISO 8859-1, as controllers write them.
std::string as_utf8(std::string_view bytes);

/// Files one behind the other. The first one keeps its line numbers; the next ones begin at the lines
/// 10001, 20001, …, so that a place of the whole tells file and line.
class Source {
 public:
  struct File {
    std::string path;
    std::uint32_t begin = 0, end = 0;  ///< in text()
    int first_line = 1;                ///< in the whole
  };

  void add(std::string path, std::string_view bytes);
  const std::string& text() const { return text_; }
  const std::vector<File>& files() const { return files_; }
  const File& file_at(std::uint32_t offset) const;
  const File& file_of_line(int line) const;

  /// In the whole: line and column in characters.
  Location at(std::uint32_t offset) const;
  SourceRange range(std::uint32_t begin, std::uint32_t end) const { return {at(begin), at(end)}; }
  /// "Module2.mod:12:5" of a place that is not in the first file.
  std::string place_text(Location at) const;
  /// "line 12", or "Module2.mod line 12".
  std::string line_text(std::uint32_t offset) const;

 private:
  std::string text_;
  std::vector<File> files_;
  std::vector<std::uint32_t> lines_;  ///< where each begins
};

}  // namespace erfd::script
