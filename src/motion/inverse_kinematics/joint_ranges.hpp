// Whole turns and the ranges of joints. Private to the layer.
#pragma once

#include "erfd/model/model.hpp"

namespace erfd {

/// The joint that is farthest outside its range, and by how much [rad or m]; -1: none.
struct RangeMiss {
  int joint = -1;
  double distance = 0;
};

/// Turns each revolute joint by whole turns to stand nearest to q_near within its range, or as near
/// to its range as it can.
RangeMiss turn_towards(const Model& model, const VectorX<double>& q_near, VectorX<double>& q);

/// Time that the joint which needs longest takes from a to b at its full speed. A joint without a
/// speed is as fast as the fastest; without any speeds the largest way counts.
double travel_time(const Model& model, const VectorX<double>& a, const VectorX<double>& b);

}  // namespace erfd
