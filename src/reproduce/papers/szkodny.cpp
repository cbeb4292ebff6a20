// [S] Szkodny: Lagrange with actuators in and beyond the joint axes: what it claims and what ERFD measures.
#include "reproduce/papers/papers.hpp"
#include "reproduce/papers/szkodny_items.hpp"

namespace erfd {
namespace {

std::vector<CatalogueItem> szkodny_claims() {
  return {
      {.id = "szkodny.lagrange",
       .place = "(7)–(10)",
       .claim = "Lagrange equations (7)–(10) give the forces of the links",
       .finding = "[Lagrange](algorithms/lagrange.md): `H` and bias equal Newton–Euler within "
                  "10⁻¹⁴ and 10⁻¹³ on random trees, every `D_{ijk}` is the Christoffel symbol "
                  "within 10⁻¹³: `Lagrange.HasTheInertiaMatrixAndTheBiasOfNewtonEuler`, "
                  "`Lagrange.DijkAreTheChristoffelSymbolsOfTheInertiaMatrix` in "
                  "[lagrange_test.cpp](../tests/dynamics/lagrange_test.cpp)",
       .stated = Standing::confirmed,
       .command = "erfd compare tree12",
       .compute = szkodny_lagrange},
      {.id = "szkodny.actuators",
       .place = "(7)–(14)",
       .claim = "Equations with actuators (7)–(14) give driving forces for drives in and beside "
                "the joint axes",
       .finding = "(13) is `K⁻ᵀ` and right: `Drives.MotorsAndJointsHaveTheSamePower` in "
                  "[drives_test.cpp](../tests/drives/drives_test.cpp). (8)–(10) keep the spin of "
                  "the rotors and drop their weight and the coupling with their carriers: 2.4, "
                  "7.8, 1.4 % of the torques of a three-axis arm with motors in the axes (ratio "
                  "150), 1.8, 0, 0 % with motors on the column: "
                  "`Szkodny.LeavesOutWeightAndCouplingOfTheRotors` in "
                  "[rotors_test.cpp](../tests/drives/rotors_test.cpp); golden set `rotors3`. "
                  "[Exact rotors](drives.md#rotors) equal Lagrange from energies within 10⁻⁹ "
                  "(differences): `Rotors.TorquesAreLagranges`; `rotor_difference()` gives the "
                  "difference for any robot: "
                  "`RotorDifference.IsWhatSzkodnyLeavesOutOfTheGoldenMechanisms`. Ratios `∂ q_a/∂ "
                  "q` that [depend on the position](drives.md#ratios-that-depend-on-the-position) "
                  "add `KᵀI_aK̇q̇`: Lagrange from energies within 10⁻⁶ (differences), equal power "
                  "within 10⁻¹²: `DrivesWithMechanisms` in "
                  "[mechanism_drives_test.cpp](../tests/drives/mechanism_drives_test.cpp)",
       .stated = Standing::refuted,
       .remark = "an approximation for high ratios",
       .command = "erfd drives scara --rotors",
       .compute = szkodny_actuators},
      {.id = "szkodny.gear-elements",
       .place = "(15a)–(15c)",
       .claim = "Elements that transmit the drive add (15a)–(15c)",
       .finding = "As bodies that spin they add `Kᵀdiag(J_l/r_l²)K` and no more for constant "
                  "ratios: `GearElements.CountAsTheBodiesThatTheyAre` in "
                  "[gear_elements_test.cpp](../tests/drives/gear_elements_test.cpp); their weight "
                  "is in the links",
       .stated = Standing::confirmed,
       .compute = szkodny_elements},
      {.id = "szkodny.paul",
       .place = "(12)",
       .claim = "Paul's formula omits a term with the actuator's pseudo-inertia",
       .finding = "The extra term is identically zero: at most 4·10⁻¹⁶ of the rotor's inertia, "
                  "also for unbalanced rotors at skew places, from addends of a tenth of it and "
                  "more: `Szkodny.TheActuatorTermOfTheVelocityCoefficientsIsAlwaysZero` in "
                  "[lagrange_test.cpp](../tests/dynamics/lagrange_test.cpp)",
       .stated = Standing::refuted,
       .remark = "it omits nothing"},
      {.id = "szkodny.payload",
       .place = "(16)",
       .claim = "A grasped object changes the last link (16)",
       .finding = "payload as a change of the body's inertia equals the wrench its weight and "
                  "inertia need: `Payload.EqualsTheSameMassInTheBody` in "
                  "[reactions_test.cpp](../tests/dynamics/reactions_test.cpp)",
       .stated = Standing::confirmed,
       .remark = "rigid bodies",
       .command = "erfd drives irb6 --payload 6,0.02,-0.01,0.05",
       .compute = szkodny_payload},
      {.id = "szkodny.friction",
       .place = "(17), (18)",
       .claim = "Coulomb friction with starting value, viscous friction (17), (18)",
       .finding = "as printed, with a value for each direction: "
                  "`Friction.HoldsAtRestUntilTheStartingTorqueAndMovesWithTheMovingOne` in "
                  "[friction_test.cpp](../tests/drives/friction_test.cpp). In time: [stick and "
                  "slip](simulation.md) to 10⁻¹² s, `StickSlip.*` in "
                  "[stick_slip_test.cpp](../tests/simulation/stick_slip_test.cpp)",
       .stated = Standing::confirmed,
       .command = "erfd info irb6",
       .compute = szkodny_friction},
      {.id = "szkodny.irb6",
       .place = "Figs. 3, 4",
       .claim = "IRb-6: currents of 3.18 A and −0.73 A hold the arm (axes 2 and 3)",
       .finding = "[irb6.toml](../robots/irb6.toml) is scaled to them, so they are no check of "
                  "the masses; no parameters are printed. The motor angles of the text lead "
                  "through the ball screws to a posture that 0.00, 3.18, −0.73, 0.00 and 0.00 A "
                  "hold: `Irb6.HoldsTheExampleOfSzkodnyWithItsCurrents`. That the wrist needs "
                  "none follows from the posture alone",
       .stated = Standing::not_reproducible,
       .command = "erfd drives irb6",
       .compute = szkodny_currents},
  };
}

std::vector<CatalogueItem> szkodny_figures() {
  return {
      {.id = "szkodny.fig-4",
       .place = "Figs. 3, 4",
       .claim = "Armature currents drive the IRb-6 through its transmissions, with starting, "
                "moving and viscous "
                "friction, into a static state that 3.18 A and −0.73 A hold",
       .finding = "The curves are images. Currents of ours, given every 0.05 s and chosen so that "
                  "the run ends at "
                  "the printed motor angles, take the arm there within 1 rad of 51 to 199 rad, "
                  "through screws "
                  "and rods; it comes to rest, and gravity needs the printed currents. The run "
                  "balances its "
                  "energy; a second integration in motor space, with small steps and friction of "
                  "its own, gives "
                  "the same motion: `Ster.*` in [ster_test.cpp](../tests/reproduce/ster_test.cpp). "
                  "The masses of "
                  "the robot file are scaled to these currents, so that they are no check of them",
       .remark = "transmission, friction and the static state",
       .command = "erfd simulate examples/scenarios/irb6_currents.toml",
       .compute = szkodny_run},
      {.id = "szkodny.effective-inertia",
       .place = "Section 4",
       .claim = "The models give the changes of the effective inertia of the actuators, from which "
                "servos "
                "are set",
       .finding = "They do: the inertia that each motor of the IRb-6 feels over the ranges of its "
                  "screws, as "
                  "curves and maps, equal to the kinetic energy while that motor turns alone",
       .command = "erfd drives irb6",
       .compute = szkodny_effective_inertia},
      {.id = "szkodny.base",
       .place = "Section 2",
       .claim = "A base that moves by one coordinate q_0 is one more link",
       .finding = "[lola15_rail.toml](../robots/lola15_rail.toml): the joints of the arm need what "
                  "they need "
                  "on the ground in the field that the carriage feels, whatever its speed",
       .command = "erfd id lola15_rail --q 0,0,0,0,0,0,0 --qdd 2,0,0,0,0,0,0",
       .compute = szkodny_base},
  };
}

}  // namespace

Paper szkodny_paper() {
  std::vector<CatalogueItem> items = szkodny_claims();
  for (const CatalogueItem& item : szkodny_figures()) items.push_back(item);
  return {
      .word = "szkodny",
      .tag = "S",
      .title = "Szkodny: Lagrange with actuators in and beyond the joint axes",
      .section = "1.5",
      .items = std::move(items),
      .errata_head =
          "The extra term of (12), and the second addend of (9), is the trace of a skew times a "
          "symmetric matrix: zero. The bracket of (9) is the difference of two such traces when "
          "the rotor turns about one axis fixed in its link, by `φ = Σ N_j q_j`: zero as well. "
          "Used in [lagrange.cpp](../src/dynamics/papers/lagrange.cpp), which follows (8), (9) "
          "without them; computed by "
          "`Szkodny.TheActuatorTermOfTheVelocityCoefficientsIsAlwaysZero`. What (8) drops (weight "
          "and inertia of the rotor on its carrier, and the coupling `I_z (z·ω) N q̇`) is in "
          "[rotors.cpp](../src/drives/rotors.cpp); the size stands above. (19) needs "
          "`∂q_aj/∂q_i`, that is `Kᵀ`: `joint_torques()` in "
          "[drives.cpp](../src/drives/drives.cpp)."};
}

}  // namespace erfd
