#include "base/xml/source.hpp"

#include "base/xml/scan.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::size_t block = 256;
constexpr std::size_t max_size = std::size_t{8} << 20;

bool begins_code_point(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  return text;
}

/// The next element in the order of the start tags.
tinyxml2::XMLElement* next_in_file(tinyxml2::XMLElement* element) {
  if (auto* child = element->FirstChildElement()) return child;
  tinyxml2::XMLNode* node = element;
  while (node && !node->NextSiblingElement()) node = node->Parent();
  return node ? node->NextSiblingElement() : nullptr;
}

std::string syntax_message(const tinyxml2::XMLDocument& document) {
  switch (document.ErrorID()) {
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "not XML: this element is not closed, or closed by another name";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return "not XML: an attribute of this element is broken or given twice; write name=\"value\"";
    case tinyxml2::XML_ERROR_PARSING_ELEMENT:
      return "not XML: this tag is broken or not closed by '>'";
    case tinyxml2::XML_ERROR_PARSING_COMMENT:
      return "not XML: this comment is not closed by '-->'";
    case tinyxml2::XML_ERROR_PARSING_TEXT:
      return "not XML: text outside of the root element";
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return fmt::format("elements are nested more than {} deep; a URDF needs 6",
                         TINYXML2_MAX_ELEMENT_DEPTH);
    default:
      return "not XML: the text cannot be read from here on";
  }
}

}  // namespace

TextPlaces::TextPlaces(std::string_view text) : text_(text), line_starts_{0} {
  std::uint32_t count = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (k % block == 0) block_counts_.push_back(count);
    if (begins_code_point(text[k])) ++count;
    if (text[k] == '\n') line_starts_.push_back(static_cast<std::uint32_t>(k + 1));
  }
  block_counts_.push_back(count);
}

std::size_t TextPlaces::code_points_before(std::size_t offset) const {
  const std::size_t full = offset / block;
  const auto rest = text_.substr(full * block, offset % block);
  return block_counts_[full] +
         static_cast<std::size_t>(std::count_if(rest.begin(), rest.end(), begins_code_point));
}

Location TextPlaces::at(std::size_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const std::size_t column = code_points_before(offset) - code_points_before(*(next - 1));
  return {static_cast<int>(next - line_starts_.begin()), static_cast<int>(column) + 1};
}

Location TextPlaces::begin_of_line(int line) const {
  const std::size_t last = line_starts_.size() - 1;
  const std::size_t start =
      line_starts_[std::min(static_cast<std::size_t>(std::max(line - 1, 0)), last)];
  const std::size_t first = text_.find_first_not_of(" \t", start);
  return at(first == std::string_view::npos ? start : first);
}

XmlSource::XmlSource(std::string_view text, Diagnostics& findings)
    : text_(without_byte_order_mark(text.size() <= max_size ? text : std::string_view())),
      places_(text_) {
  if (text.size() > max_size) {
    findings.error("too-large", {1, 1},
                   fmt::format("the file has {:.1f} MiB; at most 8 MiB are read; keep meshes in "
                               "files of their own",
                               static_cast<double>(text.size()) / (1 << 20)));
  } else if (parse(findings)) {
    root_ = document_.RootElement();
  }
}

bool XmlSource::parse(Diagnostics& findings) {
  const auto fails = [&](std::string_view check, Location at, std::string message) {
    findings.error(check, at, std::move(message));
    return false;
  };
  if (const auto problem = forbidden_text(text_)) {
    return fails(problem->check, places_.at(problem->offset), problem->message);
  }
  const StartTags tags = scan_start_tags(text_);
  if (tags.problem) {
    return fails(tags.problem->check, places_.at(tags.problem->offset), tags.problem->message);
  }
  document_.Parse(text_.data(), text_.size());
  if (document_.Error() && document_.ErrorID() != tinyxml2::XML_ERROR_EMPTY_DOCUMENT) {
    return fails("syntax", places_.begin_of_line(document_.ErrorLineNum()),
                 syntax_message(document_));
  }
  if (!document_.RootElement()) {
    return fails("syntax", {1, 1}, "the file holds no XML element; a URDF begins with <robot>");
  }
  const std::size_t read = note_offsets(tags.offsets);
  if (const auto* second = document_.RootElement()->NextSiblingElement()) {
    return fails(
        "syntax", at(*second),
        fmt::format("a second root element <{}>; an XML file has one", shown(second->Name())));
  }
  if (read < tags.offsets.size()) {  // the parser stops at a stray closing tag without a word
    return fails(
        "syntax", places_.at(tags.offsets[read]),
        "not XML: elements behind the end of the root element; remove the stray closing tag");
  }
  return true;
}

std::size_t XmlSource::note_offsets(const std::vector<std::size_t>& starts) {
  std::size_t count = 0;
  for (auto* element = document_.RootElement(); element && count < starts.size(); ++count) {
    element->SetUserData(const_cast<char*>(text_.data() + starts[count]));
    element = next_in_file(element);
  }
  return count;
}

Location XmlSource::at(const tinyxml2::XMLElement& element) const {
  const char* const start = static_cast<const char*>(element.GetUserData());
  return start ? places_.at(static_cast<std::size_t>(start - text_.data()))
               : places_.begin_of_line(element.GetLineNum());
}

Location XmlSource::at(const tinyxml2::XMLElement& element, std::string_view attribute) const {
  const char* const start = static_cast<const char*>(element.GetUserData());
  if (!start) return at(element);
  const auto tag = static_cast<std::size_t>(start - text_.data());
  const std::size_t value = find_attribute_value(text_, tag, attribute);
  return places_.at(value == std::string_view::npos ? tag : value);
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::size_t length = std::min(text.size(), longest);
  while (length > 0 && length < text.size() && !begins_code_point(text[length])) --length;
  std::string result(text.substr(0, length));
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return length < text.size() ? result + "..." : result;
}

}  // namespace erfd
