#include "robot/urdf/values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace erfd::urdf {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;
       at = text.find_first_not_of(blanks, at)) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

bool has_control_character(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return true;
  }
  return false;
}

/// Why the text is not one decimal number, and the cure.
std::string not_a_number(std::string_view text, std::string_view rest) {
  const std::string found = fmt::format("'{}'", shown(text));
  if (text.find("${") != std::string_view::npos || text.find("$(") != std::string_view::npos)
    return found +
           " is an expression of xacro; expand the file first (with ROS: `xacro FILE > "
           "robot.urdf`; "
           "without: `pip install xacro`)";
  if (text.find(',') != std::string_view::npos) {
    return found + " holds a comma; write a decimal point, and blanks between numbers";
  }
  if (rest.size() < text.size() && (rest.front() == 'x' || rest.front() == 'X')) {
    return found + " is not decimal; write the number in decimal digits";
  }
  if (rest.size() < text.size()) {
    return fmt::format(
        "{} goes on with '{}' behind the number; write the number alone, in SI units", found,
        shown(rest));
  }
  return found + " is not a number; write a decimal number in SI units";
}

}  // namespace

std::string read_number(std::string_view text, double& value) {
  const auto words = split(text);
  if (words.empty()) return "the number is missing; write a decimal number in SI units";
  if (words.size() > 1) return fmt::format("'{}' is more than one number; write one", shown(text));
  std::string_view word = words.front();
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error == std::errc::result_out_of_range && stop == end) {
    return fmt::format("'{}' is out of the range of numbers; check the exponent", shown(word));
  }
  if (error != std::errc() || stop != end) {
    const std::size_t used =
        error == std::errc() ? static_cast<std::size_t>(stop - word.data()) : 0;
    return not_a_number(word, word.substr(used));
  }
  if (!std::isfinite(value))
    return fmt::format("'{}' is not a finite number; write its value", word);
  return "";
}

std::optional<std::string> Values::text(const Element& element, const char* attribute,
                                        const std::string& owner) {
  const char* const found = element.Attribute(attribute);
  if (!found || !*found) {
    findings_.error("missing-attribute", at(element, attribute),
                    fmt::format("{}: <{}> has no {}; write {}=\"...\"", owner, element.Name(),
                                attribute, attribute));
    return std::nullopt;
  }
  if (has_control_character(found)) {
    findings_.error("name", at(element, attribute),
                    fmt::format("{}: {} '{}' holds a line break or control character; remove it",
                                owner, attribute, shown(found)));
    return std::nullopt;
  }
  return found;
}

void Values::bad_number(const Element& element, const char* attribute, const std::string& owner,
                        const std::string& problem) {
  findings_.error("bad-number", at(element, attribute),
                  fmt::format("{}: {} of <{}>: {}", owner, attribute, element.Name(), problem));
}

Field<double> Values::number(const Element& element, const char* attribute,
                             const std::string& owner) {
  const char* const found = element.Attribute(attribute);
  if (!found) return std::nullopt;
  double value = 0;
  const std::string problem = read_number(found, value);
  if (!problem.empty()) {
    bad_number(element, attribute, owner, problem);
    return std::nullopt;
  }
  return Entry<double>{value, at(element, attribute), {}};
}

Field<double> Values::required_number(const Element& element, const char* attribute,
                                      const std::string& owner) {
  if (!element.Attribute(attribute)) {
    findings_.error("missing-attribute", at(element),
                    fmt::format("{}: <{}> has no {}; write {}=\"...\" (URDF demands it)", owner,
                                element.Name(), attribute, attribute));
  }
  return number(element, attribute, owner);
}

bool Values::list(const Element& element, const char* attribute, const std::string& owner,
                  std::span<double> values) {
  const char* const found = element.Attribute(attribute);
  if (!found) return false;
  const auto words = split(found);
  for (std::size_t k = 0; k < words.size() && k < values.size(); ++k) {
    const std::string problem = read_number(words[k], values[k]);
    if (problem.empty()) continue;
    bad_number(element, attribute, owner, problem);
    return false;
  }
  if (words.size() == values.size()) return true;
  bad_number(element, attribute, owner,
             fmt::format("'{}' has {} numbers; write {}, with blanks between them", shown(found),
                         words.size(), values.size() == 3 ? "three" : "four"));
  return false;
}

Field<Triple> Values::triple(const Element& element, const char* attribute,
                             const std::string& owner) {
  Entry<Triple> entry{{0, 0, 0}, at(element, attribute), {}};
  if (!list(element, attribute, owner, entry.value)) return std::nullopt;
  return entry;
}

Field<std::array<double, 4>> Values::quadruple(const Element& element, const char* attribute,
                                               const std::string& owner) {
  Entry<std::array<double, 4>> entry{{}, at(element, attribute), {}};
  if (!list(element, attribute, owner, entry.value)) return std::nullopt;
  return entry;
}

Field<OriginDescription> Values::origin(const Element& parent, const std::string& owner) {
  const Element* const element = parent.FirstChildElement("origin");
  if (!element) return std::nullopt;
  if (element->Attribute("quat_xyzw")) {
    findings_.error(
        "unsupported", at(*element, "quat_xyzw"),
        fmt::format("{}: quat_xyzw of <origin> is not read; write rpy=\"...\" instead", owner));
  }
  Entry<OriginDescription> entry{{}, at(*element), {}};
  if (const auto xyz = triple(*element, "xyz", owner)) entry.value.xyz = xyz->value;
  if (const auto rpy = triple(*element, "rpy", owner)) entry.value.rpy = rpy->value;
  return entry;
}

}  // namespace erfd::urdf
