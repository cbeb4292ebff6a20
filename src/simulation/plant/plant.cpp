#include "erfd/simulation/plant.hpp"

#include "erfd/base/choices.hpp"
#include "erfd/base/error.hpp"

#include "simulation/plant/friction_elements.hpp"

namespace erfd {

PlantInput plant_input_of(std::string_view name) {
  if (name == "joint_torques") return PlantInput::joint_torques;
  if (name == "motor_torques") return PlantInput::motor_torques;
  if (name == "motor_currents") return PlantInput::motor_currents;
  throw Error(unknown_choice("input", name, {"joint_torques", "motor_torques", "motor_currents"}));
}

namespace {

void check_models(const std::vector<Model>& models) {
  if (models.empty()) throw Error("plant: no model is given, expected at least one");
  const Model& first = models.front();
  for (const Model& model : models) {
    if (model.nv() != first.nv() || model.nq() != first.nq())
      throw Error("plant: the model '" + model.name() + "' has " + std::to_string(model.nv()) +
                  " joints and '" + first.name() + "' has " + std::to_string(first.nv()) +
                  ", expected one robot with different payloads");
  }
}

/// The first joint that has no motor; −1: all have one. A free base and the passive joints of loops have
/// none, and none is missed there.
int passive_joint(const Drives& drives, const Model& model) {
  const int first = model.joints().front().v_index;
  for (const int j : drives.passive_joints())
    if (j >= first && !model.joints()[static_cast<std::size_t>(j - first)].passive) return j;
  return -1;
}

const std::string& joint_name(const Model& model, int v_index) {
  return model.joints()[static_cast<std::size_t>(v_index - model.joints().front().v_index)].joint;
}

/// What no motor turns would follow its spring without delay.
void check_gears(const Drives& drives, const Model& model) {
  for (const ElasticGear& gear : drives.elastic_gears()) {
    double inertia = 0;
    for (int i = 0; i < drives.count(); ++i)
      if (drives.coupling()(i, gear.joint) != 0) inertia += drives.rotor_inertias()[i];
    if (!(inertia > 0))
      throw Error("plant: the gear of joint '" + joint_name(model, gear.joint) + "' of '" +
                  model.name() +
                  "' is elastic, but its motor has no rotor inertia, expected one "
                  "above 0; or leave out the elastic gears");
  }
}

/// The drives with a coordinate more for each elastic gear, which takes the joint's place before the
/// motors. Bearings turn with the joint, and so does the friction of its side.
Drives shafts_of(const Drives& drives) {
  Drives::Parts parts = drives.parts();
  const Eigen::Index joints = drives.joint_count(),
                     gears = static_cast<Eigen::Index>(drives.elastic_gears().size());
  parts.K.conservativeResize(Eigen::NoChange, joints + gears);
  parts.load_dependent.conservativeResize(joints + gears);
  parts.joint_friction.resize(static_cast<std::size_t>(joints + gears));
  for (Eigen::Index e = 0; e < gears; ++e) {
    const int joint = drives.elastic_gears()[static_cast<std::size_t>(e)].joint;
    parts.K.col(joints + e) = parts.K.col(joint);
    parts.K.col(joint).setZero();
    parts.load_dependent[joints + e] = 0;
  }
  parts.elastic_gears.clear();
  return Drives(std::move(parts));
}

void check_drives(const Plant::Parts& parts) {
  const Model& model = parts.models.front();
  if (!parts.drives) {
    if (parts.input != PlantInput::joint_torques)
      throw Error("plant: motors of '" + model.name() +
                  "' are to be driven, but it has no drives; use joint torques");
    return;
  }
  if (parts.drives->joint_count() != model.nv())
    throw Error("plant: the model '" + model.name() + "' has " + std::to_string(model.nv()) +
                " joints, but the drives of '" + parts.drives->robot() + "' move " +
                std::to_string(parts.drives->joint_count()) + "; expected the same robot");
  check_gears(*parts.drives, model);
  const int passive = passive_joint(*parts.drives, model);
  if (passive >= 0 && parts.input == PlantInput::joint_torques)
    throw Error("plant: joint '" + joint_name(model, passive) +
                "' is passive and has no torque of its own; use motor torques or currents");
  if (parts.input != PlantInput::motor_currents) return;
  for (const Motor& motor : parts.drives->motors()) torque_of_current(motor, 0);
}

/// Loops are closed around the equations of the open tree.
const AlgorithmInfo& algorithm_of(const Plant::Parts& parts) {
  const AlgorithmInfo& info = find_algorithm(parts.algorithm);
  const auto refuse = [&](const std::string& why) {
    throw Error("plant: the algorithm '" + parts.algorithm + "' " + why);
  };
  if (info.closes_loops)
    refuse("closes loops by itself, which a run does for all; expected one of an open tree");
  for (const Model& model : parts.models)
    if (const std::string reason = info.obstacle(model); !reason.empty())
      refuse("cannot move '" + model.name() + "': it " + reason);
  return info;
}

}  // namespace

Plant::Plant(Parts parts) : input_(parts.input), motor_limits_(parts.motor_limits) {
  check_models(parts.models);
  check_drives(parts);
  algorithm_ = &algorithm_of(parts);
  drives_ = std::move(parts.drives);
  if (drives_) shafts_ = drives_->elastic_gears().empty() ? *drives_ : shafts_of(*drives_);
  engines_.reserve(parts.models.size());
  for (const Model& model : parts.models) engines_.emplace_back(model);
  if (!drives_) return;
  std::vector<std::string> names;
  for (int i = 0; i < coordinates(); ++i) names.push_back(coordinate_name(i));
  friction_ = friction_of(names, *shafts_);
}

std::string Plant::coordinate_name(int i) const {
  if (i >= nv())
    return joint_name(model(), gears()[static_cast<std::size_t>(i - nv())].joint) + ", motor side";
  return i < base_velocities() ? model().bodies().front().joint : joint_name(model(), i);
}

std::string Plant::input_name(int i) const {
  if (drives_ && input_ != PlantInput::joint_torques)
    return "motor '" + drives_->motor(i).name + "'";
  return "joint '" + coordinate_name(i + base_velocities()) + "'";
}

}  // namespace erfd
