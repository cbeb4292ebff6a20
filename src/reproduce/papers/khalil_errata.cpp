// Slips of [K10], as far as the code, the robot files or the tests meet them.
#include "reproduce/papers/papers.hpp"

namespace erfd {

std::vector<Erratum> khalil_errata() {
  return {
      {.place = "(1)",
       .printed = "last row `(0 0)`",
       .right = "`(0 1)`",
       .used = "[kinematics](algorithms/kinematics.md)"},
      {.place = "(15), (34)",
       .printed = "`ⁱω_i`",
       .right = "`ʲω_i`",
       .used = "[aba.cpp](../src/dynamics/aba.cpp)"},
      {.place = "(18), (19)",
       .printed = "`ʲω_j = ʲR_i ⁱω_i`",
       .right = "`ʲω_i = ʲR_i ⁱω_i`, then `ʲω_j = ʲω_i + σ̄q̇ a`",
       .used = "[rnea.cpp](../src/dynamics/rnea.cpp)"},
      {.place = "(21)–(23)",
       .printed = "`U = ω̂ + ω̂ω̂`",
       .right = "`U = ω̇̂ + ω̂ω̂`",
       .used = "rnea.cpp"},
      {.place = "(25)", .printed = "`ᵏT_j`", .right = "`ᵏT_jᵀ`", .used = "rnea.cpp"},
      {.place = "(39), (40)", .printed = "`ⁱT_i`", .right = "`ʲT_i`", .used = "aba.cpp"},
      {.place = "(41)–(43)",
       .printed = "`ⁱT_iᵀ`",
       .right = "`ʲT_i V̇_i`, no transpose",
       .used = "aba.cpp"},
      {.place = "(97), (109)",
       .printed = "`V̇_0`",
       .right = "the result is `V̇_0 - g`; the rate of the components is `V̇_0 - ω× V_0`",
       .used = "aba.cpp, [free base](algorithms/free-base.md)"},
  };
}

}  // namespace erfd
