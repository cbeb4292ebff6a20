// [K10] Khalil: trees, loops, elastic joints, moving base: what it claims and what ERFD measures.
#include "reproduce/papers/khalil_items.hpp"
#include "reproduce/papers/papers.hpp"

namespace erfd {
namespace {

std::vector<CatalogueItem> khalil_claims() {
  return {
      {.id = "khalil.mdh",
       .place = "Section 2",
       .claim = "Modified DH with tree parameters describes any tree",
       .finding = "`mdh` rows of [tree12.toml](../robots/tree12.toml) (8 revolute, 4 prismatic "
                  "joints) reproduce the golden set `tree12`",
       .stated = Standing::confirmed},
      {.id = "khalil.inverse-model",
       .place = "Section 3.2",
       .claim = "Recursive inverse model of trees, section 3.2",
       .finding = "[RNEA](algorithms/rnea.md): equals Lagrange by energies within 10⁻¹³, "
                  "`Rnea.EqualsLagrangeByDifferencesOfTheEnergies` in "
                  "[laws_test.cpp](../tests/dynamics/laws_test.cpp); goldens",
       .stated = Standing::corrected},
      {.id = "khalil.direct-model",
       .place = "Section 3.3.2",
       .claim = "Recursive direct model, section 3.3.2",
       .finding = "[ABA](algorithms/aba.md): undoes RNEA, `Aba.UndoesRnea`; goldens `tree12` with "
                  "wrenches, armature and friction",
       .stated = Standing::corrected,
       .compute = khalil_direct_model},
      {.id = "khalil.rotors-and-friction",
       .place = "Section 3",
       .claim = "Rotor inertias and friction of the drives belong into the direct model",
       .finding =
           "`erfd fd --drives`: rotors, couplings and friction of every kind, at rest and in "
           "motion; undoes the inverse dynamics of drives, "
           "`MomentOf.UndoesTheInverseDynamicsOfDrives` in "
           "[simulate_algorithms_test.cpp](../tests/simulation/simulate_algorithms_test.cpp)",
       .stated = Standing::confirmed,
       .command = "erfd fd lola15 --drives",
       .compute = khalil_rotors_and_friction},
      {.id = "khalil.loops",
       .place = "Section 4",
       .claim = "Closed loops (section 4, (55)–(58))",
       .finding = "With the transpose in (57): [loops](algorithms/loops.md) equal the golden set "
                  "`fourbar` within 1.3·10⁻¹³, and on random mechanisms projection, multipliers "
                  "and minimal coordinates agree within their condition: "
                  "[loops_test.cpp](../tests/dynamics/loops_test.cpp)",
       .stated = Standing::corrected,
       .compute = khalil_loops},
      {.id = "khalil.parallel",
       .place = "Section 5",
       .claim = "Parallel robots (section 5, (59)–(66))",
       .finding = "As printed: [parallel robots](algorithms/parallel.md) equal the golden set "
                  "`gough_stewart` within 4·10⁻¹⁴; the same route serves a Delta robot with three "
                  "freedoms: [parallel_test.cpp](../tests/dynamics/parallel_test.cpp)",
       .stated = Standing::confirmed,
       .compute = khalil_parallel},
      {.id = "khalil.moving-base",
       .place = "Sections 7.2, 7.3",
       .claim = "Moving base, sections 7.2 and 7.3",
       .finding = "[free base](algorithms/free-base.md): equals a chain of six joints within "
                  "10⁻¹¹, `FreeBase.EqualsAChainOfSixJoints` in "
                  "[free_base_test.cpp](../tests/dynamics/free_base_test.cpp); golden set "
                  "`moving_base`; inverse model: [moving base](algorithms/moving-base.md), dense "
                  "solutions within 10⁻⁹",
       .stated = Standing::corrected,
       .errata = {"(97), (109)"},
       .compute = khalil_moving_base},
      {.id = "khalil.elastic",
       .place = "Section 6",
       .claim = "Elastic joints, section 6",
       .finding = "[springs in joints](algorithms/elastic-joints.md): golden set `elastic`, dense "
                  "solutions of 200 random trees within 10⁻⁹",
       .stated = Standing::corrected},
      {.id = "khalil.elastic-round",
       .place = "Section 6",
       .claim = "Inverse and direct models with elastic joints belong together",
       .finding =
           "with the corrections of the slips below they undo each other, and both satisfy the "
           "equation of motion with springs",
       .stated = Standing::confirmed,
       .compute = khalil_elastic},
  };
}

}  // namespace

Paper khalil_paper() {
  return {.word = "khalil",
          .tag = "K10",
          .title = "Khalil: trees, loops, elastic joints, moving base",
          .section = "1.4",
          .items = khalil_claims(),
          .errata = khalil_errata()};
}

}  // namespace erfd
