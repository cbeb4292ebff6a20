// The few rules of XML that are needed to find start tags and attributes in a text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// A text that must not reach the XML parser.
struct TextProblem {
  std::size_t offset = 0;
  std::string check;
  std::string message;
};

/// Bytes that are no XML text: zero and control characters, broken UTF-8, character references to
/// such characters.
std::optional<TextProblem> forbidden_text(std::string_view text);

/// Offsets of the '<' of all start tags, in order; closing tags, comments, CDATA and declarations
/// are passed over. Three things the parser is too easy with are reported: document types with
/// entities, closing tags with attributes, which it takes for elements, and tags with more than 64
/// attributes, among which it looks for doubles in quadratic time.
struct StartTags {
  std::vector<std::size_t> offsets;
  std::optional<TextProblem> problem;
};
StartTags scan_start_tags(std::string_view text);

/// Offset of the first character of the attribute's value in the tag that begins at `tag`; npos
/// when there is none.
std::size_t find_attribute_value(std::string_view text, std::size_t tag,
                                 std::string_view attribute);

}  // namespace erfd
