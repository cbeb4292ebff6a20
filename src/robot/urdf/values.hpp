// Attributes of a URDF as strict numbers, names and poses; each problem becomes a finding.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include "base/xml/source.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace erfd::urdf {

using Element = tinyxml2::XMLElement;

/// Reads one number: the whole text, decimal, finite, '.' as decimal point whatever the locale.
/// @returns what is wrong with the text and the cure; empty if nothing is
std::string read_number(std::string_view text, double& value);

/// Reads attributes of one file. `owner` names the part in messages: "joint 'elbow'".
class Values {
 public:
  Values(const XmlSource& source, Diagnostics& findings) : source_(source), findings_(findings) {}

  Location at(const Element& element) const { return source_.at(element); }
  Location at(const Element& element, std::string_view attribute) const {
    return source_.at(element, attribute);
  }
  Diagnostics& findings() { return findings_; }
  /// The same file with another place for what is found.
  Values reporting_to(Diagnostics& findings) const { return {source_, findings}; }

  /// The text of an attribute that must be there and hold printable characters.
  std::optional<std::string> text(const Element& element, const char* attribute,
                                  const std::string& owner);
  /// A number; empty if the attribute is absent or wrong.
  Field<double> number(const Element& element, const char* attribute, const std::string& owner);
  /// A number that must be there.
  Field<double> required_number(const Element& element, const char* attribute,
                                const std::string& owner);
  /// Three or four numbers; empty if the attribute is absent or wrong.
  Field<Triple> triple(const Element& element, const char* attribute, const std::string& owner);
  Field<std::array<double, 4>> quadruple(const Element& element, const char* attribute,
                                         const std::string& owner);
  /// The pose in the child <origin>; empty if there is none.
  Field<OriginDescription> origin(const Element& parent, const std::string& owner);

 private:
  /// @returns true if the attribute holds as many numbers as `values`
  bool list(const Element& element, const char* attribute, const std::string& owner,
            std::span<double> values);
  void bad_number(const Element& element, const char* attribute, const std::string& owner,
                  const std::string& problem);

  const XmlSource& source_;
  Diagnostics& findings_;
};

}  // namespace erfd::urdf
