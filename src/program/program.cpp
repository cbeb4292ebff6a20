// What holds while a record runs.
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

}  // namespace erfd
