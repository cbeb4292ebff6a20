#include "output/run_labels.hpp"

namespace erfd {

RunLabels labels_of(const RobotDescription& robot, const Model& model) {
  return run_labels("erfd " ERFD_VERSION, robot, model);
}

}  // namespace erfd
