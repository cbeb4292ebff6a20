// What binds where, and whether it holds between the nodes. Private to the layer.
#pragma once

#include "erfd/motion/time_optimal.hpp"

#include "motion/optimal/path_grid.hpp"

namespace erfd::optimal {

/// Largest needed / available in a cell.
struct CellShare {
  double torque = 0, speed = 0;
};

/// What part of its speed a motor may use.
inline double speed_share(const TimeOptimalSettings& settings, int motor) {
  return settings.speed_share.size() > 0 ? settings.speed_share[motor] : 1;
}

struct Checks {
  int places = 10;          ///< in a cell
  int breakaway_cells = 0;  ///< the first cells, in which motors have their starting friction
};

/// Holds the motion against every limit at places of each cell, by PathTorques::instant(), and fills arcs
/// and largest_share.
void certify(PathTorques& torques, const PathGrid& grid, const TimeOptimalSettings& settings,
             const Checks& checks, TimeOptimal& motion, std::vector<CellShare>& worst);

}  // namespace erfd::optimal
