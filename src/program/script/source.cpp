#include "program/script/source.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace erfd::script {
namespace {

constexpr int lines_a_file = 10'000;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Length of the UTF-8 character at `i`; 0: none.
std::size_t character_at(std::string_view text, std::size_t i) {
  const auto first = static_cast<unsigned char>(text[i]);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first >= 0xF0 ? 4 : (first >= 0xE0 ? 3 : 2);
  if (i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if (!continues(text[i + k])) return 0;
  const auto second = static_cast<unsigned char>(text[i + 1]);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool outside = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : length;
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_at(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::string name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

}  // namespace

std::string as_utf8(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (is_utf8(bytes)) return std::string(bytes);
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0U | (byte >> 6U));
      text += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return text;
}

void Source::add(std::string path, std::string_view bytes) {
  if (lines_.empty()) lines_.push_back(0);
  if (!files_.empty()) {
    do {
      text_ += '\n';
      lines_.push_back(static_cast<std::uint32_t>(text_.size()));
    } while ((lines_.size() - 1) % lines_a_file != 0);
  }
  File file{std::move(path), static_cast<std::uint32_t>(text_.size()), 0,
            static_cast<int>(lines_.size())};
  const std::string added = as_utf8(bytes);
  for (std::size_t i = 0; i < added.size(); ++i)
    if (added[i] == '\n') lines_.push_back(static_cast<std::uint32_t>(text_.size() + i + 1));
  text_ += added;
  file.end = static_cast<std::uint32_t>(text_.size());
  files_.push_back(std::move(file));
}

const Source::File& Source::file_at(std::uint32_t offset) const {
  const auto above = std::upper_bound(files_.begin() + 1, files_.end(), offset,
                                      [](std::uint32_t o, const File& f) { return o < f.begin; });
  return *std::prev(above);
}

const Source::File& Source::file_of_line(int line) const {
  const auto above = std::upper_bound(files_.begin() + 1, files_.end(), line,
                                      [](int l, const File& f) { return l < f.first_line; });
  return *std::prev(above);
}

Location Source::at(std::uint32_t offset) const {
  const auto above = std::upper_bound(lines_.begin(), lines_.end(), offset);
  const std::uint32_t begin = *std::prev(above);
  int column = 1;
  for (std::uint32_t i = begin; i < offset && i < text_.size(); ++i)
    if (!continues(text_[i])) ++column;
  return {static_cast<int>(above - lines_.begin()), column};
}

std::string Source::place_text(Location at) const {
  const File& file = file_of_line(at.line);
  return fmt::format("{}:{}:{}", name_of(file.path), at.line - file.first_line + 1, at.column);
}

std::string Source::line_text(std::uint32_t offset) const {
  const File& file = file_at(offset);
  const int line = at(offset).line - file.first_line + 1;
  return &file == files_.data() ? fmt::format("line {}", line)
                                : fmt::format("{} line {}", name_of(file.path), line);
}

}  // namespace erfd::script
