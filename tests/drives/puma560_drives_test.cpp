// PUMA 560 with its drives, motors first: the tables of the Robotics Toolbox to the digits printed.
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "support/compare.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double pi = std::numbers::pi;

VectorX<double> list(std::initializer_list<double> values) {
  VectorX<double> v(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), v.begin());
  return v;
}

class Puma560ByMotors : public ::testing::Test {
 protected:
  ReadResult read = read_robot_file(find_robot("puma560"));
  Model model = build(read.robot);
  Drives drives = make_drives(read.robot, model);
  Workspace ws{model};
  const VectorX<double> qn = list({0, pi / 4, pi, 0, pi / 4, 0});
  const VectorX<double> zero = VectorX<double>::Zero(6), ones = VectorX<double>::Ones(6);

  /// Joint torques that the motors of a motion give.
  VectorX<double> torques(const VectorX<double>& q, const VectorX<double>& qd,
                          const VectorX<double>& qdd) {
    VectorX<double> u(6), u_a(6), tau(6);
    rnea(model, ws, q, qd, qdd, u);
    drive_torques(drives, qd, qdd, u, u_a);
    joint_torques(drives, u_a, tau);
    return tau;
  }
};

TEST_F(Puma560ByMotors, HasThePrintedTorques) {
  EXPECT_TRUE(is_close(torques(qn, zero, zero),
                       list({0, 31.6398803783571, 6.03513802301051, 0, 0.0282528, 0}), 1e-14));
  EXPECT_TRUE(is_close(torques(qn, zero, ones),
                       list({3.35311085806303, 36.0025112439757, 7.42596407735027,
                             0.190043034566897, 0.203440931113415, 0.194132789939248}),
                       1e-14));
  EXPECT_TRUE(is_close(torques(qn, ones, ones),
                       list({32.4952427549307, 60.8669884751363, 17.7435949127643, 1.45451902607971,
                             1.29911041053789, 0.713780887483695}),
                       1e-14));
  EXPECT_TRUE(is_close(torques(qn, ones, zero),
                       list({29.1421318968677, 56.5043576095177, 16.3527688584246, 1.26447599151281,
                             1.12392227942447, 0.519648097544448}),
                       1e-14));
}

// The second posture of the toolbox for MATLAB, printed with four decimals.
TEST_F(Puma560ByMotors, HoldsTheSecondPostureWithThePrintedTorques) {
  const VectorX<double> q = list({0, pi / 4, -pi, 1, pi / 4, 0});
  EXPECT_LT((torques(q, zero, zero) - list({0, 31.6334, 6.0286, -0.0119, 0.0218, 0}))
                .cwiseAbs()
                .maxCoeff(),
            0.5e-4);
}

TEST_F(Puma560ByMotors, HasThePrintedInertiaMatrix) {
  MatrixX<double> H(6, 6), printed = MatrixX<double>::Zero(6, 6);
  crba(model, ws, qn, H);
  H += drives.reflected_inertia();
  printed.diagonal() = list({3.65937541215279, 4.41374193363579, 0.93784157521504, 0.19253170612368,
                             0.171348451657, 0.194104505668});
  const auto set = [&](int i, int j, double h) { printed(i, j) = printed(j, i) = h; };
  set(0, 1, -0.404361246041519);
  set(0, 2, 0.100613647779784);
  set(0, 3, -0.00251695582803061);
  set(1, 2, 0.350890664956415);
  set(1, 4, 0.00235951306789489);
  set(2, 4, 0.0014801663885198);
  set(3, 5, 2.82842712474619e-5);
  EXPECT_TRUE(is_close(H, printed, 2e-15));
}

}  // namespace
}  // namespace erfd::test
