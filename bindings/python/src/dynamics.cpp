// Torques, accelerations, inertia: one state or many.
#include "erfd/drives/torque_split.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/energy.hpp"

#include "arrays.hpp"
#include "parts.hpp"
#include "robot.hpp"

#include <pybind11/stl.h>

namespace erfd::python {
namespace {

using RowOut = Eigen::Map<VectorX<double>>;

/// Force and moment of the environment at the tool, in world axes; none where the argument is None.
std::vector<ExternalWrench<double>> wrench_at_tool(const char* function, const Model& model,
                                                   const std::optional<Array>& wrench) {
  if (!wrench) return {};
  const StateShape shape = shape_of(function, {{"wrench", *wrench, 6}});
  if (shape.many)
    throw Error(std::string(function) +
                ": argument 'wrench': found many, expected one: fx, fy, fz [N], mx, my, mz [N m]");
  const Row w = row(*wrench, 0, 6);
  return {{model.tool(), Force<double>{w.tail<3>(), w.head<3>()}}};
}

py::array_t<double> inverse(const Robot& robot, const Array& q, const Array& qd, const Array& qdd,
                            const std::optional<Array>& wrench, int threads) {
  constexpr const char* function = "inverse_dynamics";
  const int nq = robot.model.nq(), n = robot.model.nv();
  const StateShape shape = shape_of(function, {{"q", q, nq}, {"qd", qd, n}, {"qdd", qdd, n}});
  const auto wrenches = wrench_at_tool(function, robot.model, wrench);
  py::array_t<double> tau = results(shape, {n});
  double* const out = tau.mutable_data();
  over_states(shape.count, threads, [&](py::ssize_t begin, py::ssize_t end) {
    EngineWorkspace ws(robot.engine);
    for (py::ssize_t k = begin; k < end; ++k)
      inverse_dynamics(robot.engine, ws, row(q, k, nq), row(qd, k, n), row(qdd, k, n),
                       RowOut(out + k * n, n), wrenches);
  });
  require_finite(function, tau);
  return tau;
}

py::array_t<double> forward(const Robot& robot, const Array& q, const Array& qd, const Array& tau,
                            const std::optional<Array>& wrench, int threads) {
  constexpr const char* function = "forward_dynamics";
  const int nq = robot.model.nq(), n = robot.model.nv();
  const StateShape shape = shape_of(function, {{"q", q, nq}, {"qd", qd, n}, {"tau", tau, n}});
  const auto wrenches = wrench_at_tool(function, robot.model, wrench);
  py::array_t<double> qdd = results(shape, {n});
  double* const out = qdd.mutable_data();
  over_states(shape.count, threads, [&](py::ssize_t begin, py::ssize_t end) {
    EngineWorkspace ws(robot.engine);
    for (py::ssize_t k = begin; k < end; ++k)
      forward_dynamics(robot.engine, ws, row(q, k, nq), row(qd, k, n), row(tau, k, n),
                       RowOut(out + k * n, n), wrenches);
  });
  require_finite(function, qdd);
  return qdd;
}

py::array_t<double> inertia(const Robot& robot, const Array& q, int threads) {
  const int nq = robot.model.nq(), n = robot.model.nv();
  const StateShape shape = shape_of("inertia_matrix", {{"q", q, nq}});
  py::array_t<double> H = results(shape, {n, n});
  double* const out = H.mutable_data();
  over_states(shape.count, threads, [&](py::ssize_t begin, py::ssize_t end) {
    EngineWorkspace ws(robot.engine);
    for (py::ssize_t k = begin; k < end; ++k)  // symmetric: rows and columns are the same
      inertia_matrix(robot.engine, ws, row(q, k, nq),
                     Eigen::Map<MatrixX<double>>(out + k * n * n, n, n));
  });
  require_finite("inertia_matrix", H);
  return H;
}

py::array_t<double> gravity(const Robot& robot, const Array& q) {
  const int nq = robot.model.nq(), n = robot.model.nv();
  const StateShape shape = shape_of("gravity_torques", {{"q", q, nq}});
  py::array_t<double> tau = results(shape, {n});
  double* const out = tau.mutable_data();
  over_states(shape.count, 1, [&](py::ssize_t begin, py::ssize_t end) {
    Workspace ws(robot.model);
    for (py::ssize_t k = begin; k < end; ++k)
      gravity_torques(robot.model, ws, row(q, k, nq), RowOut(out + k * n, n));
  });
  require_finite("gravity_torques", tau);
  return tau;
}

py::tuple energies(const Robot& robot, const Array& q, const Array& qd) {
  const int nq = robot.model.nq(), n = robot.model.nv();
  const StateShape shape = shape_of("energies", {{"q", q, nq}, {"qd", qd, n}});
  py::array_t<double> kinetic = results(shape, {}), potential = results(shape, {});
  double *const T = kinetic.mutable_data(), *const V = potential.mutable_data();
  over_states(shape.count, 1, [&](py::ssize_t begin, py::ssize_t end) {
    Workspace ws(robot.model);
    for (py::ssize_t k = begin; k < end; ++k) {
      T[k] = kinetic_energy(robot.model, ws, row(q, k, nq), row(qd, k, n));
      V[k] = potential_energy(robot.model, ws, row(q, k, nq));
    }
  });
  return py::make_tuple(kinetic, potential);
}

/// Torques by cause: {"joint": {cause: array}, "motor": {cause: array}} and the totals.
py::dict split(const Robot& robot, const Array& q, const Array& qd, const Array& qdd) {
  const int nq = robot.model.nq(), n = robot.model.nv();
  const StateShape shape = shape_of("torque_split", {{"q", q, nq}, {"qd", qd, n}, {"qdd", qdd, n}});
  const bool loaded = robot.chosen.payload.mass > 0 ||
                      robot.model.moving_mass() > robot.chosen.unloaded().moving_mass();
  LoadedRobot of{robot.chosen.unloaded(), {}, robot.drives};
  if (loaded) of.loaded = robot.model;
  const int motors = of.motor_count();
  std::array<py::array_t<double>, torque_cause_count> joint, motor;
  for (auto& part : joint) part = results(shape, {n});
  for (auto& part : motor) part = results(shape, {motors});
  py::array_t<double> joint_total = results(shape, {n}), motor_total = results(shape, {motors});
  std::array<double*, torque_cause_count> joint_out, motor_out;
  for (std::size_t c = 0; c < torque_cause_count; ++c)
    joint_out[c] = joint[c].mutable_data(), motor_out[c] = motor[c].mutable_data();
  double *const joint_sum = joint_total.mutable_data(), *const motor_sum =
                                                            motor_total.mutable_data();
  over_states(shape.count, 1, [&](py::ssize_t begin, py::ssize_t end) {
    TorqueSplitWorkspace ws(of);
    TorqueSplit parts(of);
    for (py::ssize_t k = begin; k < end; ++k) {
      split_torques(of, ws, row(q, k, nq), row(qd, k, n), row(qdd, k, n), parts);
      for (std::size_t c = 0; c < torque_cause_count; ++c) {
        RowOut(joint_out[c] + k * n, n) = parts.joint.col(static_cast<Eigen::Index>(c));
        RowOut(motor_out[c] + k * motors, motors) = parts.motor.col(static_cast<Eigen::Index>(c));
      }
      RowOut(joint_sum + k * n, n) = parts.joint_total;
      RowOut(motor_sum + k * motors, motors) = parts.motor_total;
    }
  });
  py::dict of_joints, of_motors, all;
  for (const TorqueCause cause : torque_causes()) {
    const auto c = static_cast<std::size_t>(cause);
    const py::str name(name_of(cause).data(), name_of(cause).size());
    of_joints[name] = joint[c], of_motors[name] = motor[c];
  }
  all["joint"] = of_joints, all["motor"] = of_motors;
  all["joint_total"] = joint_total, all["motor_total"] = motor_total;
  return all;
}

}  // namespace

void add_dynamics(py::module_& module) {
  using py::arg, py::kw_only;
  module.def("inverse_dynamics", &inverse, arg("robot"), kw_only(), arg("q"), arg("qd"), arg("qdd"),
             arg("wrench") = py::none(), arg("threads") = 1);
  module.def("forward_dynamics", &forward, arg("robot"), kw_only(), arg("q"), arg("qd"), arg("tau"),
             arg("wrench") = py::none(), arg("threads") = 1);
  module.def("inertia_matrix", &inertia, arg("robot"), kw_only(), arg("q"), arg("threads") = 1);
  module.def("gravity_torques", &gravity, arg("robot"), kw_only(), arg("q"));
  module.def("energies", &energies, arg("robot"), kw_only(), arg("q"), arg("qd"));
  module.def("torque_split", &split, arg("robot"), kw_only(), arg("q"), arg("qd"), arg("qdd"));
}

}  // namespace erfd::python
