#include "output/run_labels.hpp"

#include "erfd/robot/read.hpp"

namespace erfd {

RunLabels labels_of(const RobotDescription& robot, const Model& model,
                    const std::optional<std::string>& scene) {
  RunLabels labels = run_labels("erfd " ERFD_VERSION, robot, model);
  if (!scene) return labels;
  ReadResult read = read_scene_file(*scene);
  if (read.findings.has_errors()) throw FileError(std::move(read.findings));
  Diagnostics findings(*scene);
  add_scene(read.robot, read_meshes(read.robot, findings), labels.look);
  for (const Diagnostic& finding : findings.all())
    labels.look.notes.push_back(to_string(finding, *scene));
  return labels;
}

}  // namespace erfd
