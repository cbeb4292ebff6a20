// What motors in front of elastic gears must do so that the links do what is asked. Private to the layer.
#pragma once

#include "erfd/drives/transmission.hpp"

#include "verification/motions.hpp"

#include <vector>

namespace erfd {

/// Asked cycles of the joints that Algorithm 1 moves: one column a cycle.
struct AskedCycles {
  double period, rest_speed;   ///< of the algorithm [s], [rad/s or m/s]
  MatrixX<double> q, qd, qdd;  ///< positions at the starts of cycles, speeds at their ends
  MatrixX<double> ua;          ///< what the motors would need if the gears were stiff [N m]
  /// What they need while the robot rests where the cycles begin, and where they end [N m].
  VectorX<double> ua_before, ua_behind;
  const std::vector<bool>& jumps;  ///< MotionRecord::jumps
};

/// The asked cycles of a case at a share of their speed.
/// @param ua  what the motors would need then if the gears were stiff, a column a cycle [N m]
AskedCycles asked_cycles(const CaseInWork& work, const MotionRecord& record, double share,
                         MatrixX<double> ua);

/// The motors of asked cycles, in front of the springs.
class MotorSide {
 public:
  /// @param drives  of the joints of the cycles, with elastic gears; must live as long
  MotorSide(const Drives& drives, const AskedCycles& asked);

  const GearWinding& winding() const { return winding_; }

  /// Speeds at the end of a cycle [rad/s], and torques in it [N m]. @return a mechanism's fault
  [[nodiscard]] DriveStatus motors(int cycle, Out<double> speed, Out<double> ua);

 private:
  void find_loads();
  void wind(Eigen::Index gear);
  std::vector<bool> steps_of(Eigen::Index gear, const VectorX<double>& load);
  static std::vector<bool> with_neighbours(const std::vector<bool>& steps);
  VectorX<double> stretch_of(const ElasticGear& gear, const VectorX<double>& load,
                             const std::vector<bool>& steps) const;
  void note_step(int cycle, int gear, double way);
  static bool is_step(const VectorX<double>& change, Eigen::Index i);
  static double acceleration_near(const VectorX<double>& bends, const std::vector<bool>& smooth,
                                  const std::vector<bool>& bent, Eigen::Index k);

  const Drives& drives_;
  const Drives shafts_;  ///< without friction of joints: it acts behind the springs
  const AskedCycles& asked_;
  DriveState state_;
  MatrixX<double> loads_;  ///< of the joints: before, in each cycle, behind [N m or N]
  GearWinding winding_;
};

/// Where the motors' sides of the joints are in a cycle, and how they move: those of the links, wound on.
struct MotorSideCycle {
  VectorX<double> q, qd_start, qd_end, qdd;
};
/// @param gears  of the joints of the vectors
void wind_on(const std::vector<ElasticGear>& gears, const GearWinding& winding, int cycle,
             MotorSideCycle& side);

}  // namespace erfd
