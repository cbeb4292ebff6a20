// The words of the motion IR, and what holds while a record runs.
#include "erfd/program/program.hpp"

#include "erfd/model/frames.hpp"
#include "erfd/model/payload.hpp"

namespace erfd {

Pose<double> tool_in_flange(const Conditions& conditions, const Model& model) {
  return conditions.X_FlangeT ? *conditions.X_FlangeT : in_flange(model, model.tool());
}

void carry(Program& program, const Model& model, const Payload& load) {
  for (Instruction& instruction : program.instructions)
    instruction.conditions.payload = moved(load, tool_in_flange(instruction.conditions, model));
}

Payload carried(const Conditions& conditions) {
  return both(both(conditions.tool_load, conditions.gripped), conditions.payload);
}

std::string_view name_of(MoveKind kind) {
  switch (kind) {
    case MoveKind::ptp:
      return "ptp";
    case MoveKind::lin:
      return "lin";
    case MoveKind::circle:
      return "circle";
  }
  return "";
}

std::string_view name_of(OrientationMode mode) {
  switch (mode) {
    case OrientationMode::constant:
      return "o_con";
    case OrientationMode::variable:
      return "o_var";
    case OrientationMode::path_constant:
      return "o_pco";
    case OrientationMode::path_variable:
      return "o_pvo";
    case OrientationMode::joint:
      return "o_joint";
  }
  return "";
}

std::string_view name_of(FlyBy fly_by) {
  switch (fly_by) {
    case FlyBy::stop:
      return "stop";
    case FlyBy::ptp:
      return "c_ptp";
    case FlyBy::path:
      return "c_cp";
    case FlyBy::speed:
      return "c_speed";
  }
  return "";
}

}  // namespace erfd
