#include "output/run_labels.hpp"

namespace erfd {

RunLabels labels_of(const RobotDescription& robot, const Model& model) {
  Diagnostics findings(robot.file);
  RunLabels labels;
  labels.generator = "erfd " ERFD_VERSION;
  labels.robot_title = robot.title;
  labels.look = visuals_of(robot, model, read_meshes(robot, findings));
  for (const Diagnostic& finding : findings.all())
    labels.look.notes.push_back(to_string(finding, robot.file));
  return labels;
}

}  // namespace erfd
