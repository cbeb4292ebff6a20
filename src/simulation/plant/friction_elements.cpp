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
  for (int j = 0; j < drives.joint_count(); ++j) {
    if (drives.coupling()(i, j) == 0) continue;
    if (joint >= 0) return -1;
    joint = j;
  }
  return joint;
}

}  // namespace

void place_friction(const Drives& drives, const DriveState& state,
                    std::vector<FrictionElement>& elements) {
  for (FrictionElement& e : elements) {
    e.moving = e.starting = {};
    if (e.joint >= 0) add_shaft(e, drives.joint_friction(e.joint), 1);
    if (e.motor < 0) continue;
    const double turns = e.joint < 0 ? 1 : drives.coupling()(e.motor, e.joint);
    add_shaft(e, drives.motor(e.motor).friction, state.slopes()[e.motor] * turns);
  }
}

std::vector<FrictionElement> friction_of(const std::vector<std::string>& names,
                                         const Drives& drives) {
  const int n = drives.joint_count();
  std::vector<FrictionElement> all(static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j) {
    FrictionElement& e = all[static_cast<std::size_t>(j)];
    e.name = "joint '" + names[static_cast<std::size_t>(j)] + "'";
    e.direction = VectorX<double>::Unit(n, j);
    e.joint = j;
    e.load_dependent = drives.load_dependent()[j];
  }
  for (int i = 0; i < drives.count(); ++i) {
    if (const int joint = only_joint(drives, i); joint >= 0) {
      all[static_cast<std::size_t>(joint)].motor = i;
    } else {
      FrictionElement e;
      e.name = "motor '" + drives.motor(i).name + "'";
      e.direction = drives.coupling().row(i);
      e.motor = i;
      all.push_back(std::move(e));
    }
  }
  place_friction(drives, DriveState(drives), all);
  std::erase_if(all, [](const FrictionElement& e) { return !is_dry(e); });
  return all;
}

std::vector<FrictionElement> friction_of(const Model& model, const Drives& drives) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies()) names.push_back(body.joint);
  return friction_of(names, drives);
}

}  // namespace erfd
