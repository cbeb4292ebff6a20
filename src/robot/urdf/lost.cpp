#include "robot/urdf/lost.hpp"

#include "robot/fields.hpp"

#include <set>
#include <vector>

#include <fmt/format.h>

namespace erfd::urdf {
namespace {

using Words = std::vector<std::string>;

/// True once a number with a source or a note has passed.
struct ProvenanceSeen : PassOver {
  void field(const Key&, const auto& field) { seen |= field && !(field->from == Provenance{}); }
  void field(const JointKey& key, const Field<double>& number) { field(key.as({}), number); }
  void range(const JointKey& key, const Field<double>& lower, const Field<double>& upper) {
    field(key, lower);
    field(key, upper);
  }
  void table(const Key&, const JointDescription& joint) { visit_fields(joint, *this); }
  void table(const Key&, const std::optional<MimicDescription>& mimic) {
    if (mimic) visit_fields(*mimic, *this);
  }
  bool seen = false;
};

/// The keys of a drive that are given and have no place in a URDF.
struct LostKeys : PassOver {
  void field(const Key& key, const auto& field) {
    if (field && key.in_urdf == InUrdf::no) words.emplace_back(key.stem);
  }
  void field(const JointKey& key, const Field<double>& number) { field(key.as({}), number); }
  void table(const Key& key, const std::optional<MechanismDescription>& mechanism) {
    if (mechanism) words.emplace_back(key.stem);
  }
  void table(const Key&, const std::optional<FrictionDescription>&) {}  // see lost_of()
  void list(const Key&, const std::vector<GearElementDescription>& elements) {
    if (!elements.empty()) words.emplace_back("gear elements");
  }
  Words words;
};

class LossNotes {
 public:
  LossNotes(const RobotDescription& robot, Diagnostics& lost) : robot_(robot), lost_(lost) {}

  void write() {
    note_whole_robot();
    for (const BodyDescription& body : robot_.bodies) note_body(body);
    for (const ToolDescription& tool : robot_.tools) {
      if (tool.payload) note(tool.payload->at, fmt::format("tool '{}': payload", tool.name));
    }
    for (const SensorDescription& sensor : robot_.sensors) {
      note(sensor.at, fmt::format("sensor '{}'", sensor.name));
    }
    std::set<std::string> driven;
    for (const DriveDescription& drive : robot_.drives) note_drive(drive, driven);
    for (const LoopDescription& loop : robot_.loops) {
      note(loop.at, fmt::format("loop '{}'", loop.name));
    }
    for (const ElasticJointDescription& elastic : robot_.elastic_joints) {
      note(elastic.at, fmt::format("elastic joint '{}'", elastic.joint));
    }
    for (const SpringDescription& spring : robot_.springs) {
      note(spring.at, fmt::format("spring '{}'", spring.joint));
    }
    if (provenance_.seen) note({}, "sources and notes of numbers");
  }

 private:
  void note(Location at, const std::string& what) {
    lost_.note("not-in-urdf", at, what + " cannot be written as URDF; left out");
  }

  void note_whole_robot() {
    if (robot_.gravity.value != Triple{0, 0, -9.81}) note(robot_.gravity.at, "gravity");
    if (!robot_.title.empty()) note({}, "title");
    if (!robot_.open_questions.empty()) note({}, "open_questions");
    if (robot_.coupling) note(robot_.coupling->at, "coupling matrix of the transmission");
    if (robot_.program) note(robot_.program->at, "program settings");
    if (!robot_.base.accepted.empty()) note(robot_.base.at, "base: accepted findings");
    if (!robot_.accepted.empty()) note({}, "accepted findings");
    provenance_.seen = !(robot_.from == Provenance{});
    visit_fields(robot_.base, provenance_);
  }

  void note_body(const BodyDescription& body) {
    if (!body.accepted.empty())
      note(body.at, fmt::format("body '{}': accepted findings", body.name));
    if (body.joint.start || body.joint.passive)
      note(body.joint.at, fmt::format("joint '{}': start and actuation", body.joint.name));
    visit_fields(body, provenance_);
  }

  void note_drive(const DriveDescription& drive, std::set<std::string>& driven) {
    provenance_.field(keys::ratio, drive.ratio);
    if (!driven.insert(drive.joint).second || drive.joint.empty()) {
      return note(drive.at, fmt::format("drive '{}'", drive.name));
    }
    const Words words = lost_of(drive);
    if (words.empty()) return;
    note(drive.at, fmt::format("drive '{}': {}", drive.name, fmt::join(words, ", ")));
  }

  static Words lost_of(const DriveDescription& drive) {
    LostKeys lost;
    visit_fields(drive, lost);
    if (drive.friction && drive.friction->side == FrictionSide::motor)
      lost.words.emplace_back("friction on the motor side");
    else if (drive.friction)
      visit_fields(*drive.friction, lost);
    return lost.words;
  }

  const RobotDescription& robot_;
  Diagnostics& lost_;
  ProvenanceSeen provenance_;
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
