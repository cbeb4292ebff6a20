// A body as the algorithms in world axes see it.
#pragma once

#include "erfd/model/model.hpp"

namespace erfd {

/// Everything in world axes. The joint of the body turns about or slides along `z` through `p`.
template <class S>
struct BodyInWorld {
  Vector3<S> z;  ///< unit axis of the joint
  Vector3<S> p;  ///< origin of the body frame, on that axis and fixed in the body [m]
  Vector3<S> c;  ///< centre of mass [m]
  Matrix3<S> I;  ///< inertia about the centre of mass [kg m^2]
};

}  // namespace erfd
