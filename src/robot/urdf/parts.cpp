#include "robot/urdf/parts.hpp"

#include <utility>

#include <fmt/format.h>

namespace erfd::urdf {
namespace {

Field<std::array<double, 6>> read_inertia(const Element& inertial, Values& values,
                                          const std::string& owner) {
  const Element* const element = inertial.FirstChildElement("inertia");
  if (!element) return std::nullopt;
  constexpr const char* names[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  Entry<std::array<double, 6>> inertia{{}, values.at(*element), {}};
  bool complete = true;
  for (std::size_t k = 0; k < 6; ++k) {
    const auto entry = values.required_number(*element, names[k], owner);
    if (entry) inertia.value[k] = entry->value;
    complete = complete && entry;
  }
  if (!complete) return std::nullopt;
  return inertia;
}

/// What it lacks is left open; the linter tells.
Inertial read_inertial(const Element& element, Values& values, const std::string& owner) {
  Inertial inertial;
  inertial.origin = values.origin(element, owner);
  inertial.inertia = read_inertia(element, values, owner);
  if (const Element* const mass = element.FirstChildElement("mass"))
    inertial.mass = values.required_number(*mass, "value", owner);
  return inertial;
}

const Element* find_reduction(const Element& transmission, const Element* actuator) {
  const Element* const inner =
      actuator ? actuator->FirstChildElement("mechanicalReduction") : nullptr;
  return inner ? inner : transmission.FirstChildElement("mechanicalReduction");
}

void note_actuated(const Element& transmission, Parts& parts) {
  for (const Element* joint = transmission.FirstChildElement("joint"); joint != nullptr;
       joint = joint->NextSiblingElement("joint"))
    if (const char* const name = joint->Attribute("name")) parts.actuated.insert(name);
}

}  // namespace

std::optional<Link> read_link(const Element& element, const Materials& materials, Values& values) {
  const auto name = values.text(element, "name", "link");
  const std::string owner = fmt::format("link '{}'", shown(name.value_or("?")));
  Link link{name.value_or(""), values.at(element), std::nullopt, {}};
  if (const Element* const inertial = element.FirstChildElement("inertial")) {
    link.inertial = read_inertial(*inertial, values, owner);
  }
  link.visuals = read_visuals(element, materials, values, owner);
  if (!name) return std::nullopt;
  return link;
}

std::optional<Transmission> read_transmission(const Element& element, Values& values,
                                              Unused& unused) {
  const Element* const joint = element.FirstChildElement("joint");
  const Element* const actuator = element.FirstChildElement("actuator");
  const Element* const reduction = find_reduction(element, actuator);
  if (!joint || !reduction) {
    unused.count("<transmission> without mechanicalReduction", values.at(element));
    return std::nullopt;
  }
  const char* const given = element.Attribute("name");
  const std::string owner = fmt::format("transmission '{}'", shown(given ? given : "?"));
  if (joint->NextSiblingElement("joint") ||
      (actuator && actuator->NextSiblingElement("actuator"))) {
    values.findings().warning(
        "coupled-transmission", values.at(element),
        fmt::format("{}: several joints or actuators; it is not used; write a robot file with "
                    "[transmission] coupling",
                    owner));
    return std::nullopt;
  }
  const auto name_of = [](const Element* part) {
    const char* const name = part ? part->Attribute("name") : nullptr;
    return std::string(name ? name : "");
  };
  Transmission result{
      name_of(joint), name_of(actuator), values.at(element), values.at(*joint, "name"), {}};
  const char* const text = reduction->GetText();
  const std::string problem = read_number(text ? text : "", result.reduction.value);
  result.reduction.at = values.at(*reduction);
  if (!problem.empty() || result.reduction.value == 0) {
    values.findings().warning(
        "bad-number", result.reduction.at,
        fmt::format("{}: it is not used: <mechanicalReduction>: {}", owner,
                    problem.empty() ? "'0' is no ratio; write motor turns a joint turn" : problem));
    return std::nullopt;
  }
  return result;
}

Parts read_parts(const Element& robot, Values& values, Unused& unused) {
  Parts parts;
  const Materials materials = read_materials(robot, values);
  for (const Element* part = robot.FirstChildElement(); part; part = part->NextSiblingElement()) {
    const std::string_view kind = part->Name();
    if (kind == "link") {
      if (auto link = read_link(*part, materials, values)) parts.links.push_back(std::move(*link));
    } else if (kind == "joint") {
      parts.joints.push_back(read_joint(*part, values, unused));
    } else if (kind == "loop_joint") {
      if (auto loop = read_loop_joint(*part, values)) parts.loops.push_back(std::move(*loop));
    } else if (kind == "transmission") {
      note_actuated(*part, parts);
      if (auto transmission = read_transmission(*part, values, unused)) {
        parts.transmissions.push_back(std::move(*transmission));
      }
    }
  }
  return parts;
}

}  // namespace erfd::urdf
