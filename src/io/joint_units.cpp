#include "erfd/io/joint_units.hpp"

#include <algorithm>

namespace erfd {
namespace {

std::vector<Coordinate> base_coordinates(Quantity quantity) {
  switch (quantity) {
    case Quantity::position:
      return {{"base qw", "", false}, {"base qx", "", false}, {"base qy", "", false},
              {"base qz", "", false}, {"base x", "m", false}, {"base y", "m", false},
              {"base z", "m", false}};
    case Quantity::velocity:
      return {{"base wx", "rad/s", true}, {"base wy", "rad/s", true}, {"base wz", "rad/s", true},
              {"base vx", "m/s", false},  {"base vy", "m/s", false},  {"base vz", "m/s", false}};
    case Quantity::acceleration:
      return {{"base dwx", "rad/s^2", true}, {"base dwy", "rad/s^2", true},
              {"base dwz", "rad/s^2", true}, {"base dvx", "m/s^2", false},
              {"base dvy", "m/s^2", false},  {"base dvz", "m/s^2", false}};
    case Quantity::effort:
      return {{"base nx", "N m", false}, {"base ny", "N m", false}, {"base nz", "N m", false},
              {"base fx", "N", false},   {"base fy", "N", false},   {"base fz", "N", false}};
  }
  return {};
}

Coordinate joint_coordinate(const Body& body, Quantity quantity) {
  const Measure& measure = measure_of(body.kind);
  const std::string unit = measure.position;
  switch (quantity) {
    case Quantity::position:
      return {body.joint, unit, is_angle(body.kind)};
    case Quantity::velocity:
      return {body.joint, unit + "/s", is_angle(body.kind)};
    case Quantity::acceleration:
      return {body.joint, unit + "/s^2", is_angle(body.kind)};
    case Quantity::effort:
      return {body.joint, measure.effort, false};
  }
  return {};
}

}  // namespace

std::vector<Coordinate> coordinates(const Model& model, Quantity quantity) {
  std::vector<Coordinate> entries;
  for (const Body& body : model.bodies()) {
    if (body.is_free())
      entries = base_coordinates(quantity);
    else
      entries.push_back(joint_coordinate(body, quantity));
  }
  return entries;
}

std::string unit_of(const std::vector<Coordinate>& entries) {
  std::vector<std::string> units;
  for (const Coordinate& entry : entries)
    if (!entry.unit.empty() && std::find(units.begin(), units.end(), entry.unit) == units.end())
      units.push_back(entry.unit);
  std::string text;
  for (const std::string& unit : units) text += (text.empty() ? "" : "|") + unit;
  return text;
}

std::string joint_names(const Model& model) {
  std::string names;
  for (const Body& body : model.joints()) names += (names.empty() ? "" : ", ") + body.joint;
  return names;
}

const char* letter_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::position:
      return "q";
    case Quantity::velocity:
      return "qd";
    case Quantity::acceleration:
      return "qdd";
    case Quantity::effort:
      return "tau";
  }
  return "";
}

}  // namespace erfd
