#include "simulation/plant/friction_elements.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

/// A range of a shaft that makes `ratio` turns a turn of the element.
void add(CoulombRange& range, const CoulombRange& of_shaft, double ratio) {
  const bool against = ratio < 0;  // the shaft turns against the element
  range.positive += std::abs(ratio) * (against ? of_shaft.negative : of_shaft.positive);
  range.negative += std::abs(ratio) * (against ? of_shaft.positive : of_shaft.negative);
}

/// A start below the moving value would stop at once (make_drives.cpp says the same).
void add_shaft(FrictionElement& element, const ShaftFriction& shaft, double ratio) {
  const CoulombRange moving = coulomb_range(shaft, false), starting = coulomb_range(shaft, true);
  add(element.moving, moving, ratio);
  add(element.starting,
      {std::max(starting.positive, moving.positive), std::max(starting.negative, moving.negative)},
      ratio);
}

bool is_dry(const FrictionElement& e) {
  return e.load_dependent > 0 || e.starting.positive > 0 || e.starting.negative > 0;
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
