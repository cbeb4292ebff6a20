// Chains of any length on which nothing is special.
#pragma once

#include "erfd/model/model.hpp"

namespace erfd {

/// A serial chain of `joints` revolute joints: skew axes, full inertias, every link another one. It
/// is the same at every call, and its first links are those of every longer chain.
/// @throws Error if `joints` is below 1.
Model general_chain(int joints);

}  // namespace erfd
