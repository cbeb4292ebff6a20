// The rows (3) of every node of a grid, on both of its sides. Private to the layer.
#pragma once

#include "motion/optimal/admissible.hpp"
#include "motion/optimal/certificate.hpp"
#include "motion/optimal/path_grid.hpp"

#include <vector>

namespace erfd::optimal {

/// A grid, its rows, its limits of ṡ, and what part of all limits may be used at a node. Inside a smooth
/// piece both sides of a node are one.
class PathRows {
 public:
  PathRows(PathTorques& torques, const TimeOptimalSettings& settings);

  const PathGrid& grid() const { return grid_; }
  int nodes() const { return grid_.nodes(); }
  const PathGrid::Cell& cell(int c) const { return grid_.cells[static_cast<std::size_t>(c)]; }
  const PathTorques& torques() const { return torques_; }
  /// @param end  0: where the cell begins; 1: where it ends
  Side side(int c, int end) const;
  bool is_smooth(int node) const { return smooth_[static_cast<std::size_t>(node)]; }
  double largest_rate(int node) const {
    const auto k = static_cast<std::size_t>(node);
    return rate_limit_[k] * rate_share_[k];
  }

  /// A node within the path where no joint moves with s: all turn round at once, or stop; −1: none.
  int standstill() const;

  /// The first cells, in which motors have their starting friction.
  int breakaway_cells() const { return breakaway_cells_; }
  void set_breakaway_cells(int cells);

  /// Takes back what is beyond a limit between the nodes: limits at such cells are drawn in. Cells that are
  /// far beyond one, or were drawn in often, are divided by four instead: there a bound is steep within.
  void refine(const std::vector<CellShare>& worst);

 private:
  bool divides(std::size_t c, const CellShare& worst) const;
  void draw_in(const std::vector<CellShare>& worst, const std::vector<bool>& divided);
  void divide(const std::vector<bool>& divided);
  void fill_parts(int c);
  void fill();
  void fill_cell(int c);
  void set_rate_limit(int c, int end);
  std::size_t add_rows(const Place& place);
  Place place_of(int c, int end) const;
  bool goes_on(int c);

  static constexpr int parts_ = 4;  ///< of a cell that is divided
  PathTorques& torques_;
  const TimeOptimalSettings& settings_;
  PathGrid grid_;
  std::vector<std::size_t> rows_of_;  ///< of each side, two a cell
  std::vector<MotorRow> motors_;
  std::vector<JointRow> joints_;
  std::vector<double> loads_;
  std::vector<std::array<ToolRow, 2>> tools_;  ///< empty without limits of the tool
  std::vector<double> rate_limit_, rate_share_, torque_share_;  ///< one a node
  std::vector<bool> smooth_;
  int breakaway_cells_ = 0;
};

}  // namespace erfd::optimal
