// Random states to try an algorithm on, the same ones at every call.
#pragma once

#include "erfd/model/model.hpp"

#include <vector>

namespace erfd {

/// A state, and accelerations and torques that belong together in it.
struct SampleState {
  VectorX<double> q;    ///< [rad or m] within ±π, a free base with a unit quaternion
  VectorX<double> qd;   ///< [rad/s or m/s] within ±3
  VectorX<double> qdd;  ///< [rad/s^2 or m/s^2] within ±10
  VectorX<double> tau;  ///< [N m or N] what qdd needs, by rnea
};

/// `count` states; of a robot with loops closed ones, near where it is put together, with the torques of its
/// active joints. The same seed gives the same states on every machine.
std::vector<SampleState> sample_states(const Model& model, int count, unsigned seed = 1);

/// A serial chain of `joints` revolute joints: skew axes, full inertias, every link another one. It
/// is the same at every call, and its first links are those of every longer chain.
/// @throws Error if `joints` is below 1.
Model general_chain(int joints);

}  // namespace erfd
