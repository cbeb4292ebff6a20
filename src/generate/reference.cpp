#include "generate/reference.hpp"

#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/regressor.hpp"
#include "erfd/dynamics/rnea.hpp"

namespace erfd::generate {
namespace {

std::vector<double> row_by_row(const MatrixX<double>& m) {
  std::vector<double> v;
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) v.push_back(m(i, j));
  return v;
}

std::vector<double> pose_of_tool(const Model& model, Workspace& ws, const VectorX<double>& q) {
  const Pose<double> X = frame_pose(model, ws, q, model.tool());
  std::vector<double> pose = row_by_row(X.R);
  pose.insert(pose.end(), X.p.begin(), X.p.end());
  return pose;
}

}  // namespace

std::vector<double> input_values(const RecordedFunction& recorded, const SampleState& s) {
  std::vector<double> values;
  for (const RecordedArgument& argument : recorded.inputs) {
    const VectorX<double>& v = argument.name == "q"     ? s.q
                               : argument.name == "qd"  ? s.qd
                               : argument.name == "qdd" ? s.qdd
                                                        : s.tau;
    values.insert(values.end(), v.begin(), v.end());
  }
  return values;
}

std::vector<double> reference_values(const Model& model, RobotFunction function,
                                     const SampleState& s) {
  Workspace ws(model);
  const int n = model.nv();
  const VectorX<double> rest = VectorX<double>::Zero(n);
  const auto torques = [&](const VectorX<double>& qd, const VectorX<double>& qdd) {
    VectorX<double> tau(n);
    rnea(model, ws, s.q, qd, qdd, tau);
    return std::vector<double>(tau.begin(), tau.end());
  };
  switch (function) {
    case RobotFunction::inverse_dynamics:
      return torques(s.qd, s.qdd);
    case RobotFunction::forward_dynamics:  // tau of the state belongs to qdd
      return {s.qdd.begin(), s.qdd.end()};
    case RobotFunction::inertia_matrix: {
      MatrixX<double> H(n, n);
      crba(model, ws, s.q, H);
      return row_by_row(H);
    }
    case RobotFunction::bias:
      return torques(s.qd, rest);
    case RobotFunction::gravity:
      return torques(rest, rest);
    case RobotFunction::forward_kinematics:
      return pose_of_tool(model, ws, s.q);
    case RobotFunction::jacobian: {
      MatrixX<double> J(6, n);
      jacobian(model, ws, s.q, model.tool(), J);
      return row_by_row(J);
    }
    case RobotFunction::regressor:
      break;
  }
  MatrixX<double> Y(n, 10 * model.body_count());
  regressor(model, ws, s.q, s.qd, s.qd, s.qdd, Y);
  return row_by_row(Y);
}

}  // namespace erfd::generate
