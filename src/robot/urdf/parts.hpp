// Links, joints and transmissions of a URDF, each read by itself.
#pragma once

#include "robot/urdf/names.hpp"
#include "robot/urdf/values.hpp"
#include "robot/urdf/visual.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace erfd::urdf {

struct Inertial {
  Field<double> mass;
  Field<OriginDescription> origin;
  Field<std::array<double, 6>> inertia;  // Ixx Iyy Izz Ixy Ixz Iyz
};

struct Link {
  std::string name;
  Location at;
  std::optional<Inertial> inertial;
  std::vector<VisualDescription> visuals;
};

struct Joint {
  JointDescription joint;      // name, kind (free: floating), place, origin, axis, limits
  bool is_continuous = false;  // turns without end stops

  bool is_fixed() const { return !moves(joint.type); }
  bool is_floating() const { return joint.type == JointKind::free; }
  std::string parent, child;  // names of links; empty if missing
  Location parent_at, child_at;
  Field<double> damping, friction;
};

struct Transmission {
  std::string joint;
  std::string actuator;
  Location at, joint_at;
  Entry<double> reduction;
};

/// All parts in file order; links without a usable name are left out (a finding says so).
struct Parts {
  std::vector<Link> links;
  std::vector<Joint> joints;
  std::vector<Transmission> transmissions;
  std::vector<LoopDescription> loops;
  std::set<std::string> actuated;  ///< joints that a <transmission> names, of use or not
};

Parts read_parts(const Element& robot, Values& values, Unused& unused);

std::optional<Link> read_link(const Element& element, const Materials& materials, Values& values);
/// A joint without a name is kept with an empty one: its ends still tell how the links hang
/// together.
Joint read_joint(const Element& element, Values& values, Unused& unused);
std::optional<LoopDescription> read_loop_joint(const Element& element, Values& values);
std::optional<Transmission> read_transmission(const Element& element, Values& values,
                                              Unused& unused);

}  // namespace erfd::urdf
