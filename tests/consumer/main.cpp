// Torques that hold a robot still, by the installed package.
#include <erfd/erfd.hpp>

#include <cstdio>

int main() {
  const erfd::Model arm = erfd::load_robot("lola15");
  erfd::Workspace ws(arm);
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(arm.nv(), 0.3);
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(arm.nv());
  Eigen::VectorXd tau(arm.nv());
  erfd::rnea(arm, ws, q, rest, rest, tau);
  for (const double torque : tau) std::printf("%.6f\n", torque);
}
