#include "robot/urdf/lost.hpp"

#include <set>
#include <vector>

#include <fmt/format.h>

namespace erfd::urdf {
namespace {

using Words = std::vector<std::string>;

class LossNotes {
 public:
  LossNotes(const RobotDescription& robot, Diagnostics& lost) : robot_(robot), lost_(lost) {}

  void write() {
    note_whole_robot();
    for (const BodyDescription& body : robot_.bodies) note_body(body);
    for (const ToolDescription& tool : robot_.tools) {
      if (tool.payload) note(tool.payload->at, fmt::format("tool '{}': payload", tool.name));
    }
    std::set<std::string> driven;
    for (const DriveDescription& drive : robot_.drives) note_drive(drive, driven);
    for (const LoopDescription& loop : robot_.loops) {
      note(loop.at, fmt::format("loop '{}'", loop.name));
    }
    for (const ElasticJointDescription& elastic : robot_.elastic_joints) {
      note(elastic.at, fmt::format("elastic joint '{}'", elastic.joint));
    }
    if (has_provenance_) note({}, "sources and notes of numbers");
  }

 private:
  void note(Location at, const std::string& what) {
    lost_.note("not-in-urdf", at, what + " cannot be written as URDF; left out");
  }

  template <class... Fields>
  void look_for_provenance(const Fields&... fields) {
    const auto has = [](const auto& field) { return field && !(field->from == Provenance{}); };
    has_provenance_ = has_provenance_ || (has(fields) || ...);
  }

  void note_whole_robot() {
    if (robot_.gravity.value != Triple{0, 0, -9.81}) note(robot_.gravity.at, "gravity");
    if (!robot_.title.empty()) note({}, "title");
    if (!robot_.open_questions.empty()) note({}, "open_questions");
    if (robot_.coupling) note(robot_.coupling->at, "coupling matrix of the transmission");
    if (robot_.program) note(robot_.program->at, "program settings");
    if (!robot_.base.accepted.empty()) note(robot_.base.at, "base: accepted findings");
    has_provenance_ = !(robot_.from == Provenance{});
    look_for_provenance(robot_.base.origin, robot_.base.mass, robot_.base.com, robot_.base.inertia);
  }

  void note_body(const BodyDescription& body) {
    const JointDescription& joint = body.joint;
    if (!body.accepted.empty())
      note(body.at, fmt::format("body '{}': accepted findings", body.name));
    look_for_provenance(body.mass, body.com, body.inertia, body.mass_frame, joint.origin,
                        joint.axis, joint.lower, joint.upper, joint.speed_max,
                        joint.acceleration_max, joint.effort_max);
  }

  void note_drive(const DriveDescription& drive, std::set<std::string>& driven) {
    look_for_provenance(drive.ratio);
    if (!driven.insert(drive.joint).second || drive.joint.empty()) {
      return note(drive.at, fmt::format("drive '{}'", drive.name));
    }
    const Words words = lost_of(drive);
    if (words.empty()) return;
    note(drive.at, fmt::format("drive '{}': {}", drive.name, fmt::join(words, ", ")));
  }

  static Words lost_of(const DriveDescription& drive) {
    Words words;
    const auto look = [&](bool given, const char* name) {
      if (given) words.emplace_back(name);
    };
    look(drive.rotor_inertia.has_value(), "rotor_inertia");
    look(drive.rotor_mass.has_value(), "rotor_mass");
    look(drive.rotor_on.has_value(), "rotor_on");
    look(drive.rotor_axis.has_value(), "rotor_axis");
    look(drive.torque_peak.has_value(), "torque_peak");
    look(drive.torque_rated.has_value(), "torque_rated");
    look(drive.speed_max.has_value(), "speed_max");
    look(drive.torque_speed_curve.has_value(), "torque_speed_curve");
    look(drive.torque_constant.has_value(), "torque_constant");
    look(drive.resistance.has_value(), "resistance");
    look(drive.inductance.has_value(), "inductance");
    look(drive.voltage_max.has_value(), "voltage_max");
    look(drive.current_peak.has_value(), "current_peak");
    look(drive.current_rated.has_value(), "current_rated");
    look(drive.mechanism.has_value(), "mechanism");
    look(!drive.elements.empty(), "gear elements");
    if (!drive.friction) return words;
    const FrictionDescription& friction = *drive.friction;
    if (friction.side == FrictionSide::motor) {
      words.emplace_back("friction on the motor side");
      return words;
    }
    look(friction.coulomb_negative.has_value(), "coulomb_negative");
    look(friction.breakaway.has_value(), "breakaway");
    look(friction.load_dependent.has_value(), "load_dependent");
    return words;
  }

  const RobotDescription& robot_;
  Diagnostics& lost_;
  bool has_provenance_ = false;
};

}  // namespace

bool has_joint_friction(const DriveDescription& drive) {
  return drive.friction && drive.friction->side == FrictionSide::joint &&
         (drive.friction->viscous || drive.friction->coulomb);
}

void note_lost_parts(const RobotDescription& robot, Diagnostics& lost) {
  LossNotes(robot, lost).write();
}

}  // namespace erfd::urdf
