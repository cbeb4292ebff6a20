// Follows tinyxml2 in what ends a tag, a comment and an attribute, so that both see the same start
// tags.
#include "base/xml/scan.hpp"

#include <charconv>
#include <cstdint>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr int max_attributes = 64;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

bool ends_name(char c) {
  return is_space(c) || c == '=' || c == '>' || c == '/' || c == '"' || c == '\'' || c == '<';
}

std::size_t skip_name(std::string_view text, std::size_t at) {
  while (at < text.size() && !ends_name(text[at])) ++at;
  return at;
}

struct Attribute {
  std::string_view name;
  std::size_t value = npos;  // offset of the first character of the value
  std::size_t end = npos;    // behind the closing quote
};

/// The attribute that begins at `at`, or one without end if the text is none.
Attribute read_attribute(std::string_view text, std::size_t at) {
  const std::size_t name_end = skip_name(text, at);
  Attribute found{text.substr(at, name_end - at), npos, npos};
  at = skip_space(text, name_end);
  if (found.name.empty() || at >= text.size() || text[at] != '=') return found;
  at = skip_space(text, at + 1);
  if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) return found;
  const std::size_t close = text.find(text[at], at + 1);
  if (close == npos) return found;
  found.value = at + 1;
  found.end = close + 1;
  return found;
}

struct TagEnd {
  std::size_t offset;  // behind the tag, or where it stops making sense
  int attributes;
};

TagEnd skip_tag(std::string_view text, std::size_t at) {
  int attributes = 0;
  for (at = skip_space(text, skip_name(text, at)); at < text.size(); at = skip_space(text, at)) {
    if (text[at] == '>') return {at + 1, attributes};
    const Attribute attribute = read_attribute(text, at);
    at = attribute.end == npos ? at + 1 : attribute.end;
    if (attribute.end != npos) ++attributes;
  }
  return {at, attributes};
}

/// Behind the comment, CDATA section, declaration or document type at `at`; `at` itself when a tag
/// stands there.
std::size_t skip_other(std::string_view text, std::size_t at) {
  struct Kind {
    std::string_view begin, end;
  };
  static constexpr Kind kinds[] = {
      {"<?", "?>"}, {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<!", ">"}};
  for (const Kind& kind : kinds) {
    if (text.substr(at, kind.begin.size()) != kind.begin) continue;
    const std::size_t end = text.find(kind.end, at + kind.begin.size());
    return end == npos ? text.size() : end + kind.end.size();
  }
  return at;
}

/// True for a document type with declarations between brackets, which the parser takes for text.
bool declares_entities(std::string_view text, std::size_t at) {
  constexpr std::string_view begin = "<!DOCTYPE";
  return text.substr(at, begin.size()) == begin && text.find('[', at) < text.find('>', at);
}

bool is_forbidden(std::uint32_t code) {
  if (code < 0x20) return code != '\t' && code != '\n' && code != '\r';
  return code == 0x7f || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff;
}

/// Length of the UTF-8 character at `at`; 0 if the bytes are none (overlong forms and surrogates
/// included).
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t k) -> std::uint32_t {
    return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0u;
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  std::uint32_t code = first & (0x7fu >> length);
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(k) & 0x3f);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  return first < 0xc2 || first > 0xf4 || code < least[length] || is_forbidden(code) ? 0 : length;
}

/// The character that "&#...;" at `at` stands for. A reference that is broken counts as the
/// forbidden character zero: the parser looks for the end of each one in the whole rest of the
/// text.
std::uint32_t referenced_character(std::string_view text, std::size_t at) {
  const bool hex = at + 2 < text.size() && text[at + 2] == 'x';
  const char* const first = text.data() + at + (hex ? 3 : 2);
  const char* const last = text.data() + text.size();
  std::uint32_t code = 0;
  const auto result = std::from_chars(first, last, code, hex ? 16 : 10);
  return result.ec == std::errc() && result.ptr != last && *result.ptr == ';' ? code : 0;
}

}  // namespace

std::optional<TextProblem> forbidden_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) {
      return TextProblem{at, "bad-encoding",
                         fmt::format("byte 0x{:02x} is not UTF-8; save the file as UTF-8",
                                     static_cast<unsigned char>(text[at]))};
    }
    const std::uint32_t code = length > 1                   ? ' '
                               : text.substr(at, 2) == "&#" ? referenced_character(text, at)
                                                            : static_cast<std::uint32_t>(text[at]);
    if (is_forbidden(code)) {
      return TextProblem{
          at, "bad-character",
          text[at] == '&'
              ? "'&#' begins no character that XML allows; write &amp;# for the signs"
              : fmt::format("character 0x{:02x} is not allowed in XML; remove it", code)};
    }
    at += length;
  }
  return std::nullopt;
}

StartTags scan_start_tags(std::string_view text) {
  StartTags tags;
  for (std::size_t at = text.find('<'); at != npos && !tags.problem; at = text.find('<', at)) {
    const std::size_t behind = skip_other(text, at);
    const std::size_t name = skip_space(text, at + 1);
    if (declares_entities(text, at)) {
      tags.problem = TextProblem{at, "syntax",
                                 "entities of a document type are not read; remove it and "
                                 "write the values out"};
    } else if (behind != at) {
      at = behind;
    } else if (name < text.size() && text[name] == '/') {
      const std::size_t end = skip_space(text, skip_name(text, skip_space(text, name + 1)));
      if (end < text.size() && text[end] != '>') {
        tags.problem = TextProblem{at, "syntax", "not XML: a closing tag holds its name only"};
      }
      at = end;
    } else {
      const TagEnd end = skip_tag(text, name);
      if (end.attributes > max_attributes) {
        tags.problem = TextProblem{at, "too-large",
                                   fmt::format("a tag with {} attributes; at most {} are read",
                                               end.attributes, max_attributes)};
      }
      tags.offsets.push_back(at);
      at = end.offset;
    }
  }
  return tags;
}

std::size_t find_attribute_value(std::string_view text, std::size_t tag,
                                 std::string_view attribute) {
  std::size_t at = skip_space(text, skip_name(text, skip_space(text, tag + 1)));
  while (at < text.size() && text[at] != '>') {
    const Attribute found = read_attribute(text, at);
    if (found.end == npos) return npos;
    if (found.name == attribute) return found.value;
    at = skip_space(text, found.end);
  }
  return npos;
}

}  // namespace erfd
