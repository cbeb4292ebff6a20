// Names, units and numbers of the state of a robot, for heads and messages.
#pragma once

#include "erfd/model/model.hpp"

#include <string>
#include <vector>

namespace erfd {

enum class Quantity { position, velocity, acceleration, effort };

/// "q", "qd", "qdd" or "tau": how heads and keys begin.
const char* letter_of(Quantity quantity);

/// One entry of q, qd, qdd or tau.
struct Coordinate {
  std::string name;      ///< of the joint; of a free base as "base qw", "base wx"
  std::string unit;      ///< SI: "rad", "m/s", "N m"; empty for a quaternion
  bool rotates = false;  ///< an angle, an angular speed or acceleration: may be given in degrees
};

/// The entries of one quantity in the order of the state: nq positions, nv of the others.
std::vector<Coordinate> coordinates(const Model& model, Quantity quantity);

/// The units that occur, for a head: "N m", "N" or "N m|N".
std::string unit_of(const std::vector<Coordinate>& entries);

/// "j1, j2, j3": the names of all joints, in state order.
std::string joint_names(const Model& model);

}  // namespace erfd
