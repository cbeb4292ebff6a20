// The torques that hold a robot, and what it does when nothing holds it.
// Usage: first_torque [ROBOT]   (a path, or the name of a robot that comes with ERFD)
#include <erfd/erfd.hpp>

#include <iostream>

int main(int argc, char** argv) {
  const erfd::Model arm = erfd::load_robot(argc > 1 ? argv[1] : "lola15");
  erfd::Workspace ws(arm);  // scratch memory, one a thread
  const Eigen::VectorXd q = arm.neutral(), rest = Eigen::VectorXd::Zero(arm.nv());
  Eigen::VectorXd tau(arm.nv()), qdd(arm.nv());
  erfd::rnea(arm, ws, q, rest, rest, tau);  // holding torques [N m or N]
  erfd::aba(arm, ws, q, rest, rest, qdd);   // accelerations of the free fall [rad/s^2 or m/s^2]
  std::cout << "tau: " << tau.transpose() << "\nqdd: " << qdd.transpose() << '\n';
}
