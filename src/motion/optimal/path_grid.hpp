// The places of a path at which limits are looked at. Private to the layer.
#pragma once

#include "motion/optimal/path_torques.hpp"

#include <vector>

namespace erfd::optimal {

/// Nodes from 0 to the length of the path. Between two of them the path is smooth and nothing that rubs
/// turns round: borders of the path and reversals of joints and motors are nodes.
struct PathGrid {
  struct Cell {
    double begin = 0, end = 0;
    int piece = 0;  ///< of the path
    double h() const { return end - begin; }
    double middle() const { return begin + h() / 2; }
  };
  std::vector<Cell> cells;
  int nodes() const { return static_cast<int>(cells.size()) + 1; }
  double place(int node) const {
    return node == 0 ? cells.front().begin : cells[static_cast<std::size_t>(node - 1)].end;
  }
};

/// About `cells` of them, drawn together at the ends of the path: a motion from rest has s ~ t², so that
/// nodes at s ~ k² are equally far apart in time.
PathGrid make_grid(PathTorques& torques, int cells);

}  // namespace erfd::optimal
