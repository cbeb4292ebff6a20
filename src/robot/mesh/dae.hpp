// Parts of a COLLADA file. Private to its reader.
#pragma once

#include "base/xml/source.hpp"
#include "robot/mesh/text.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace erfd::dae {

using Element = tinyxml2::XMLElement;

/// The elements of a file by their id, and how to refuse one.
class Document {
 public:
  /// @throws Error if the text is no XML
  Document(std::string_view text, const std::string& file);

  const Element& root() const { return *source_.root(); }
  const std::string& file() const { return file_; }
  /// The element that an attribute "#id" names. @throws Error if there is none of that kind
  const Element& linked(const Element& from, const char* attribute, std::string_view kind) const;
  /// The child of that name. @throws Error without one
  const Element& child(const Element& parent, const char* name) const;
  /// All numbers between the tags. @throws Error for anything else
  std::vector<double> numbers(const Element& element) const;
  /// The same, as counts from 0 on.
  std::vector<std::size_t> counts(const Element& element) const;
  /// @throws Error "file:line: problem"
  [[noreturn]] void refuse(const Element& at, const std::string& problem) const;

 private:
  void note_ids(const Element& element);

  std::string file_;
  Diagnostics findings_;
  XmlSource source_;
  std::map<std::string_view, const Element*> by_id_;
};

/// The triangles of a <geometry> in its own frame and units.
TriangleMesh read_geometry(const Element& geometry, const Document& document);

}  // namespace erfd::dae
