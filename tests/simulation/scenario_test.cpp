// Scenario files: what they mean, and what is said about a wrong one.
#include "erfd/dynamics/crba.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/simulation/scenario_setup.hpp"

#include "support/message_of.hpp"
#include "support/source_tree.hpp"
#include "support/ugly_arms.hpp"

#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double pi = std::numbers::pi;

Model shipped(const std::string& name) {
  return load_robot(source_tree("robots/") + name + ".toml");
}

const std::string head = "format = \"erfd-scenario/1\"\nrobot = \"planar2r\"\nduration_s = 2\n";
const std::string let_go = "[input]\nkind = \"joint_torques\"\nvalues_N_m = 0\n";

std::string findings(const std::string& text, const Model* robot = nullptr) {
  ReadScenario read = read_scenario(text, "s.toml");
  if (robot != nullptr) check_scenario(read.scenario, *robot, read.findings);
  return read.findings.text();
}

TEST(Scenario, UnitsOfTheKeysAreTakenToSi) {
  const ReadScenario read = read_scenario(head +
                                              "control_period_s = 0.002\n"
                                              "[initial]\nq_deg = [90, -45]\nqd_rad_s = 1\n"
                                              "[payload]\nmass_g = 1500\ncom_mm = [10, 0, 0]\n"
                                              "[controller]\nlaw = \"computed_torque\"\n"
                                              "Kp_1_s2 = 100\nKd_1_s = [20, 10]\n"
                                              "[reference]\nkind = \"sine\"\namplitude_deg = 10\n"
                                              "frequency_rad_s = 3\n"
                                              "[[wrench]]\nfrom_s = 0.5\nto_ms = 700\n"
                                              "force_N = [1, 2, 3]\n",
                                          "s.toml");
  ASSERT_EQ(read.findings.text(), "");
  const ScenarioSetup setup(read.scenario, shipped("planar2r"), std::nullopt, {});
  EXPECT_EQ(setup.q()[0], pi / 2);
  EXPECT_EQ(setup.q()[1], -pi / 4);
  EXPECT_EQ(setup.qd()[1], 1);
  EXPECT_EQ(setup.settings().control_period, 0.002);
  EXPECT_EQ(setup.settings().breaks, (std::vector{0.5, 0.7}));
  EXPECT_NEAR(setup.plant().model().moving_mass(), 3.5, 1e-15);
  EXPECT_EQ(setup.settings().wrenches(0.4999, setup.q(), setup.qd()).size(), 0u);
  EXPECT_EQ(setup.settings().wrenches(0.5, setup.q(), setup.qd()).size(), 1u);
  EXPECT_EQ(setup.settings().wrenches(0.7, setup.q(), setup.qd()).size(), 0u);
}

TEST(Scenario, AllProblemsOfAFileAreToldAtOnce) {
  const Model arm = shipped("planar2r");
  EXPECT_EQ(
      findings("format = \"erfd-scenario/1\"\nrobot = \"planar2r\"\nduration_s = -2\nspeed = 3\n"
               "[initial]\nq_deg = [1, 2, 3]\nqd_m_s = 0\n"
               "[integrator]\nname = \"dopri\"\nrelative = 0\n"
               "[controller]\nlaw = \"computed_torqe\"\n"
               "[reference]\nkind = \"quintic\"\n"
               "[[wrench]]\nfrom_s = 2\nto_s = 1\nforce_N = [0, 0]\nframe = \"tipp\"\n",
               &arm),
      "s.toml:3:1: error: duration_s is -2, expected more than 0 [range]\n"
      "s.toml:4:1: error: unknown key 'speed' (known: format, title, note, robot, tool, without, "
      "gravity_m_s2, gravity_mm_s2, payload, load, dynamics, duration_s, duration_ms, "
      "control_period_s, control_period_ms, initial, integrator, controller, input, reference, "
      "drives, "
      "payload_switch, wrench, output) [unknown-key]\n"
      "s.toml:6:1: error: initial: q_deg has 3 numbers, but planar2r has 2 joints (upper, fore); "
      "give one each, or one for all [list-length]\n"
      "s.toml:7:1: error: initial: qd_m_s is of sliding joints, but joint 'upper' turns; write "
      "qd_rad_s, where sliding joints take the SI unit [wrong-unit]\n"
      "s.toml:9:1: error: integrator: name is \"dopri\", expected one of \"dopri5\", \"implicit\", "
      "\"rk4\", \"paper\"; did you mean \"dopri5\"? [unknown-word]\n"
      "s.toml:10:1: error: integrator: relative is 0, expected more than 0 [range]\n"
      "s.toml:12:1: error: controller: law is \"computed_torqe\", expected one of \"pd\", "
      "\"pd_gravity\", \"pid\", \"feed_forward\", \"computed_torque\", \"robust\", "
      "\"adaptive\", \"motor_cascade\"; did you mean \"computed_torque\"? [unknown-word]\n"
      "s.toml:13:1: error: reference: missing key 'to_rad' [missing-key]\n"
      "s.toml:13:1: error: reference: missing key 'duration_s' [missing-key]\n"
      "s.toml:15:1: error: wrench 1: model 'planar2r': no frame 'tipp'; did you mean 'tip'? "
      "(known: upper, "
      "fore, tip) [unknown-frame]\n"
      "s.toml:17:1: error: wrench 1: to_s is 1, expected more than from_s = 2 [range]\n"
      "s.toml:18:1: error: wrench 1: force_N has 2 numbers, expected 3 [list-length]");
}

TEST(Scenario, WhatDrivesTheRobotIsSaidExactlyOnce) {
  EXPECT_EQ(findings(head),
            "s.toml:1:1: error: missing key 'controller'; or [input]; a robot that is let go has "
            "[input] with values_N_m = 0 [missing-key]");
  EXPECT_EQ(findings(head + let_go + "[reference]\nkind = \"set_point\"\nq_deg = 0\n"),
            "s.toml:7:1: error: [reference] is given, but no [controller] follows it; leave it out "
            "[reference]");
  EXPECT_EQ(findings(head + "[input]\nkind = \"motor_currents\"\nvalues_A = 1\nfile = \"u.csv\"\n"),
            "s.toml:7:1: error: input: values and file both give the input; keep one "
            "[two-inputs]");
}

TEST(Scenario, GainsHaveTheUnitsOfTheirLaw) {
  EXPECT_EQ(findings(head + "[controller]\nlaw = \"pd\"\nKp_1_s2 = 3\nKd_N_m_s_rad = 1\n"
                            "[reference]\nkind = \"set_point\"\nq_deg = 0\n"),
            "s.toml:6:1: error: controller: Kp_1_s2 is of laws that command accelerations; the law "
            "'pd' takes Kp_N_m_rad [wrong-unit]");
}

TEST(Scenario, WhatALawKnowsOfTheDrivesIsSaidWithoutContradiction) {
  const std::string law = head +
                          "[controller]\nlaw = \"feed_forward\"\nKp_N_m_rad = 3\n"
                          "Kd_N_m_s_rad = 1\n";
  const std::string stand = "[reference]\nkind = \"set_point\"\nq_deg = 0\n";
  EXPECT_EQ(findings(law + "friction_compensation = \"tanh\"\nfriction_speed_deg_s = 1\n" + stand),
            "");
  EXPECT_EQ(findings(law + "knows_drives = false\nfriction_compensation = \"tanh\"\n" + stand),
            "s.toml:9:1: error: controller: friction of the drives is to be compensated, but "
            "knows_drives is false; leave one of them out [knowledge]");
  EXPECT_EQ(findings(law + "friction_speed_deg_s = 1\n" + stand),
            "s.toml:8:1: error: controller: friction_speed_deg_s is given, but friction is not "
            "compensated; write friction_compensation = \"tanh\" [knowledge]");
}

/// Joint torques of the law of lola15_lift.toml with another line for its friction_compensation.
VectorX<double> first_torque(const std::string& line) {
  std::ostringstream text;
  text << std::ifstream(source_tree("examples/scenarios/lola15_lift.toml")).rdbuf();
  std::string scenario = text.str();
  const std::string shipped_line = "friction_compensation = \"tanh\"";
  scenario.replace(scenario.find(shipped_line), shipped_line.size(), line);
  const ReadScenario read = read_scenario(scenario, "s.toml");
  EXPECT_EQ(read.findings.text(), "");
  const RobotDescription robot = read_robot_file(source_tree("robots/lola15.toml")).robot;
  const Model model = build(robot);
  const ScenarioSetup setup(read.scenario, model, make_drives(robot, model), {});
  VectorX<double> u(6);
  setup.input()(0.3, setup.q(), setup.qd(), u);
  return u;
}

TEST(Scenario, LawsKnowTheDrivesUnlessToldOtherwise) {
  const VectorX<double> all = first_torque(""), links = first_torque("knows_drives = false"),
                        friction = first_torque("friction_compensation = \"tanh\"");
  EXPECT_EQ(all, first_torque("knows_drives = true"));
  EXPECT_GT((links - all).cwiseAbs().minCoeff(), 0);
  EXPECT_GT((friction - all).cwiseAbs().minCoeff(), 0);
}

TEST(Scenario, LawsWithMemoryAskForAPeriod) {
  const ReadScenario read = read_scenario(
      head +
          "[controller]\nlaw = \"pid\"\nKp_N_m_rad = 9\nKi_N_m_rad_s = 1\nKd_N_m_s_rad = 1\n"
          "[reference]\nkind = \"set_point\"\nq_deg = 0\n",
      "s.toml");
  ASSERT_EQ(read.findings.text(), "");
  EXPECT_EQ(
      message_of([&] { ScenarioSetup(read.scenario, shipped("planar2r"), std::nullopt, {}); }),
      "s.toml:4:1: error: controller: the law 'pid' remembers earlier calls, so that it is called "
      "once a cycle; write control_period_s = 0.001 at the top [control-period]");
}

TEST(Scenario, PayloadsFollowEachOther) {
  const ReadScenario read = read_scenario(head + let_go +
                                              "[payload]\nmass_kg = 1\n"
                                              "[[payload_switch]]\ntime_s = 0.5\nmass_kg = 3\n"
                                              "[[payload_switch]]\ntime_s = 1\nmass_kg = 0\n",
                                          "s.toml");
  ASSERT_EQ(read.findings.text(), "");
  const ScenarioSetup setup(read.scenario, shipped("planar2r"), std::nullopt, {});
  ASSERT_EQ(setup.plant().model_count(), 3);
  EXPECT_NEAR(setup.plant().model(0).moving_mass(), 3, 1e-15);
  EXPECT_NEAR(setup.plant().model(1).moving_mass(), 5, 1e-15);
  EXPECT_NEAR(setup.plant().model(2).moving_mass(), 2, 1e-15);
  const SimulationResult run =
      simulate(setup.plant(), setup.input(), setup.q(), setup.qd(), setup.settings());
  EXPECT_EQ(run.status, RunStatus::completed);
  EXPECT_LT(run.audit.relative_residual(), 1e-8);
  EXPECT_NE(run.audit.payload, 0);
}

TEST(Scenario, AnInertiaOfAPayloadIsThatMatrix) {
  const UglyArm ugly = skew_arm();
  const Model arm = build(read_robot_toml(toml_of(ugly), ugly.name).robot);
  const std::string begin = "format = \"erfd-scenario/1\"\nrobot = \"skew6\"\nduration_s = 2\n" +
                            let_go +
                            "[payload]\nmass_kg = 2\ncom_m = [0.1, -0.2, 0.05]\ninertia_kg_m2 = ";
  const ReadScenario read =
      read_scenario(begin + "[0.2, 0.3, 0.25, 0.01, -0.02, 0.03]\n", "s.toml");
  ASSERT_EQ(read.findings.text(), "");
  const ScenarioSetup setup(read.scenario, arm, std::nullopt, {});
  Payload payload{.mass = 2, .com = {0.1, -0.2, 0.05}};
  payload.I_com << 0.2, 0.01, -0.02, 0.01, 0.3, 0.03, -0.02, 0.03, 0.25;
  const Model loaded = arm.with_payload(arm.tool(), payload);
  const VectorX<double> q = VectorX<double>::LinSpaced(6, -1, 1.3);
  Workspace ws(loaded);
  MatrixX<double> H(6, 6), expected(6, 6);
  crba<double>(setup.plant().model(), ws, q, H);
  crba<double>(loaded, ws, q, expected);
  EXPECT_LT((H - expected).cwiseAbs().maxCoeff(), 1e-13);
  for (const char* wrong : {"[0.1, 0.02, 0.03]\n", "[0.02, 0.1, 0.03]\n", "[0.02, 0.03, 0.1]\n"})
    EXPECT_NE(findings(begin + wrong).find("inertia is impossible"), std::string::npos) << wrong;
}

TEST(Scenario, InputsFromATableAreStraightBetweenItsRowsOrHeld) {
  const TimeTable table{{0.5, 1.5}, (MatrixX<double>(2, 2) << 1, 3, 0, -4).finished()};
  VectorX<double> u(2);
  const auto at = [&](const char* between, double t) {
    const ReadScenario read =
        read_scenario(head + "[input]\nkind = \"joint_torques\"\nfile = \"u.csv\"\nbetween = \"" +
                          between + "\"\n",
                      "s.toml");
    EXPECT_EQ(read.findings.text(), "");
    const ScenarioSetup setup(read.scenario, shipped("planar2r"), std::nullopt,
                              {std::nullopt, table});
    setup.input()(t, setup.q(), setup.qd(), u);
    return u;
  };
  EXPECT_EQ(at("linear", 0.1)[0], 1);
  EXPECT_EQ(at("linear", 1.0)[0], 2);
  EXPECT_EQ(at("linear", 1.0)[1], -2);
  EXPECT_EQ(at("linear", 0.75)[0], 1.5);
  EXPECT_EQ(at("linear", 0.75)[1], -1);
  EXPECT_EQ(at("hold", 1.0)[0], 1);
  EXPECT_EQ(at("hold", 1.5)[0], 3);
  EXPECT_EQ(at("linear", 9)[1], -4);
}

/// Two cycles each: empty, with a part, with the part and another tool, empty again.
std::pair<Program, Plan> carrying_program() {
  Program program;
  Plan plan;
  plan.period = 0.1;
  plan.q = MatrixX<double>::Zero(2, 9);
  plan.q.row(0) = VectorX<double>::LinSpaced(9, 0.5, 1.3).transpose();
  for (int k = 0; k < 4; ++k) {
    Instruction instruction;
    instruction.action = Move{};
    if (k == 1 || k == 2) instruction.conditions.gripped.mass = 2;
    if (k == 2) instruction.conditions.tool_load.mass = 0.5;
    program.instructions.push_back(instruction);
    plan.moves.push_back({.instruction = k, .start_time = 0.2 * k, .end_time = 0.2 * (k + 1)});
  }
  return {program, plan};
}

const std::string follow =
    "[controller]\nlaw = \"computed_torque\"\nKp_1_s2 = 100\nKd_1_s = 20\n"
    "[reference]\nkind = \"program\"\nfile = \"p.irl\"\n";

TEST(Scenario, AProgramIsFollowedWithWhatItCarries) {
  const auto [program, plan] = carrying_program();
  const ScenarioFiles files = program_reference(program, plan);
  const ReadScenario read =
      read_scenario("format = \"erfd-scenario/1\"\nrobot = \"planar2r\"\n" + follow +
                        "[payload]\nmass_kg = 1\n[[payload_switch]]\ntime_s = 0.3\nmass_kg = 3\n",
                    "s.toml");
  ASSERT_EQ(read.findings.text(), "");  // no duration: that of the program
  const ScenarioSetup setup(read.scenario, shipped("planar2r"), std::nullopt, files);
  EXPECT_NEAR(setup.settings().duration, 0.8, 1e-15);
  EXPECT_EQ(setup.q()[0], 0.5);
  std::vector<double> times, masses{setup.plant().model(0).moving_mass()};
  for (const PayloadSwitch& change : setup.settings().switches) {
    times.push_back(change.time);
    masses.push_back(setup.plant().model(change.model).moving_mass());
  }
  ASSERT_EQ(times.size(), 4u);
  const double expected_times[] = {0.2, 0.3, 0.4, 0.6}, expected[] = {3, 5, 7, 7.5, 5};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(times[i], expected_times[i], 1e-15);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(masses[i], expected[i], 1e-15);
  VectorX<double> q(2), qd(2), qdd(2);
  setup.reference()->at(0.25, q, qd, qdd);
  EXPECT_NEAR(q[0], 0.75, 1e-12);
  EXPECT_NEAR(qd[0], 1, 1e-9);
}

TEST(Scenario, OnlyAProgramHasALengthOfItsOwn) {
  EXPECT_EQ(findings("format = \"erfd-scenario/1\"\nrobot = \"planar2r\"\n" + let_go),
            "s.toml:1:1: error: missing key 'duration_s' [missing-key]");
}

TEST(Scenario, ShippedOnesHaveNoFindings) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_tree("examples/scenarios"))) {
    if (entry.path().extension() != ".toml" || entry.path().stem() == "slider") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    EXPECT_EQ(read_scenario(text.str(), entry.path().filename()).findings.text(), "");
    ++count;
  }
  EXPECT_GE(count, 8);
}

/// A run of the arm along a reference, as its file says.
SimulationResult run_of(const std::string& text, const Model& robot) {
  const ReadScenario read = read_scenario(text, "s.toml");
  EXPECT_EQ(read.findings.text(), "");
  ScenarioSetup setup(read.scenario, robot, std::nullopt, {});
  return simulate(setup.plant(), setup.input(), setup.q(), setup.qd(), setup.settings());
}

// What inverse dynamics asks for moves the robot along its reference, with nothing that leads it back.
TEST(Scenario, TorquesOfAReferenceMoveTheRobotAlongIt) {
  const Model arm = shipped("planar2r");
  const std::string forced = "[input]\nkind = \"inverse_dynamics\"\n[reference]\n";
  for (const std::string& motion :
       {std::string("kind = \"cycloid\"\nto_deg = [70, -30]\nduration_s = 1.5\n"),
        std::string("kind = \"polynomial\"\nto_deg = [70, -30]\nduration_s = 2\ndegree = 7\n"),
        std::string("kind = \"polynomial\"\nto_deg = [70, -30]\nduration_s = 2\n"
                    "end_speed_deg_s = 10\nend_acceleration_deg_s2 = [5, -5]\n"),
        std::string("kind = \"spline\"\n[[reference.point]]\ntime_s = 0\nq_deg = [10, 20]\n"
                    "[[reference.point]]\ntime_s = 0.7\nq_deg = [40, 0]\n"
                    "[[reference.point]]\ntime_s = 1.6\nq_deg = [0, -50]\n")})
    for (const char* algorithm : {"engine", "poe", "walker_orin_4"}) {
      const std::string dynamics = std::string("[dynamics]\nalgorithm = \"") + algorithm + "\"\n";
      const SimulationResult run = run_of(head + dynamics + forced + motion, arm);
      ASSERT_TRUE(run.ok());
      for (const TrackingRecord& record : run.motion.tracking)
        EXPECT_LT(record.largest, 1e-7) << motion << algorithm;
    }
}

TEST(Scenario, LoadsSitOnAnyBody) {
  const Model arm = shipped("planar2r");
  const ReadScenario read =
      read_scenario(head + let_go +
                        "[[load]]\nframe = \"upper\"\nmass_kg = 2\ncom_m = [0.1, 0.2, 0.3]\n"
                        "[[load]]\nframe = \"fore\"\nmass_kg = 1\n",
                    "s.toml");
  ASSERT_EQ(read.findings.text(), "");
  const ScenarioSetup setup(read.scenario, arm, std::nullopt, {});
  const Model by_hand = arm.with_payload(arm.frame_index("upper"), {2, {0.1, 0.2, 0.3}, {}})
                            .with_payload(arm.frame_index("fore"), {1, {}, {}});
  for (const BodyIndex i : {BodyIndex{0}, BodyIndex{1}})
    EXPECT_EQ(setup.plant().model().body(i).I_B.mass, by_hand.body(i).I_B.mass);
  EXPECT_NEAR(setup.plant().model().moving_mass(), arm.moving_mass() + 3, 1e-15);
}

TEST(Scenario, WhatIsWrongWithDynamicsLoadsAndReferencesIsTold) {
  const Model arm = shipped("planar2r");
  EXPECT_EQ(
      findings(head + let_go + "[dynamics]\nalgorithm = \"denoc_rods\"\n", &arm)
          .find("s.toml:8:1: error: dynamics: denoc_rods cannot move planar2r: it needs bent"),
      0u);
  EXPECT_NE(
      findings(head + let_go + "[dynamics]\nalgorithm = \"poa\"\n").find("did you mean \"poe\"?"),
      std::string::npos);
  EXPECT_NE(findings(head + let_go + "[[load]]\nframe = \"uper\"\nmass_kg = 1\n", &arm)
                .find("load 1: model 'planar2r': no frame 'uper'; did you mean 'upper'?"),
            std::string::npos);
  const std::string forced = head + "[input]\nkind = \"inverse_dynamics\"\n";
  EXPECT_NE(findings(forced).find("say whose torques the robot gets: [reference]"),
            std::string::npos);
  EXPECT_NE(findings(forced +
                     "[reference]\nkind = \"polynomial\"\nto_deg = 0\nduration_s = 1\ndegree = 4\n")
                .find("degree is 4, expected 3, 5 or 7"),
            std::string::npos);
  EXPECT_NE(findings(forced + "[reference]\nkind = \"polynomial\"\nto_deg = 0\nduration_s = "
                              "1\ndegree = 3\nstart_acceleration_deg_s2 = 1\n")
                .find("does not hold; write degree = 5"),
            std::string::npos);
  EXPECT_NE(
      findings(forced + "[reference]\nkind = \"spline\"\n").find("two [[reference.point]] or more"),
      std::string::npos);
}

}  // namespace
}  // namespace erfd::test
