// Inverse kinematics of parallel robots: the platform first, then leg by leg in closed form. Private to
// the layer.
//
//   x   of the platform's own joints: a chain without loops, by iteration          (1)
//   q_i of leg i, in closed form, on the branch on which the leg stands            (2)  parallel_kinematics.cpp
//
// (1) is linear for a platform that only travels, and ends in a few steps for others.
#pragma once

#include "erfd/dynamics/loops/parallel.hpp"
#include "erfd/motion/inverse_kinematics.hpp"

namespace erfd {

class PlatformReach {
 public:
  /// None, and why, for a robot that is no platform on legs with closed form.
  static std::optional<PlatformReach> of(const Model& model, FrameIndex flange,
                                         std::string& obstacle);

  IkResult nearest(const Model& model, const Pose<double>& X_WF,
                   const VectorX<double>& q_near) const;

  /// The platform on its own joints, and the flange there: a robot without legs.
  const Model& platform() const { return platform_; }
  FrameIndex flange() const { return {0}; }
  VectorX<double> platform_part(const VectorX<double>& q) const;

 private:
  PlatformReach(Model platform, std::vector<int> joints);
  void tell_how_far(const Model& model, const VectorX<double>& q_near, IkResult& result) const;

  Model platform_;
  std::vector<int> joints_;  ///< of the platform, in q
};

}  // namespace erfd
