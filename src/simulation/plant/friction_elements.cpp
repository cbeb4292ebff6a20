#include "simulation/plant/friction_elements.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

/// A start below the moving value would stop at once (make_drives.cpp says the same).
void add_shaft(FrictionElement& element, const ShaftFriction& shaft, double ratio) {
  const double moving[2] = {shaft.moving_positive, shaft.moving_negative};
  const double starting[2] = {shaft.starting_positive, shaft.starting_negative};
  for (const int side : {0, 1}) {
    const int own = ratio < 0 ? 1 - side : side;  // the motor turns against its joint
    element.moving[side] += std::abs(ratio) * moving[own];
    element.starting[side] += std::abs(ratio) * std::max(starting[own], moving[own]);
  }
}

bool is_dry(const FrictionElement& e) {
  return e.load_dependent > 0 || e.starting[0] > 0 || e.starting[1] > 0;
}

/// The joint that alone moves motor i, or −1.
int only_joint(const Drives& drives, int i) {
  int joint = -1;
  for (int j = 0; j < drives.count(); ++j) {
    if (drives.K()(i, j) == 0) continue;
    if (joint >= 0) return -1;
    joint = j;
  }
  return joint;
}

}  // namespace

std::vector<FrictionElement> friction_of(const Model& model, const Drives& drives) {
  const int n = drives.count();
  std::vector<FrictionElement> all(static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j) {
    FrictionElement& e = all[static_cast<std::size_t>(j)];
    e.name = "joint '" + model.bodies()[static_cast<std::size_t>(j)].joint + "'";
    e.direction = VectorX<double>::Unit(n, j);
    e.joint = j;
    e.load_dependent = drives.load_dependent()[j];
    add_shaft(e, drives.joint_friction(j), 1);
  }
  for (int i = 0; i < n; ++i) {
    const Motor& motor = drives.motor(i);
    if (const int joint = only_joint(drives, i); joint >= 0) {
      add_shaft(all[static_cast<std::size_t>(joint)], motor.friction, drives.K()(i, joint));
    } else {
      FrictionElement e;
      e.name = "motor '" + motor.name + "'";
      e.direction = drives.K().row(i);
      add_shaft(e, motor.friction, 1);
      all.push_back(std::move(e));
    }
  }
  std::erase_if(all, [](const FrictionElement& e) { return !is_dry(e); });
  return all;
}

}  // namespace erfd
