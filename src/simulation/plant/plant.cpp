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
  if (parts.drives->joint_count() != model.nv())
    throw Error("plant: the model '" + model.name() + "' has " + std::to_string(model.nv()) +
                " joints, but the drives of '" + parts.drives->robot() + "' move " +
                std::to_string(parts.drives->joint_count()) + "; expected the same robot");
  if (!parts.drives->passive_joints().empty() && parts.input == PlantInput::joint_torques)
    throw Error(
        "plant: joint '" +
        model.bodies()[static_cast<std::size_t>(parts.drives->passive_joints().front())].joint +
        "' is passive and has no torque of its own; use motor torques or currents");
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
