// Robots that cannot hold every pose within reach: which freedom a target asks for and the axes do
// not give.
#pragma once

#include "erfd/model/model.hpp"

#include <optional>
#include <string>

namespace erfd {

/// How near a robot with fewer than six freedoms comes to a pose: first with its tool centre, then
/// with the orientation.
struct MissingFreedom {
  int freedoms = 0;           ///< that the axes give the tool, of 6
  int position_freedoms = 0;  ///< that they give the tool centre, of 3
  VectorX<double> q;          ///< within the joints' ranges; of a parallel robot the platform's
  Vector3<double> turn;       ///< that is left: rotation vector in world axes [rad]
  Vector3<double> way;        ///< that is left, in world axes [m]

  /// No freedom is missing but length of the arm, or range of its joints.
  bool is_out_of_reach() const { return position_freedoms == 3 && way.norm() > reached; }
  static constexpr double reached = 1e-6;  ///< what the search leaves is nothing missing [m, rad]
};

/// None for a robot with all six freedoms. Of a parallel robot the freedoms are those of its platform, and
/// q its own joints.
///
/// @param X_FlangeT  tool centre in the flange
/// @param X_WT       where it is wanted
std::optional<MissingFreedom> missing_freedom(const Model& model, const Pose<double>& X_FlangeT,
                                              const Pose<double>& X_WT,
                                              const VectorX<double>& q_near);

/// "the robot has 4 of 6 freedoms: a turn of 30.00 deg about the x axis of the world is missing".
std::string text_of(const MissingFreedom& missing, const Pose<double>& X_WT);

}  // namespace erfd
