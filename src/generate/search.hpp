// Looks for the choices with the fewest operations by trying them: a recording takes well under a millisecond.
#pragma once

#include "erfd/generate/record.hpp"

#include "generate/group_forward.hpp"
#include "generate/group_inertia.hpp"
#include "generate/newton_euler.hpp"

#include <functional>

namespace erfd::generate {

struct FoundChoices {
  std::string name;  ///< of the pass
  Choices choices;
};

using CountSteps = std::function<StepCount(const Choices&)>;

/// One entry a pass, each with what the passes before it chose.
std::vector<FoundChoices> search_choices(const std::vector<RobotLink>& links,
                                         RobotFunction function, const CountSteps& count);

}  // namespace erfd::generate
