// [MS07] Mohan and Saha: DeNOC, slender rods, stability: what it claims and what ERFD measures.
#include "reproduce/papers/mohan_saha_items.hpp"
#include "reproduce/papers/papers.hpp"

namespace erfd {
namespace {

std::vector<CatalogueItem> mohan_saha_claims() {
  return {
      {.id = "mohan-saha.rods",
       .place = "Step 3",
       .claim = "Links as bent slender rods (integrals of step 3)",
       .finding = "shape `bent_rod` with the exact integrals; "
                  "[puma_rods.toml](../robots/puma_rods.toml) built from Table 2 by this shape "
                  "has the golden inertia matrices and gravity torques within 10⁻¹³: "
                  "`GoldenRobot` in "
                  "[shipped_robots_test.cpp](../tests/dynamics/shipped_robots_test.cpp). One "
                  "printed constant is wrong: `C_5 = ρ a² b/2`, not `ρ a² b`",
       .stated = Standing::confirmed},
      {.id = "mohan-saha.acceleration",
       .place = "(27)–(37)",
       .claim = "`UDUᵀ` recursion gives the accelerations",
       .finding = "after the corrections of errata 1.3, yes: [DeNOC](algorithms/denoc.md) equals "
                  "`aba` within 10⁻²⁶ in quad precision on random trees, "
                  "`Denoc.EqualsArticulatedBodiesAndTheDenseSolutionInQuadPrecision`, and `UDUᵀ = "
                  "H` within 10⁻¹⁴, `Denoc.FactorsMultiplyToTheInertiaMatrix` in "
                  "[denoc_test.cpp](../tests/dynamics/denoc_test.cpp). As printed, no: "
                  "`DenocAsPrinted.*`",
       .stated = Standing::corrected},
      {.id = "mohan-saha.cost",
       .place = "Table 1",
       .claim = "Cost `173n - 128` multiplications, `150n - 133` additions",
       .finding = "the printed steps add up to it, but leave out a term of step 5 and entries of "
                  "`ψ`; the bias is extra. Complete steps can be done in `163n - 160` and `151n - "
                  "156` (`n = 6`: 818 and 750 against 910 and 767): "
                  "[table](algorithms/denoc.md#cost), `DenocRods.StepsCostWhatThePageSays` in "
                  "[denoc_rods_test.cpp](../tests/dynamics/denoc_rods_test.cpp)",
       .stated = Standing::refuted,
       .remark = "count incomplete, bound reached otherwise"},
      {.id = "mohan-saha.table-1",
       .place = "Table 1",
       .claim =
           "From 10 to 14 links on the recursions need fewer multiplications than the method of "
           "Walker and Orin, from 12 to 16 on fewer additions, too",
       .finding = "of the printed formulas n* and n+ are as printed for three of the five methods; "
                  "Valasek's n+ "
                  "is 16 and not 15, Brandl's n* 15 and not 14, his n+ 18 and not 16",
       .stated = Standing::corrected,
       .compute = mohan_saha_table_1},
      {.id = "mohan-saha.table-2",
       .place = "Table 2",
       .claim = "Lengths, masses and hub inertias of the PUMA as slender rods",
       .finding =
           "found again in the masses of [puma_rods.toml](../robots/puma_rods.toml): the registry "
           "offers `denoc_rods` for robots that are made of such rods, "
           "`DenocRods.AreFoundAgainInTheBodiesTheyAreMadeOf` in "
           "[denoc_rods_test.cpp](../tests/dynamics/denoc_rods_test.cpp)",
       .stated = Standing::confirmed,
       .compute = mohan_saha_table_2},
      {.id = "mohan-saha.fig-4",
       .place = "Fig. 4",
       .claim = "Torques of the six joints along the cycloid (38)",
       .finding =
           "Newton–Euler and Lagrange give the same within 10⁻¹² of the largest; the paper shows "
           "curves without numbers",
       .stated = Standing::confirmed,
       .compute = mohan_saha_fig_4},
      {.id = "mohan-saha.stability",
       .place = "Section 5",
       .claim = "The recursion is numerically more stable than Cholesky on the forced PUMA run",
       .finding = "single accelerations along the motion (38): worst error 8.0·10⁻¹³ by the "
                  "recursion, 7.9·10⁻¹³ by Cholesky, "
                  "`Denoc.IsAsAccurateAsCholeskyOnTheForcedPuma` in "
                  "[denoc_printed_test.cpp](../tests/dynamics/denoc_printed_test.cpp): no "
                  "advantage. In the [simulated run](simulation.md#the-forced-run-of-the-puma) "
                  "recursion, Cholesky, articulated bodies and engine leave the path at the same "
                  "0.01 s: `MohanSaha.ForcedPumaLeavesItsPathWhenTheErrataSay` in "
                  "[mohan_saha_test.cpp](../tests/simulation/mohan_saha_test.cpp)",
       .stated = Standing::refuted,
       .remark = "no advantage"},
      {.id = "mohan-saha.forced-run",
       .place = "Figs. 5–7, Table 3",
       .claim = "Forced run of 10 s: joints 1, 2, 4 follow, joints 3, 5, 6 leave after 5.5 s "
                "(Table 3: 5.4 s)",
       .finding = "joints 3, 5, 6 leave first, at 5.90, 5.92, 5.91 s with errors of 10⁻⁸ (5.19 to "
                  "6.27 s for other errors allowed, "
                  "`MohanSaha.TimeOfLeavingFollowsTheErrorAllowed`): the error of the "
                  "integration, multiplied by the motion. Joint 2 leaves as well",
       .stated = Standing::corrected,
       .remark = "order confirmed, times are the integrator's",
       .command = "erfd simulate puma_rods_forced.toml --duration 6.4",
       .compute = mohan_saha_forced_run},
      {.id = "mohan-saha.fig-8",
       .place = "Fig. 8",
       .claim = "Fig. 8: the powers of path and run differ by numerical errors of the forward "
                "dynamics",
       .finding = "they differ by 1 % from 5.91 s on because the run has left the path; its own "
                  "energy balances within 2.5·10⁻¹¹: "
                  "`MohanSaha.PowerOfTheRunBalancesItsEnergyAfterItHasLeftThePath`",
       .stated = Standing::refuted,
       .remark = "another cause. The curves themselves are images",
       .compute = mohan_saha_fig_8},
      {.id = "mohan-saha.fig-9",
       .place = "Fig. 9",
       .claim = "The recursion takes less time, because its accelerations are smoother and the "
                "integrator needs fewer steps",
       .finding =
           "recursion and Cholesky need the same steps for every error allowed, and leave the "
           "path at the same time; what a step costs, `erfd reproduce` measures at the call",
       .stated = Standing::refuted,
       .compute = mohan_saha_fig_9},
  };
}

}  // namespace

Paper mohan_saha_paper() {
  return {.word = "mohan-saha",
          .tag = "MS07",
          .title = "Mohan and Saha: DeNOC, slender rods, stability",
          .section = "1.3",
          .items = mohan_saha_claims(),
          .errata = mohan_saha_errata()};
}

}  // namespace erfd
