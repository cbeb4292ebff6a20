// Forward dynamics of a robot with groups of parallel axes.
#pragma once

#include "generate/axes.hpp"
#include "generate/choices.hpp"

namespace erfd::generate {

std::vector<Traced> forward_dynamics(const std::vector<RobotLink>& links, const Choices& choices,
                                     const std::vector<Traced>& q, const std::vector<Traced>& qd,
                                     const std::vector<Traced>& tau);

}  // namespace erfd::generate
