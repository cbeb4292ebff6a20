// The equation of motion as the motors see it: H_a(q) qdd + u'_a = u_a.
#pragma once

#include "erfd/drives/drives.hpp"

#include <span>
#include <string_view>

namespace erfd {

/// What the rigid robot needs, u = H qdd + bias, with the speeds that friction follows.
struct JointSpaceModel {
  Eigen::Ref<const MatrixX<double>> H;        ///< of the links without rotors; symmetric
  Eigen::Ref<const VectorX<double>> bias;     ///< u' = C qd + g − Jᵀ w [N m or N]
  Eigen::Ref<const VectorX<double>> u;        ///< joint torques that load the gears [N m or N]
  Eigen::Ref<const VectorX<double>> qd;       ///< joint velocities now [rad/s or m/s]
  Eigen::Ref<const VectorX<double>> qd_next;  ///< those of the cycle: their signs direct friction
  double period = 0;  ///< Δt [s]: viscous friction acts at qd + Δt qdd; 0 for the continuous model
};

/// One way to write the actuator-space model.
struct ActuatorModel {
  std::string_view name;         ///< "corrected", "as_published"
  std::string_view title;        ///< one line
  bool friction_follows_torque;  ///< load-dependent friction changes with the torque achieved
  /// W: motor torques that hold joint torques u are W u, over the slopes of mechanisms. @throws Error if
  /// the model does not fit the drives, or a joint is passive.
  MatrixX<double> (*reflection)(const Drives& drives);
  /// Writes H_a (n × n) and u'_a (size n). @throws Error for mechanisms or passive joints. Never
  /// allocates otherwise.
  void (*evaluate)(const Drives& drives, const JointSpaceModel& joints, OutMatrix<double> H_a,
                   Out<double> bias_a);
};

/// All models, the default first.
std::span<const ActuatorModel> actuator_models();

/// @throws Error for an unknown name, with the known ones.
const ActuatorModel& find_actuator_model(std::string_view name);

}  // namespace erfd
