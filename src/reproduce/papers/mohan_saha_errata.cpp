// Slips of [MS07], as far as the code, the robot files or the tests meet them.
#include "reproduce/papers/papers.hpp"

namespace erfd {

std::vector<Erratum> mohan_saha_errata() {
  return {
      {.place = "after (4)",
       .printed = "`a_{i,i-1}` from `O_{i-1}` to `O_i`",
       .right = "from `O_i` to `O_{i-1}`",
       .used = "[denoc.cpp](../src/dynamics/papers/denoc.cpp)"},
      {.place = "(27)",
       .printed = "`γ` missing",
       .right = "`φ = τ - Nᵀ[M(…)q̇ + γ]`: the whole bias of Newton–Euler",
       .used = "denoc.cpp"},
      {.place = "(32)",
       .printed = "`η = ψ t̂ + …`",
       .right = "`η_{i+1} = ψ_{i+1}φ̂_{i+1} + η_{i+1,i+2}`",
       .used = "denoc.cpp"},
      {.place = "(33)",
       .printed = "`ψ_i = A_{i+1,i}ψ̂_i/m̂_i`",
       .right = "`ψ_i = ψ̂_i/m̂_i`; printed: off by 6 % (median) to 12 000 %",
       .used = "denoc.cpp, `DenocAsPrinted.IsWrongWhereTheCorrectedFormIsRight`"},
      {.place = "(36)",
       .printed = "`q̈ = U⁻¹φ̃`",
       .right = "`U⁻ᵀφ̃`; the recursion itself is right. Printed: off by 180 % (median)",
       .used = "denoc.cpp, the same test"},
      {.place = "step 3",
       .printed = "`C_5 = ρ a² b`",
       .right = "`C_5 = ρ a² b/2`; `C_1 … C_4` are right",
       .used = "[shapes.cpp](../src/model/build/shapes.cpp), "
               "[rod_chain.cpp](../src/model/build/rod_chain.cpp)"},
      {.place = "step 5",
       .printed = "`M̂_{vw} = M_{vw} + K`",
       .right = "`+ QM̄_{vw}Qᵀ`, missing in the formula and in the count. Printed: off by 8.9 % "
                "(median) to 560 %",
       .used = "[denoc_rods_steps.hpp](../src/dynamics/papers/denoc_rods_steps.hpp), the same "
               "test"},
      {.place = "steps 8, 9, 13",
       .printed = "two entries of `ψ_{i1}`",
       .right = "three; the third is zero for the last link only",
       .used = "denoc_rods_steps.hpp, `DenocRods.ForceAlongTheAxisIsZeroForTheLastLinkOnly`"},
      {.place = "Table 1",
       .printed = "Valasek's n+ 15; Brandl's n* 14, n+ 16",
       .right = "16; 15, 18: of the table's own formulas",
       .used = "[mohan_saha_tables.cpp](../src/reproduce/papers/mohan_saha_tables.cpp)"},
      {.place = "steps 10, 15",
       .printed = "cross product 6 M; `μ_i` for nothing",
       .right = "6 M 3 A; 1 A",
       .used = "[cost](algorithms/denoc.md#cost)"},
      {.place = "steps 5, 9",
       .printed = "\"`i = n-1, …, 2`\", counted `n-1` times",
       .right = "step 5 is needed for `n-1` links, step 9 for `n-2` besides the last",
       .used = "[cost](algorithms/denoc.md#cost)"},
      {.place = "prismatic rods (9)–(11)",
       .printed = "rod of variable length `b_i`",
       .right = "the mass would change; rods are revolute here, prismatic links are ordinary "
                "bodies of `denoc`",
       .used = "[rod_chain.hpp](../include/erfd/model/rod_chain.hpp)"},
      {.place = "direction of gravity",
       .printed = "not stated",
       .right = "axis 1 taken vertical",
       .used = "[puma_rods.toml](../robots/puma_rods.toml)"},
  };
}

}  // namespace erfd
