// Derivatives, linear systems, and what of its inertias a robot's motion can tell.
#include "erfd/dynamics/base_parameters.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/derivatives.hpp"

#include "arrays.hpp"
#include "parts.hpp"
#include "robot.hpp"

#include <pybind11/stl.h>

namespace erfd::python {
namespace {

using RowOut = Eigen::Map<VectorX<double>>;

/// One nv × nv result of many states, row-major as numpy has it.
class Matrices {
 public:
  Matrices(const StateShape& shape, int n) : array(results(shape, {n, n})), n_(n) {
    out_ = array.mutable_data();
  }
  void set(py::ssize_t k, const MatrixX<double>& value) {
    Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
        out_ + k * n_ * n_, n_, n_) = value;
  }
  py::array_t<double> array;

 private:
  int n_;
  double* out_;
};

py::dict inverse_derivatives(const Robot& robot, const Array& q, const Array& qd, const Array& qdd,
                             int threads) {
  constexpr const char* function = "inverse_dynamics_derivatives";
  const int nq = robot.model.nq(), n = robot.model.nv();
  const StateShape shape = shape_of(function, {{"q", q, nq}, {"qd", qd, n}, {"qdd", qdd, n}});
  Matrices by_q(shape, n), by_qd(shape, n), inertia(shape, n);
  over_states(shape.count, threads, [&](py::ssize_t begin, py::ssize_t end) {
    DerivativesWorkspace ws(robot.model);
    MatrixX<double> dq(n, n), dqd(n, n), H(n, n);
    for (py::ssize_t k = begin; k < end; ++k) {
      inverse_dynamics_derivatives(robot.model, ws, row(q, k, nq), row(qd, k, n), row(qdd, k, n),
                                   dq, dqd, H);
      by_q.set(k, dq), by_qd.set(k, dqd), inertia.set(k, H);
    }
  });
  require_finite(function, by_q.array);
  require_finite(function, by_qd.array);
  py::dict all;
  all["dtau_dq"] = by_q.array, all["dtau_dqd"] = by_qd.array, all["dtau_dqdd"] = inertia.array;
  return all;
}

py::dict forward_derivatives(const Robot& robot, const Array& q, const Array& qd, const Array& tau,
                             int threads) {
  constexpr const char* function = "forward_dynamics_derivatives";
  const int nq = robot.model.nq(), n = robot.model.nv();
  const StateShape shape = shape_of(function, {{"q", q, nq}, {"qd", qd, n}, {"tau", tau, n}});
  Matrices by_q(shape, n), by_qd(shape, n), by_tau(shape, n);
  py::array_t<double> qdd = results(shape, {n});
  double* const out = qdd.mutable_data();
  over_states(shape.count, threads, [&](py::ssize_t begin, py::ssize_t end) {
    DerivativesWorkspace ws(robot.model);
    MatrixX<double> dq(n, n), dqd(n, n), dtau(n, n);
    for (py::ssize_t k = begin; k < end; ++k) {
      forward_dynamics_derivatives(robot.model, ws, row(q, k, nq), row(qd, k, n), row(tau, k, n),
                                   RowOut(out + k * n, n), dq, dqd, dtau);
      by_q.set(k, dq), by_qd.set(k, dqd), by_tau.set(k, dtau);
    }
  });
  require_finite(function, qdd);
  require_finite(function, by_q.array);
  require_finite(function, by_qd.array);
  py::dict all;
  all["qdd"] = qdd;
  all["dqdd_dq"] = by_q.array, all["dqdd_dqd"] = by_qd.array, all["dqdd_dtau"] = by_tau.array;
  return all;
}

py::array_t<double> regressor_of(const Robot& robot, const Array& q, const Array& qd,
                                 const Array& qdd) {
  const int nq = robot.model.nq(), n = robot.model.nv();
  const int parameters = parameters_of_a_body * robot.model.body_count();
  const StateShape shape = shape_of("regressor", {{"q", q, nq}, {"qd", qd, n}, {"qdd", qdd, n}});
  py::array_t<double> all = results(shape, {n, parameters});
  double* const out = all.mutable_data();
  over_states(shape.count, 1, [&](py::ssize_t begin, py::ssize_t end) {
    Workspace ws(robot.model);
    MatrixX<double> Y(n, parameters);
    for (py::ssize_t k = begin; k < end; ++k) {
      regressor(robot.model, ws, row(q, k, nq), row(qd, k, n), row(qd, k, n), row(qdd, k, n), Y);
      Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
          out + k * n * parameters, n, parameters) = Y;
    }
  });
  require_finite("regressor", all);
  return all;
}

py::dict base_parameters_of(const Robot& robot) {
  const BaseParameters found = base_parameters(robot.model);
  py::list names, formulas;
  for (const BaseParameter& p : found.base) names.append(p.name), formulas.append(p.formula);
  const VectorX<double> values = found.values();
  py::dict all;
  all["names"] = names, all["formulas"] = formulas;
  all["values"] = py::array_t<double>(values.size(), values.data());
  all["grouping"] = rows_of(MatrixX<double>(found.grouping.transpose()));
  return all;
}

py::array_t<double> parameters_of(const Robot& robot) {
  const VectorX<double> all = inertial_parameters(robot.model);
  return py::array_t<double>(all.size(), all.data());
}

}  // namespace

void add_analysis(py::module_& module) {
  using py::arg, py::kw_only;
  module.def("inverse_dynamics_derivatives", &inverse_derivatives, arg("robot"), kw_only(),
             arg("q"), arg("qd"), arg("qdd"), arg("threads") = 1);
  module.def("forward_dynamics_derivatives", &forward_derivatives, arg("robot"), kw_only(),
             arg("q"), arg("qd"), arg("tau"), arg("threads") = 1);
  module.def("regressor", &regressor_of, arg("robot"), kw_only(), arg("q"), arg("qd"), arg("qdd"));
  module.def("inertial_parameters", &parameters_of, arg("robot"));
  module.def("base_parameters", &base_parameters_of, arg("robot"));
}

}  // namespace erfd::python
