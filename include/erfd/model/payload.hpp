// Sums and places of loads.
#pragma once

#include "erfd/model/model.hpp"

namespace erfd {

/// Whether two loads are one, to the last bit.
bool same(const Payload& a, const Payload& b);

/// Two loads of one frame, as one. A load without mass leaves the other as it is.
Payload both(const Payload& a, const Payload& b);

/// A load of frame B, seen from frame A.
Payload moved(const Payload& load, const Pose<double>& X_AB);

}  // namespace erfd
