// [KV20] Kvrgić and Vidaković: mRNEA, Algorithm 1, Lola 15: what it claims and what ERFD measures.
#include "reproduce/papers/kvrgic_items.hpp"
#include "reproduce/papers/papers.hpp"

namespace erfd {
namespace {

std::vector<CatalogueItem> kvrgic_claims() {
  return {
      {.id = "kvrgic.mrnea",
       .place = "Sections 2–5",
       .claim = "One modified Newton–Euler pass (mRNEA) gives `H` and the bias explicitly",
       .finding = "It does: [mRNEA](algorithms/mrnea.md) for trees and the paper's [expanded "
                  "form](algorithms/mrnea-expanded.md) with repaired indices equal CRBA and RNEA "
                  "within 3·10⁻¹⁵ (`H`) and 7·10⁻¹⁵ (bias) on random robots, and RNEA on Lola 15 "
                  "within 1.6·10⁻¹⁵: [mrnea_test.cpp](../tests/dynamics/mrnea_test.cpp), "
                  "[mrnea_expanded_test.cpp](../tests/dynamics/mrnea_expanded_test.cpp). The sums "
                  "over pairs of speeds cost the expanded form a digit of the bias on chains of "
                  "up to 50 joints",
       .stated = Standing::corrected,
       .errata = {"L1", "L2", "L3", "L11", "L12", "L13", "L14", "L15"},
       .compute = kvrgic_mrnea},
      {.id = "kvrgic.cost",
       .place = "Section 6",
       .claim = "The method is `O(n)` and among the cheapest: 1356 multiplications, 1038 "
                "additions for six axes (Tables 1, 2)",
       .finding = "It is not: on general chains our recursive form needs `35n²/2 + 417n/2 - 105` "
                  "multiplications for `H`, bias and `τ`, the expanded form of the paper `7n³ + "
                  "34n² + 140n - 60` (poses included): `erfd compare --growth`; the printed Table "
                  "1 itself is not linear (L23). Three rows of Table 2 are those of 12 axes "
                  "(L24). For six general axes with given poses and the solution of `Hq̈ = τ - "
                  "u'`: 1601 M 1387 A recursive, 3341/2564 expanded; on Lola 15 with its zeros "
                  "1263/1048 and 2384/1803; articulated bodies of [MS07] Table 1 need 996/871: "
                  "`erfd compare lola15`",
       .stated = Standing::refuted,
       .remark = "neither",
       .errata = {"L23", "L24"}},
      {.id = "kvrgic.model",
       .place = "Table A1, App. B, D, E",
       .claim = "Model of the robot Lola 15: Table A1, App. B, D, E",
       .finding = "[lola15.toml](../robots/lola15.toml) reproduces the golden inertia matrices, "
                  "gravity torques and tool positions within 10⁻¹³: `GoldenRobot` in "
                  "[shipped_robots_test.cpp](../tests/dynamics/shipped_robots_test.cpp); all "
                  "algorithms on 60 states: golden set `lola15`",
       .stated = Standing::confirmed,
       .remark = "for the reading of the data given in the file",
       .command = "erfd info lola15",
       .compute = kvrgic_kinematics},
      {.id = "kvrgic.data",
       .place = "Table A1, App. D, E",
       .claim = "The data are complete and consistent",
       .finding = "Doubts L4–L10 below stand in the file under `open_questions`; `erfd info "
                  "lola15` prints them; the linter finds L10 by itself (`motor-speed`), and `erfd "
                  "drives lola15` shows the speeds needed (3495, 3932, 3500 rpm): "
                  "`Survey.FindsTheMotorSpeedsThatLola15Needs` in "
                  "[survey_test.cpp](../tests/drives/survey_test.cpp)",
       .stated = Standing::refuted,
       .remark = "they are not",
       .errata = {"L4", "L5", "L6", "L8", "L9", "L10"},
       .compute = kvrgic_data},
      {.id = "kvrgic.algorithm-1",
       .place = "Sections 3, 7",
       .claim = "Algorithm 1 gives joint speeds that saturated motors can reach",
       .finding = "As published it does not: a lift of axis 2 by 1.05 rad in 0.64 s, which "
                  "saturates its motor, ends 17.2 rad off, with step 6 as worded 46.9 rad; "
                  "[corrected](drives.md#algorithm-1-the-motion-that-the-motors-can-do) (L18–L21) "
                  "0.15 and 0.13 rad: `Algorithm1AsPublished.RunsAwayUnderSaturation` in "
                  "[algorithm1_test.cpp](../tests/simulation/algorithm1_test.cpp); golden sets "
                  "`lola15_actuator` and `lola15_algorithm1`, flags equal in all 516 cycles",
       .stated = Standing::corrected,
       .errata = {"L18", "L19", "L20", "L21", "L27", "L28"},
       .compute = kvrgic_algorithm1},
      {.id = "kvrgic.section-8",
       .place = "Section 8",
       .claim = "The motors of Lola 15 cannot follow its program (section 8)",
       .finding =
           "L26: within the stated limits of speed and acceleration, with friction, the "
           "motors need up to 50.4 of 17.8, 36.5 of 38.6 and 21.9 of 17.8 N m with the "
           "load of S, and 50.4, 41.0, 24.0 N m with that of E (L7), found by climbing "
           "from random states, which proves no bound (another climb finds 52.9 N m of motor "
           "1): motors 1 and 3 saturate, motor 2 with the load of E only. "
           "`Lola15Limits.LetMotors1And3SaturateAndMotor2OnlyWithTheLoadOfTheEnglishText` "
           "in [lola15_limits_test.cpp](../tests/drives/lola15_limits_test.cpp). An "
           "earlier check had 35.4, 31.2 and 17.45 N m as the largest of 20 000 random "
           "states (speeds and accelerations uniform within the limits, all postures) and "
           "took axes 2 and 3 for safe. Such maxima depend on the seed (load of E, 12 "
           "seeds: 28.5 to 40.2, 29.4 to 34.7, 17.0 to 19.6 N m), so that the figures lie "
           "among ours and cannot be matched by digits, and they are no bounds: "
           "`Lola15Limits.AreNotFoundByTheMaximaOfRandomStates`. The program of the "
           "listing asks for less than that in most cycles: what it needs of the motors is "
           "the next row",
       .stated = Standing::confirmed,
       .remark = "motors 1 and 3; motor 2 with the load of E alone",
       .compute = kvrgic_limits},
      {.id = "kvrgic.program",
       .place = "Section 8, Fig. 8",
       .claim = "Verification of a program of 13 movements",
       .finding = "It is run: [lola15_reference.irl](../examples/programs/lola15_reference.irl), "
                  "the listing with its slips mended, has the printed length (3073.453 mm), time "
                  "(7.728 s), arcs and corner angles: "
                  "`SeedPrograms.TheDesignedOneHasThePrintedLengthTimeAndArcs`, and every move of "
                  "it gets a verdict, `SeedPrograms.EveryMoveOfTheDesignedOneGetsAVerdict` in "
                  "[seed_programs_test.cpp](../tests/verification/seed_programs_test.cpp); `erfd "
                  "verify lola15 lola15_reference` prints them, with [causes and "
                  "figures](commands.md#verify). As printed the listing cannot be read: its "
                  "comment never closes, "
                  "`SeedPrograms.ThePrintedOneIsRefusedWhereItsCommentOpens`; the paper prints no "
                  "figures of its verification to compare with",
       .stated = Standing::confirmed,
       .remark = "the motors cannot follow it as it stands",
       .command = "erfd verify lola15 lola15_reference",
       .compute = kvrgic_program},
      {.id = "kvrgic.sdt",
       .place = "Fig. A3, E2",
       .claim = "Spatial disorientation trainer, worked example: mRNEA and RNEA give the same "
                "torques, and (34) the "
                "accelerations back",
       .finding = "The text gives no lengths, masses or motion. On "
                  "[sdt4.toml](../robots/sdt4.toml), which has its "
                  "axes and our dimensions, both hold; so does the form written out, whose sums "
                  "are those of L17",
       .stated = Standing::not_reproducible,
       .remark = "no data; on a machine of ours it holds",
       .errata = {"L17"},
       .command = "erfd compare sdt4",
       .compute = kvrgic_trainer},
  };
}

std::vector<CatalogueItem> kvrgic_tables() {
  return {
      {.id = "kvrgic.table-1",
       .place = "Table 1",
       .claim = "Operations of the direct dynamics by mRNEA for 3 to 6 joints, called O(n)",
       .finding =
           "The printed counts lie on no line: their second differences are 127, 132 (M) and "
           "98, 90 (A). Ours are exact polynomials: H and bias of the recursive form are "
           "quadratic, with the solution of (34) cubic, the form "
           "written out is cubic; articulated bodies are linear",
       .stated = Standing::refuted,
       .errata = {"L23"},
       .command = "erfd compare --growth --task fd --kinematics given",
       .compute = kvrgic_table_1},
      {.id = "kvrgic.table-2",
       .place = "Table 2",
       .claim = "Seven methods for six joints; mRNEA needs the fewest operations",
       .finding =
           "Three rows are those of 12 joints in [MS07] Table 1. With the figures of 6 joints "
           "all three need less than mRNEA. The rows of Walker and Orin cannot be checked: "
           "the source of the figures is not at hand",
       .stated = Standing::refuted,
       .errata = {"L24"},
       .command = "erfd compare lola15 --task fd --kinematics given",
       .compute = kvrgic_table_2},
      {.id = "kvrgic.table-c1",
       .place = "Table C1",
       .claim =
           "The operations of the equations of Lola 15 written out, term by term: 1735 M 1275 A, "
           "without their inputs 1480 M 1152 A",
       .finding =
           "The rows add up to 1736 M 1281 A, the total less the inputs (247, 114) to 1488 M "
           "1161 A; in four rows the items do not add up to the total of the row",
       .stated = Standing::corrected,
       .errata = {"L25"},
       .command = "erfd compare lola15 --task fd --kinematics given",
       .compute = kvrgic_table_c1},
  };
}

std::vector<CatalogueItem> kvrgic_figures() {
  return {
      {.id = "kvrgic.fig-4",
       .place = "Fig. 4, A4",
       .claim = "Path and speed of the end effector in a program of 13 moves, ten of them without "
                "a stop",
       .finding =
           "The listing of Fig. 8 with its slips mended has the printed number of moves, length "
           "and time; the path lies in one plane. The curves themselves are images",
       .command = "erfd verify lola15 lola15_reference --report fig4.html",
       .compute = kvrgic_path},
      {.id = "kvrgic.fig-5",
       .place = "Fig. 5, A5",
       .claim = "The joint torques by RNEA and by mRNEA are identical in every cycle",
       .finding = "They are, with both signs of the external force (L7): to the last digits, also "
                  "with the "
                  "form written out; (34) gives the accelerations back",
       .errata = {"L1", "L2", "L3", "L7", "L12", "L13", "L14"},
       .command = "erfd verify lola15 lola15_reference --wrench 0,0,0,-100,-100,150 --csv fig5",
       .compute = kvrgic_torques},
      {.id = "kvrgic.fig-6",
       .place = "Fig. 6, A6",
       .claim = "Motor torques and joint accelerations with and without Algorithm 1: in certain "
                "cycles the "
                "motors cannot give what is asked",
       .finding =
           "So it is, where the turning speed jumps at the joints of the path; with Algorithm 1 no "
           "motor gives more than it has",
       .errata = {"L3", "L7", "L18", "L19", "L27", "L28"},
       .command =
           "erfd verify lola15 lola15_reference --wrench 0,0,0,-100,-100,150 --report fig6.html",
       .compute = kvrgic_motors},
      {.id = "kvrgic.fig-7",
       .place = "Fig. 7, A7",
       .claim = "Joint speeds and positions with and without Algorithm 1: it calculates achievable "
                "speeds "
                "alone, and the joints fall behind",
       .finding =
           "With Algorithm 1 no joint exceeds its speed, and the joints fall behind by the angles "
           "below",
       .errata = {"L10", "L27", "L28"},
       .command =
           "erfd verify lola15 lola15_reference --wrench 0,0,0,-100,-100,150 --report fig7.html",
       .compute = kvrgic_speeds},
      {.id = "kvrgic.experiment",
       .place = "Section 8",
       .claim = "The experiment as stated, with the external force (100, 100, ∓150) N: the motors "
                "cannot follow "
                "the program, so that the end effector leaves its path slightly",
       .finding =
           "They cannot, with either sign of the vertical force (L7). How far the tool leaves its "
           "path "
           "depends on what Algorithm 1 does with the motors at their limit, and whether it ever "
           "catches up",
       .errata = {"L3", "L7", "L18", "L19", "L20", "L21", "L27"},
       .command = "erfd verify lola15 lola15_reference --wrench 0,0,0,-100,-100,-150",
       .compute = kvrgic_experiment},
      {.id = "kvrgic.fig-10",
       .place = "Fig. 10",
       .claim =
           "Verification of a path of the centrifuge: trajectories, torques, forces in the joints",
       .finding = "The figure is an image and no figure of the machine is printed. On "
                  "[centrifuge3.toml](../robots/centrifuge3.toml), estimated, the same curves: the "
                  "arm takes up "
                  "4.9 g in 3 s while the gondola leans into the resultant. The force in the "
                  "bearing of the arm is "
                  "that which the momentum of the moved masses needs",
       .stated = Standing::not_reproducible,
       .remark = "no data; on a machine of ours",
       .command = "erfd info centrifuge3",
       .compute = kvrgic_centrifuge},
      {.id = "kvrgic.appendix-b",
       .place = "Appendix B",
       .claim = "The vectors b_ik, b_ikj, d_ik, d_ikj of Lola 15 written out",
       .finding = "17 of the printed vectors are wrong in S, 19 in E (L16). The corrected ones are "
                  "what they "
                  "stand for in random postures with random inertias, and the torques from them "
                  "are those of "
                  "RNEA on Lola 15",
       .stated = Standing::corrected,
       .errata = {"L4", "L5", "L16"},
       .command = "erfd reproduce kvrgic.appendix-b",
       .compute = kvrgic_appendix_b},
  };
}

}  // namespace

Paper kvrgic_paper() {
  std::vector<CatalogueItem> items = kvrgic_claims();
  for (const auto& more : {kvrgic_tables(), kvrgic_figures()})
    items.insert(items.end(), more.begin(), more.end());
  return {.word = "kvrgic",
          .tag = "KV20",
          .title = "Kvrgić and Vidaković: mRNEA, Algorithm 1, Lola 15",
          .section = "1.1",
          .items = std::move(items),
          .errata_head =
              "E is the English paper, S the Serbian technical solution. Row L26 stands "
              "above (`kvrgic.section-8`).",
          .errata = kvrgic_errata()};
}

}  // namespace erfd
