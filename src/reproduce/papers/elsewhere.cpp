// Figures from elsewhere than the five papers.
#include "reproduce/papers/papers.hpp"

namespace erfd {

std::vector<PublishedElsewhere> published_elsewhere() {
  return {
      {.source = "[ROBOOP]",
       .figure = "torques of PUMA 560 and Stanford arm at `q = q̇ = q̈ = π/4`, 16 digits",
       .finding = "within 10⁻¹⁵ of the largest torque: "
                  "`Puma560.HasTheSixteenDigitTorquesOfRoboop`, "
                  "`Stanford.HasTheSixteenDigitTorquesOfRoboop`"},
      {.source = "[RTB]",
       .figure = "gravity load, torques for unit accelerations and inertia matrix of the PUMA "
                 "560 at `q_n`",
       .finding = "rigid part within 10⁻⁷ (printed digits), 10⁻¹⁴, 10⁻¹² of the largest entry: "
                  "`Puma560.HasTheRigidPartOfTheRoboticsToolboxTables`"},
      {.source = "[RTB]",
       .figure = "the same robot with its drives: torques at `q_n` for unit speeds and "
                 "accelerations, accelerations for given torques",
       .finding = "within 10⁻¹⁴ and 10⁻¹³ of the largest: `Puma560Drives.*` in "
                  "[actuator_model_test.cpp](../tests/drives/actuator_model_test.cpp)"},
      {.source = "[ROBOOP]",
       .figure = "PUMA 560 with motors (viscous friction, no Coulomb), 16 digits",
       .finding = "within 10⁻¹⁴ of the largest torque: "
                  "`Puma560Drives.HaveTheSixteenDigitTorquesOfRoboop`"},
      {.source = "closed form",
       .figure = "two-link arm: `(2, 0.5) g`, `(1.5, 0) g`, 0",
       .finding = "`Planar2r.HasTheTorquesOfItsClosedForm`"},
  };
}

}  // namespace erfd
