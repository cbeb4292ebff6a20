// Columns that all motions of programs have, one row a cycle. Private to the layer.
#pragma once

#include "erfd/motion/plan.hpp"

#include <array>
#include <string>
#include <vector>

namespace erfd {

/// What the robot carries, cycle by cycle: its mass always, place and inertia where there are some.
class LoadColumns {
 public:
  LoadColumns(const Program& program, const Plan& plan);

  void add_heads(std::vector<std::string>& heads) const;
  /// @param move  of the cycle, index in Plan::moves
  void append(int move, std::vector<double>& row) const;

 private:
  std::vector<std::array<double, 10>> loads_;  ///< of each move
  std::ptrdiff_t size_ = 1;                    ///< numbers that are written
};

/// "q_elbow_rad", "qd_lift_m_s" …: `symbol` of all joints, by name.
void add_joint_heads(const Model& model, const char* symbol, const char* turning,
                     const char* sliding, std::vector<std::string>& heads);

/// x_m … qz of the tool centre in the world.
/// As felt_columns() has them.
void add_felt_heads(const Model& model, std::vector<std::string>& heads);
/// @param felt  of one instant, as erfd/dynamics/felt.hpp has it
void append_felt(const Model& model, const Eigen::Ref<const VectorX<double>>& felt,
                 std::vector<double>& row);
void add_pose_heads(std::vector<std::string>& heads);

template <class Column>
void append(const Column& column, std::vector<double>& row) {
  for (Eigen::Index i = 0; i < column.size(); ++i) row.push_back(column[i]);
}
void append(const Pose<double>& X, std::vector<double>& row);

}  // namespace erfd
