#include "erfd/io/states.hpp"

#include "report/models.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd {
namespace {

using test::elbow_and_lift;
constexpr double pi = std::numbers::pi;

ReadStates csv(std::string_view text) { return read_states_csv(text, "s.csv", elbow_and_lift()); }
ReadStates json(std::string_view text) {
  return read_states_json(text, "s.json", elbow_and_lift());
}

TEST(StatesCsv, JointsAreNamedByNumberOrByNameInTheirUnits) {
  const ReadStates read =
      csv("time_ms,q_elbow_deg,q2_mm,qd1_rpm,qd_lift_m_s,tau1_N_m,tau2_N\n"
          "20,180,250,30,0.5,7,8\n");
  ASSERT_EQ(read.findings.text(), "");
  ASSERT_EQ(read.states.size(), 1u);
  const State& state = read.states[0];
  EXPECT_DOUBLE_EQ(state.time, 0.02);
  EXPECT_DOUBLE_EQ(state.q[0], pi);
  EXPECT_DOUBLE_EQ(state.q[1], 0.25);
  EXPECT_DOUBLE_EQ(state.qd[0], pi);
  EXPECT_DOUBLE_EQ(state.qd[1], 0.5);
  EXPECT_DOUBLE_EQ(state.tau[0], 7);
  EXPECT_DOUBLE_EQ(state.tau[1], 8);
  EXPECT_EQ(state.qdd, VectorX<double>::Zero(2));
  EXPECT_TRUE(read.has_time && read.has_qd && read.has_tau && !read.has_qdd);
}

TEST(StatesCsv, AnUnknownHeadIsNamedWithItsNearestNeighbour) {
  EXPECT_EQ(csv("q1_rad,q_lft_m\n0,0\n").findings.text(),
            "s.csv:1:1: error: columns are missing: q2_m; give all of them or none [state-head]\n"
            "s.csv:1:8: error: column 'q_lft_m' is not known for bot with joints elbow, lift; "
            "did you mean 'q_lift_m'? [state-head]");
}

TEST(StatesCsv, APrismaticJointHasNoDegrees) {
  EXPECT_NE(csv("q1_rad,q2_deg\n0,0\n").findings.text().find("'q2_deg' is not known"),
            std::string::npos);
}

TEST(StatesCsv, ANumberGivenTwiceIsAnError) {
  EXPECT_NE(
      csv("q1_rad,q2_m,q_elbow_deg\n0,0,0\n").findings.text().find("the same number as 'q1_rad'"),
      std::string::npos);
  EXPECT_NE(csv("time_s,time_ms,q1_rad,q2_m\n0,0,0,0\n")
                .findings.text()
                .find("the same number as 'time_s'"),
            std::string::npos);
}

TEST(StatesCsv, PositionsAndAtLeastOneStateAreNeeded) {
  EXPECT_NE(csv("qd1_rad_s,qd2_m_s\n0,0\n").findings.text().find("no positions"),
            std::string::npos);
  EXPECT_NE(csv("q1_rad,q2_m\n").findings.text().find("no states"), std::string::npos);
}

TEST(StatesCsv, HeadProblemsAndNumberProblemsComeTogether) {
  EXPECT_EQ(csv("q1_rad,q2_m,qd1_rads\nx,0,0\n").findings.count(Severity::error), 2);
}

// Results of other commands stand beside the state, and logs of controllers hold words.
TEST(StatesCsv, OtherColumnsAreLeftOutWithOneNote) {
  const ReadStates read =
      csv("time_s,state,q1_rad,qa_a_rad,q2_m,ua_elbow_N_m,tau1_inertia_N_m,x_m,qw\n"
          "0.5,running,1,,2,nan,0,0,0\n");
  EXPECT_EQ(read.findings.text(),
            "s.csv: note: 6 columns are not read: state, qa_a_rad, ua_elbow_N_m, "
            "tau1_inertia_N_m and 2 more [state-head]");
  ASSERT_EQ(read.states.size(), 1u);
  EXPECT_EQ(read.states[0].time, 0.5);
  EXPECT_EQ(read.states[0].q[1], 2);
  EXPECT_FALSE(read.has_tau || read.has_qd || read.has_move || read.has_payload);
}

TEST(StatesCsv, ASlipOfThePenIsNoColumnToBeLeftOut) {
  const std::string text = csv("q1_rad,q2_m,qd1_rads,qd2_ms\n0,0,0,0\n").findings.text();
  EXPECT_NE(text.find("did you mean 'qd1_rad_s'?"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean 'qd2_m_s'?"), std::string::npos) << text;
  EXPECT_NE(csv("q1_rad,q2_m,payload_g\n0,0,0\n").findings.text().find("'payload_kg'?"),
            std::string::npos);
}

TEST(StatesCsv, APayloadComesWithEachState) {
  std::string text = "q1_rad,q2_m,move";
  for (const std::string& head : payload_heads()) text += "," + head;
  const ReadStates read = csv(text + "\n0,0,3,5,0.1,0.2,0.3,1,2,3,-0.1,-0.2,-0.3\n");
  ASSERT_EQ(read.findings.text(), "");
  ASSERT_TRUE(read.has_move && read.has_payload);
  EXPECT_EQ(read.states[0].move, 3);
  const Payload& payload = read.states[0].payload;
  EXPECT_EQ(payload.mass, 5);
  EXPECT_EQ(payload.com, Vector3<double>(0.1, 0.2, 0.3));
  EXPECT_EQ(payload.I_com(1, 1), 2);
  EXPECT_EQ(payload.I_com(2, 0), -0.2);
  EXPECT_EQ(numbers_of(payload), numbers_of(payload_of(numbers_of(payload))));
}

TEST(StatesCsv, APayloadIsWholeAndWeighsSomething) {
  EXPECT_EQ(csv("q1_rad,q2_m,payload_kg\n0,0,2\n").states[0].payload.mass, 2);
  EXPECT_NE(csv("q1_rad,q2_m,payload_x_m\n0,0,2\n")
                .findings.text()
                .find("missing: payload_kg, payload_y_m, payload_z_m;"),
            std::string::npos);
  EXPECT_EQ(csv("q1_rad,q2_m,payload_kg,move\n0,0,0,1\n0,0,-2,1.5\n").findings.text(),
            "s.csv:3:1: error: column 'payload_kg': -2 is found, 0 kg or more was expected "
            "[state-row]\n"
            "s.csv:3:1: error: column 'move': 1.5 is found, a whole number from 1 on was expected "
            "[state-row]");
}

TEST(StatesCsv, AFreeBaseHasItsOwnHeads) {
  const Model model = elbow_and_lift(true);
  std::string text;
  for (const std::string& head : standard_heads(model, Quantity::position)) text += head + ",";
  text.back() = '\n';
  const ReadStates read = read_states_csv(text + "1,0,0,0,5,6,7,0.5,0.25\n", "s.csv", model);
  ASSERT_EQ(read.findings.text(), "");
  EXPECT_TRUE(
      text.starts_with("base_qw,base_qx,base_qy,base_qz,base_x_m,base_y_m,base_z_m,q1_rad,q2_m"));
  EXPECT_EQ(read.states[0].q[6], 7);
  EXPECT_EQ(read.states[0].q[8], 0.25);
}

TEST(StateHeads, CountTheStateOfEveryQuantity) {
  for (const bool free_base : {false, true}) {
    const Model model = elbow_and_lift(free_base);
    EXPECT_EQ(standard_heads(model, Quantity::position).size(),
              static_cast<std::size_t>(model.nq()));
    for (const Quantity quantity : {Quantity::velocity, Quantity::acceleration, Quantity::effort})
      EXPECT_EQ(standard_heads(model, quantity).size(), static_cast<std::size_t>(model.nv()));
  }
}

TEST(StateUnits, FollowTheKindOfJoint) {
  const auto efforts = coordinates(elbow_and_lift(), Quantity::effort);
  EXPECT_EQ(efforts[0].unit, "N m");
  EXPECT_EQ(efforts[1].unit, "N");
  EXPECT_EQ(unit_of(efforts), "N m|N");
}

TEST(StatesJson, AreReadInSiUnits) {
  const ReadStates read =
      json(R"({"states": [{"q": [1, 2], "tau": [3, 4]}, {"q": [5, 6], "time_s": 0.5}]})");
  ASSERT_EQ(read.findings.text(), "");
  ASSERT_EQ(read.states.size(), 2u);
  EXPECT_EQ(read.states[0].tau[1], 4);
  EXPECT_EQ(read.states[1].q[0], 5);
  EXPECT_EQ(read.states[1].time, 0.5);
  EXPECT_TRUE(read.has_tau && read.has_time && !read.has_qd);
}

TEST(StatesJson, MoveAndPayloadComeWithEachState) {
  const ReadStates read = json(
      R"({"states": [{"q": [1, 2], "frames": [], "move": 2, "payload": [3,0,0,1,0,0,0,0,0,0]}]})");
  ASSERT_EQ(read.findings.text(), "");
  ASSERT_TRUE(read.has_move && read.has_payload);
  EXPECT_EQ(read.states[0].move, 2);
  EXPECT_EQ(read.states[0].payload.com.z(), 1);
  EXPECT_NE(json(R"({"states": [{"q": [1, 2], "payload": [3]}]})")
                .findings.text()
                .find("states[0].payload: has 1 numbers, a payload has 10"),
            std::string::npos);
  EXPECT_TRUE(json(R"({"states": [{"q": [1, 2], "payload": [-3,0,0,1,0,0,0,0,0,0]}]})")
                  .findings.has_errors());
  EXPECT_TRUE(json(R"({"states": [{"q": [1, 2], "move": 0.5}]})").findings.has_errors());
}

TEST(StatesJson, EveryProblemIsNamedWithItsPath) {
  EXPECT_EQ(
      json(R"({"states": [{"q": [1]}, {"qdot": [1, 2]}, {"q": [1, "x"]}], "stats": 1})")
          .findings.text(),
      "s.json: error: unknown key 'stats'; did you mean 'states'? [state-json]\n"
      "s.json: error: states[0].q: has 1 numbers, bot needs 2 (joints elbow, lift) [state-json]\n"
      "s.json: error: states[1]: unknown key 'qdot'; known: time_s, q, qd, qdd, tau, "
      "move, payload [state-json]\n"
      "s.json: error: states[1]: q is missing [state-json]\n"
      "s.json: error: states[2].q: expected a list of numbers [state-json]");
}

TEST(StatesJson, BrokenTextIsFoundAtItsPlace) {
  EXPECT_TRUE(json("{\"states\": [\n  {\"q\": [1, nan]}]}")
                  .findings.text()
                  .starts_with("s.json:2:14: error:"))
      << json("{\"states\": [\n  {\"q\": [1, nan]}]}").findings.text();
  EXPECT_TRUE(json("{\"states\": [{\"q\": [1, 1e999]}]}").findings.has_errors());
  EXPECT_TRUE(json("[]").findings.has_errors());
  EXPECT_TRUE(json("{\"states\": []}").findings.has_errors());
}

TEST(StatesFile, AFileThatCannotBeReadIsAFinding) {
  EXPECT_NE(read_states_file("no/such.csv", elbow_and_lift()).findings.text().find("no such file"),
            std::string::npos);
  EXPECT_NE(
      read_states_file("states.txt", elbow_and_lift()).findings.text().find("*.csv or *.json"),
      std::string::npos);
}

}  // namespace
}  // namespace erfd
