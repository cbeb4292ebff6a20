// Slips of [KV20], as far as the code, the robot files or the tests meet them.
#include "reproduce/papers/papers.hpp"

namespace erfd {

std::vector<Erratum> kvrgic_errata() {
  return {
      {.row = "L1",
       .place = "(6), (8), (13), (14)",
       .printed = "`v_z - g`",
       .right = "`+g` for `g = 9.81` with z up",
       .used = "sign of gravity in [rnea.cpp](../src/dynamics/rnea.cpp), "
               "[mrnea.cpp](../src/dynamics/papers/mrnea.cpp), "
               "[mrnea_expanded.cpp](../src/dynamics/papers/mrnea_expanded.cpp)"},
      {.row = "L2",
       .place = "(14), (22), (59)",
       .printed = "the external force enters three times",
       .right = "once, at its point",
       .used = "[rnea.cpp](../src/dynamics/rnea.cpp), mrnea.cpp, mrnea_expanded.cpp"},
      {.row = "L3",
       .place = "(1), (10), (11)",
       .printed = "`+Jᵀk_e` for a force *on* the tool",
       .right = "+ is right for the force of the robot on the environment; ours is `-Jᵀw`",
       .used = "[notation](notation.md#the-equation-of-motion), mrnea.cpp, mrnea_expanded.cpp"},
      {.row = "L4",
       .place = "Table A1, (A.1), (A.2), (B.1)",
       .printed = "joints 4 and 6 turn in two senses",
       .right = "Table A1 is followed; for (A.1) change the sign of `q_4`, `q_6`",
       .used = "[lola15.toml](../robots/lola15.toml)"},
      {.row = "L5",
       .place = "Ixx of link 2",
       .printed = "S 1.157, E 1 kg m²",
       .right = "1.157 (E rounds); effect 0.1 % of `u_1`",
       .used = "lola15.toml"},
      {.row = "L6",
       .place = "\"about the centre of mass\", links 2, 3, 4",
       .printed = "Ixx = 45 kg m² of link 3 (81 kg)",
       .right = "looks like moments about the frame origin: the radius of gyration would be "
                "0.744 m. Written as the paper says; `inertia_about = \"origin\"` gives the "
                "other reading (`h_{22}(0)` 115 instead of 177 kg m²)",
       .used = "lola15.toml"},
      {.row = "L7",
       .place = "vertical external force",
       .printed = "S −150 N, E +150 N",
       .right = "open; no part of the file",
       .used = "lola15.toml, `open_questions`"},
      {.row = "L8",
       .place = "rotor inertias",
       .printed = "`I_{a3}` twice",
       .right = "the second, 0.0008 kg m², is `I_{a4}`",
       .used = "lola15.toml"},
      {.row = "L9",
       .place = "gear factors",
       .printed = "E: \"k54 = kka5 k64 = −1\"",
       .right = "S: `k_{54} = 24/14`, `k_{64} = -1`",
       .used = "lola15.toml, `[transmission]`"},
      {.row = "L10",
       .place = "top speeds of axes 1–3",
       .printed = "3.05, 3.46, 3.08 rad/s with 3150, 2800, 3150 rpm",
       .right = "contradiction: 3495, 3932, 3500 rpm would be needed. Both kept, finding "
                "`motor-speed` accepted with the reason",
       .used = "lola15.toml"},
      {.row = "L11",
       .place = "after (19), S",
       .printed = "`p^*_i = p_{i+1} - p_i`",
       .right = "`p^*_i = p_i - p_{i-1}`, as E and (B.1) have it",
       .used = "mrnea_expanded.cpp"},
      {.row = "L12",
       .place = "(25), (26), (28)",
       .printed = "`e_{jki}`; `e_{jkk}`, `E_{in}`; `n_{(i+1)c}`",
       .right = "`e_{jk}`; `E_{nn}`; `n'_{(i+1)c}`",
       .used = "mrnea_expanded.cpp"},
      {.row = "L13",
       .place = "(30)",
       .printed = "all sums from `i`; last column `n_{(n-1)(n-1)a2}`",
       .right = "column `c`: from `max(i, c-1)`; last column `p^*_{n-1} × E_{nn}`",
       .used = "mrnea_expanded.cpp"},
      {.row = "L14",
       .place = "(31)",
       .printed = "written for `i = 1`",
       .right = "column `c ≥ i+2`: `(Σ_{m=i}^{c-2} p^*_m) × E_{cc}`",
       .used = "mrnea_expanded.cpp"},
      {.row = "L15",
       .place = "(33)",
       .printed = "`z_{i-1}` from `T_i`; moments only",
       .right = "third column of `T_{i-1}`; a prismatic joint feels the force",
       .used = "[jacobian.cpp](../src/dynamics/jacobian.cpp), "
               "[rnea.cpp](../src/dynamics/rnea.cpp), mrnea.cpp, mrnea_expanded.cpp"},
      {.row = "L16",
       .place = "Appendix B",
       .printed = "vectors `b_ik`, `b_ikj`, `d_ik`, `d_ikj` written out",
       .right = "17 of them are wrong in S, 19 in E; all with the right ones: `erfd reproduce "
                "kvrgic.appendix-b`",
       .used = "[kvrgic_appendix_b.cpp](../src/reproduce/papers/kvrgic_appendix_b.cpp)"},
      {.row = "L17",
       .place = "(87), SDT",
       .printed = "`E21 = e31 + e21`, `E22 = e32 + e22`",
       .right = "`E21 = E31 + e21`, `E22 = E32 + e22`: `e41`, `e42` are forgotten",
       .used = "[mrnea_expanded.cpp](../src/dynamics/papers/mrnea_expanded.cpp), which has the "
               "sums of any chain"},
      {.row = "L18",
       .place = "(D.3)",
       .printed = "torques reflected by `u_i/k_i`",
       .right = "`K⁻ᵀu`. As printed the power is off by 0.41 % rms on Lola 15: "
                "`ActuatorModelAsPublished.DoesNotBalanceThePower`",
       .used = "[drives.cpp](../src/drives/drives.cpp), "
               "[actuator_model.cpp](../src/drives/actuator_model.cpp)"},
      {.row = "L19",
       .place = "(D.3)",
       .printed = "Coulomb friction `μ sign(q̇) u`",
       .right = "`μ sign(q̇) | u|`; as printed it drives in half of all states. Motors 1–3 of "
                "Lola 15 differ by 25, 29, 27 % rms: "
                "`ActuatorModelAsPublished.MissesTheFrictionOfMotorsThatAreDriven`",
       .used = "drives.cpp, actuator_model.cpp"},
      {.row = "L20",
       .place = "(D.3) in step 6 of Algorithm 1",
       .printed = "friction stays at the torque asked for",
       .right = "it follows the torque achieved: `c_i = 1 + μ_i sign(q̇_i) sign(u_i)` on `H` and "
                "`u'`. As printed 17.2 rad off, corrected 0.15 rad",
       .used = "actuator_model.cpp, "
               "[algorithm1_limited.hpp](../src/simulation/algorithm1/limited.hpp)"},
      {.row = "L21",
       .place = "step 6 of Algorithm 1",
       .printed = "limited joints take the solution of (92), the others keep theirs",
       .right = "all take it, or the mixed problem is solved. As printed 47 to 58 rad off for "
                "lifts in 0.64 to 0.74 s, mixed 0.13 to 0.02 rad",
       .used = "algorithm1_limited.hpp, `Shortfall`"},
      {.row = "L27",
       .place = "steps 5, 6 of Algorithm 1",
       .printed = "a motor is limited if the torque demanded of it exceeds its limit; the set is "
                  "taken once",
       .right = "the set fits the result: [one problem with one solution](consistent-motion.md), "
                "golden set `algorithm1_consistent` 3·10⁻¹²",
       .used = "[servos.cpp](../src/simulation/algorithm1/servos.cpp), "
               "[consistent.hpp](../src/simulation/algorithm1/consistent.hpp)"},
      {.row = "L28",
       .place = "friction in Algorithm 1",
       .printed = "a known torque of `sign(q̇)`",
       .right = "at rest it takes any value up to its limit: a motor of 7.1 N m behind 12 N m of "
                "friction stands still (before: 10¹⁹⁴ rad)",
       .used = "the same"},
      {.row = "L22",
       .place = "(D.3) misprints",
       .printed = "`u_3` twice in `u'_{a3}`, `h_{a11}` for `i = 1, 2, 4`, `a_{54}`, `h'_{a6j}`",
       .right = "once, `h_{aii}`, `h_{54}`, `h_{a6j}`",
       .used = "actuator_model.cpp"},
      {.row = "L23",
       .place = "`O(n)`, Table 1",
       .printed = "241, 484, 854, 1356 M for `n = 3 … 6`",
       .right = "second differences 127 and 132 (of A: 98 and 90), those of a linear count are "
                "0: `Published.TableOfMrneaIsNotLinear` in "
                "[published_test.cpp](../tests/study/published_test.cpp)",
       .used = "`erfd compare --growth`"},
      {.row = "L24",
       .place = "Table 2, \"6 DoF\"",
       .printed = "Featherstone 2190/1915, Saha 2008/1919, Mohan–Saha 1948/1667",
       .right = "the figures of 12 joints in [MS07] Table 1; for 6 joints 996/871, 862/797, "
                "910/767, all below the 1356/1038 of mRNEA: "
                "`Published.RowsOfTable2BelongToTwelveJoints`",
       .used = "[published.cpp](../src/study/published.cpp)"},
      {.row = "L25",
       .place = "Table C1",
       .printed = "total 1735/1275, text 1480/1152",
       .right = "the rows add up to 1736/1281; less the inputs (247/114) the total gives "
                "1488/1161",
       .used = "[published.cpp](../src/study/published.cpp)"},
  };
}

}  // namespace erfd
