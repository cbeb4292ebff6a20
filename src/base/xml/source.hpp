// An XML text with the line and column of every element and attribute.
#pragma once

#include "erfd/base/diagnostics.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tinyxml2.h>

namespace erfd {

/// Lines and columns of a UTF-8 text, found from byte offsets in O(log n).
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text);
  /// Line and column from 1; a column is one code point, as editors count.
  Location at(std::size_t offset) const;
  /// The first character of a line that is not blank.
  Location begin_of_line(int line) const;

 private:
  std::size_t code_points_before(std::size_t offset) const;

  std::string_view text_;
  std::vector<std::uint32_t> line_starts_;
  std::vector<std::uint32_t> block_counts_;  // code points before each block of 256 bytes
};

/// The parsed document. tinyxml2 keeps lines only, so a scan of the same text notes where each
/// start tag begins.
class XmlSource {
 public:
  /// @param text  must outlive the source
  /// @param findings  receives what makes the text unreadable; root() is null then
  XmlSource(std::string_view text, Diagnostics& findings);

  const tinyxml2::XMLElement* root() const { return root_; }
  Location at(const tinyxml2::XMLElement& element) const;
  /// Of the attribute's value; of the element when it has no such attribute.
  Location at(const tinyxml2::XMLElement& element, std::string_view attribute) const;

 private:
  bool parse(Diagnostics& findings);
  /// Gives each element its start tag; @returns the number of tags used
  std::size_t note_offsets(const std::vector<std::size_t>& starts);

  std::string_view text_;
  TextPlaces places_;
  tinyxml2::XMLDocument document_;
  const tinyxml2::XMLElement* root_ = nullptr;
};

/// Text of a file made fit for a message: short, one line, no control characters.
std::string shown(std::string_view text);

}  // namespace erfd
