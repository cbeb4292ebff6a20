#include "base/toml/findings.hpp"
#include "robot/mesh/dae.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace erfd::dae {
namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Reads each word between the tags by `read(begin, end)`, which returns false for a wrong one.
template <class Read>
void for_each_word(const Element& element, const Document& document, const char* expected,
                   Read read) {
  std::string_view rest = element.GetText() ? element.GetText() : "";
  for (;;) {
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
    if (rest.empty()) return;
    const std::string_view word = rest.substr(0, rest.find_first_of(blanks));
    if (!read(word.data(), word.data() + word.size()))
      document.refuse(element, fmt::format("found {} in <{}>, expected {}; export the mesh again",
                                           in_quotes(word), element.Name(), expected));
    rest.remove_prefix(word.size());
  }
}

}  // namespace

Document::Document(std::string_view text, const std::string& file)
    : file_(file), findings_(file), source_(text, findings_) {
  if (!source_.root())
    refuse_mesh(file, "found no XML that can be read, expected COLLADA; export the mesh again");
  note_ids(*source_.root());
}

void Document::note_ids(const Element& element) {
  if (const char* const id = element.Attribute("id")) by_id_.emplace(id, &element);
  for (const Element* child = element.FirstChildElement(); child;
       child = child->NextSiblingElement())
    note_ids(*child);
}

const Element& Document::linked(const Element& from, const char* attribute,
                                std::string_view kind) const {
  const std::string_view link = from.Attribute(attribute) ? from.Attribute(attribute) : "";
  const auto found = by_id_.find(link.starts_with('#') ? link.substr(1) : "");
  if (found == by_id_.end() || found->second->Name() != kind)
    refuse(from,
           fmt::format("found {} {}, expected \"#id\" of a <{}> of this file; export the mesh "
                       "again",
                       attribute, in_quotes(link), kind));
  return *found->second;
}

const Element& Document::child(const Element& parent, const char* name) const {
  const Element* const found = parent.FirstChildElement(name);
  if (!found)
    refuse(parent,
           fmt::format("found no <{}> in <{}>; export the mesh again", name, parent.Name()));
  return *found;
}

std::vector<double> Document::numbers(const Element& element) const {
  std::vector<double> values;
  for_each_word(element, *this, "finite numbers", [&](const char* begin, const char* end) {
    double& value = values.emplace_back();
    const auto [stop, error] = std::from_chars(begin, end, value);
    return error == std::errc() && stop == end && std::isfinite(value);
  });
  return values;
}

std::vector<std::size_t> Document::counts(const Element& element) const {
  std::vector<std::size_t> values;
  for_each_word(element, *this, "numbers from 0 on", [&](const char* begin, const char* end) {
    const auto [stop, error] = std::from_chars(begin, end, values.emplace_back());
    return error == std::errc() && stop == end;
  });
  return values;
}

void Document::refuse(const Element& at, const std::string& problem) const {
  refuse_mesh(fmt::format("{}:{}", file_, source_.at(at).line), problem);
}

}  // namespace erfd::dae
