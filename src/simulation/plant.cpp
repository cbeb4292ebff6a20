#include "erfd/simulation/plant.hpp"

#include "erfd/description/diagnostics.hpp"
#include "erfd/error.hpp"

#include <algorithm>

namespace erfd {

PlantInput plant_input_of(std::string_view name) {
  if (name == "joint_torques") return PlantInput::joint_torques;
  if (name == "motor_torques") return PlantInput::motor_torques;
  if (name == "motor_currents") return PlantInput::motor_currents;
  const std::string near = nearest_word(name, {"joint_torques", "motor_torques", "motor_currents"});
  throw Error("unknown input '" + std::string(name) + "'" +
              (near.empty() ? "" : "; did you mean '" + near + "'?") +
              " (known: joint_torques, motor_torques, motor_currents)");
}

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

void check_models(const std::vector<Model>& models) {
  if (models.empty()) throw Error("plant: no model is given, expected at least one");
  const Model& first = models.front();
  if (first.has_free_base())
    throw Error("plant: the base of '" + first.name() +
                "' is free, expected a fixed one; free bases are not simulated");
  for (const Model& model : models) {
    if (model.nv() != first.nv() || model.has_free_base())
      throw Error("plant: the model '" + model.name() + "' has " + std::to_string(model.nv()) +
                  " joints and '" + first.name() + "' has " + std::to_string(first.nv()) +
                  ", expected one robot with different payloads");
  }
}

void check_drives(const Plant::Parts& parts) {
  const Model& model = parts.models.front();
  if (!parts.drives) {
    if (parts.input != PlantInput::joint_torques)
      throw Error("plant: motors of '" + model.name() +
                  "' are to be driven, but it has no drives; use joint torques");
    return;
  }
  if (parts.drives->count() != model.nv())
    throw Error("plant: the model '" + model.name() + "' has " + std::to_string(model.nv()) +
                " joints, but the drives of '" + parts.drives->robot() + "' move " +
                std::to_string(parts.drives->count()) + "; expected the same robot");
  if (parts.input != PlantInput::motor_currents) return;
  for (const Motor& motor : parts.drives->motors()) torque_of_current(motor, 0);
}

}  // namespace

Plant::Plant(Parts parts) : input_(parts.input), motor_limits_(parts.motor_limits) {
  check_models(parts.models);
  check_drives(parts);
  if (parts.drives) friction_ = friction_of(parts.models.front(), *parts.drives);
  drives_ = std::move(parts.drives);
  engines_.reserve(parts.models.size());
  for (const Model& model : parts.models) engines_.emplace_back(model);
}

std::string Plant::input_name(int i) const {
  if (drives_ && input_ != PlantInput::joint_torques)
    return "motor '" + drives_->motor(i).name + "'";
  return "joint '" + model().bodies()[static_cast<std::size_t>(i)].joint + "'";
}

}  // namespace erfd
