// Wrong arguments are refused with the name of the argument and both sizes.
#include "erfd/erfd.hpp"

#include "support/message_of.hpp"
#include "support/random_robot.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

TEST(Arguments, OfWrongSizeAreNamed) {
  const Model robot = generic_tree();
  Workspace ws(robot);
  const VectorX<double> good = VectorX<double>::Zero(7), bad = VectorX<double>::Zero(3);
  VectorX<double> out(7), short_out(2);
  MatrixX<double> H(7, 6);
  EXPECT_EQ(message_of([&] { rnea(robot, ws, good, bad, good, out); }),
            "rnea: argument 'qd' has size 3, but the model 'random' needs 7");
  EXPECT_EQ(message_of([&] { aba(robot, ws, good, good, good, short_out); }),
            "aba: argument 'qdd' has size 2, but the model 'random' needs 7");
  EXPECT_EQ(message_of([&] { crba(robot, ws, good, H); }),
            "crba: argument 'H (columns)' has size 6, but the model 'random' needs 7");
  EXPECT_EQ(message_of([&] { aba(robot, ws, good, good, good, out, {}, std::vector<double>(2)); }),
            "aba: argument 'armature' has size 2, but the model 'random' needs 7");
  const ExternalWrench<double> nowhere{{99}, {}};
  EXPECT_EQ(message_of([&] { rnea(robot, ws, good, good, good, out, {&nowhere, 1}); }),
            "rnea: external wrench on frame 99, but the model 'random' has 7 frames");
}

TEST(Model, UnknownFrameIsAnsweredWithTheNearestName) {
  const Model robot = generic_tree();
  EXPECT_EQ(
      message_of([&] { robot.frame_index("b66"); }),
      "model 'random': no frame 'b66'; did you mean 'b6'? (known: b0, b1, b2, b3, b4, b5, b6)");
}

TEST(Scalars, FloatAgreesWithDouble) {
  const Model robot = generic_tree();
  std::mt19937 rng(51);
  const State s = random_state(robot, rng);
  Workspace ws(robot);
  BasicWorkspace<float> ws_float(robot);
  VectorX<double> tau(7);
  VectorX<float> tau_float(7);
  rnea(robot, ws, s.q, s.qd, s.qdd, tau);
  rnea(robot, ws_float, s.q.cast<float>(), s.qd.cast<float>(), s.qdd.cast<float>(), tau_float);
  EXPECT_LT((tau - tau_float.cast<double>()).norm(), 1e-5 * tau.norm());
}

}  // namespace
}  // namespace erfd::test
