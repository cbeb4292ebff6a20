// What binds where, and whether it holds between the nodes. Private to the layer.
#pragma once

#include "erfd/motion/time_optimal.hpp"

#include "motion/optimal/path_grid.hpp"

namespace erfd::optimal {

/// A cell with the motion that was held against the limits, and what was found.
struct CellShare {
  double torque = 0, speed = 0;  ///< largest needed / available of torques, of speeds
  double share = 0;              ///< of all
  PathBound bound;               ///< what has it
  PathNode begin, end;
  int places = 0;

  /// The same cell, passed alike: what was found still holds.
  bool is_of(const PathNode& a, const PathNode& b, int places_wanted) const;
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
/// @param worst  one a cell of the motion, written; what it has of cells that are passed as before is kept
void certify(PathTorques& torques, const PathGrid& grid, const TimeOptimalSettings& settings,
             const Checks& checks, TimeOptimal& motion, std::vector<CellShare>& worst);

}  // namespace erfd::optimal
