// [Fe15] Fedorov: IRB 140 by Newton–Euler and by product of exponentials: what it claims and what ERFD measures.
#include "reproduce/papers/fedorov_items.hpp"
#include "reproduce/papers/papers.hpp"

namespace erfd {
namespace {

std::vector<CatalogueItem> fedorov_claims() {
  return {
      {.id = "fedorov.holding-torques",
       .place = "(5.18)",
       .claim = "Holding torques `u_{des}` (5.18)",
       .finding = "printed as `(0, -16.191, -2.409, 0, -0.029, 0) g` N m with `g = 9.81`; "
                  "**reproduced** within 10⁻¹² N m: `FedorovControl.HoldingTorquesAreThoseOf518` "
                  "in [fedorov_control_test.cpp](../tests/simulation/fedorov_control_test.cpp). "
                  "They hold in the joint convention of the screws only",
       .stated = Standing::confirmed,
       .command = "erfd id irb140_screws --q 0,1.5707963267948966,-1.5707963267948966,0,0,0",
       .compute = fedorov_holding_torques},
      {.id = "fedorov.screws-and-dh",
       .place = "Sections 3, 4",
       .claim = "Screws and DH describe the same robot",
       .finding = "After the corrections of errata 1.2, yes: same torques within 10⁻¹² under `q_1 "
                  "= θ_1, q_2 = π/2 - θ_2, q_3 = -θ_3, q_4 = θ_4, q_5 = π + θ_5, q_6 = θ_6`: "
                  "`Irb140.ByScrewsEqualsIrb140ByDh`. With the printed twists they do not",
       .stated = Standing::confirmed,
       .compute = fedorov_screws_and_dh},
      {.id = "fedorov.same-numbers",
       .place = "(5.16), (5.18)",
       .claim = "The same joint numbers may be used in both models ((5.16), (5.18))",
       .finding = "They may not: the zeros differ, see the map above",
       .stated = Standing::refuted,
       .errata = {"(5.16), (5.18)"},
       .command = "erfd id irb140 --q 0,1.5707963267948966,-1.5707963267948966,0,0,0",
       .compute = fedorov_same_numbers},
      {.id = "fedorov.twists",
       .place = "Section 2.9.4",
       .claim = "Section 2.9.4: `M` and `C` from twists and exponentials",
       .finding = "[Product of exponentials](algorithms/poe.md): after the corrections equal to "
                  "Newton–Euler by DH and by screws within 10⁻¹³, "
                  "`Fedorov.CorrectedExponentialsEqualNewtonEulerByDhAndByScrews` in "
                  "[fedorov_test.cpp](../tests/dynamics/fedorov_test.cpp). The formulas as "
                  "printed miss `M` by 9 % to a factor of 260, one slip at a time, and by a "
                  "factor of 270 all together: "
                  "`FedorovAsPrinted.MissesTheInertiaMatrixByTheRecordedError`",
       .stated = Standing::corrected},
      {.id = "fedorov.open-loops",
       .place = "Figs. 6.1–6.4",
       .claim = "Open loop with `u_{des}`: stays put from the desired posture, leaves otherwise",
       .finding = "after 1 s loop 1 is off by 3·10⁻¹⁴ rad, loop 2 by 5.9 rad: "
                  "`FedorovControl.OpenLoop1StaysPutAndOpenLoop2LeavesWithinASecond` in "
                  "[fedorov_control_test.cpp](../tests/simulation/fedorov_control_test.cpp), "
                  "joints by screws. (6.3), (6.9) print `τ = 0` where the text has `u_{des}`",
       .stated = Standing::confirmed,
       .compute = fedorov_open_loops},
      {.id = "fedorov.closed-loops",
       .place = "Figs. 6.5–6.8",
       .claim = "PD control with gravity compensation settles in about 3 s",
       .finding = "with the sign of (5.29) turned, [yes](controllers.md#fedorovs-loops): to 2 % "
                  "in 2.14, 2.20, 1.93 s (DH) and 2.78, 1.94, 2.94 s (screws): "
                  "`FedorovClosedLoop.SettlesInTheTimeOfTheErrata`. With the printed sign the "
                  "robot leaves",
       .stated = Standing::corrected,
       .errata = {"(5.19), (5.29)"},
       .command = "erfd simulate irb140_closed_loop_1.toml",
       .compute = fedorov_closed_loops},
      {.id = "fedorov.table-6.1",
       .place = "Table 6.1",
       .claim =
           "Simulation takes far longer by the product of exponentials: 18 hours for 2.3 s of a "
           "closed loop, against 28 to 32 minutes for 5 s by Newton–Euler",
       .finding = "an acceleration takes 2.9 times the operations of Newton–Euler, column by "
                  "column, and not 84 "
                  "times the time; what it takes, `erfd reproduce` measures at the call: both run "
                  "faster than "
                  "real time. Table and text disagree by a factor of 60 about Fig. 6.2",
       .stated = Standing::refuted,
       .remark = "longer, yes; by 3 and not by 84",
       .compute = fedorov_table_6_1},
      {.id = "fedorov.table-6.2",
       .place = "Table 6.2",
       .claim = "Newton–Euler is cheaper than product of exponentials: 16 080 operations against "
                "39 001 (Table 6.2)",
       .finding = "on [irb140.toml](../robots/irb140.toml) `rnea` needs 392 multiplications and "
                  "additions, `poe` 3075 (every executed one counted: 1770 and 7450): `erfd "
                  "compare irb140 --task id`. The printed figures are those of the equations "
                  "written out in full",
       .stated = Standing::refuted,
       .remark = "cheaper, yes; by 8 and not by 2.4, and both can be had for less",
       .command = "erfd compare irb140 --task id",
       .compute = fedorov_table_6_2},
      {.id = "fedorov.robust",
       .place = "Sections 5.4, 6.1.2",
       .claim = "With objects of unknown mass in the hand, robust controllers are superior",
       .finding =
           "of two laws that do not know 6 kg in the hand, the "
           "[robust one](controllers.md#robust) follows a move of 1 s more closely than PD with "
           "gravity and the gains of the thesis; its bound is proven, `robust_control_test.cpp`",
       .stated = Standing::confirmed,
       .compute = fedorov_robust},
      {.id = "fedorov.data-sheet",
       .place = "Attachment A1",
       .claim =
           "Data sheet: a cycle of 25 × 300 × 25 mm takes 0.77 s (IRB 140T) or 0.85 s (IRB 140)",
       .finding =
           "0.77 s follows from the largest speed and acceleration of the tool in the same data "
           "sheet with a stop at each corner; no drives are published that could be asked",
       .stated = Standing::confirmed,
       .compute = fedorov_data_sheet},
  };
}

}  // namespace

Paper fedorov_paper() {
  return {.word = "fedorov",
          .tag = "Fe15",
          .title = "Fedorov: IRB 140 by Newton–Euler and by product of exponentials",
          .section = "1.2",
          .items = fedorov_claims(),
          .errata_head =
              "The effect is the relative error of `M` in the Frobenius norm that this slip alone "
              "makes: median of 201 postures with all angles in ±π, "
              "[fedorov_test.cpp](../tests/dynamics/fedorov_test.cpp).",
          .errata = fedorov_errata()};
}

}  // namespace erfd
