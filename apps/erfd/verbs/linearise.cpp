// erfd linearise: the robot as a linear system about a state.
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/derivatives.hpp"
#include "erfd/math/decompositions.hpp"
#include "erfd/report/table.hpp"

#include "input/robot_input.hpp"
#include "input/state_input.hpp"
#include "output/output.hpp"
#include "output/state_output.hpp"
#include "verbs/verbs.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include <fmt/format.h>

namespace erfd {
namespace {

/// d(dq, dqd)/dt = A (dq, dqd) + B dtau about a state.
struct LinearSystem {
  State state;
  MatrixX<double> dqdd_dq, dqdd_dqd, dqdd_dtau;

  MatrixX<double> A() const {
    const Eigen::Index n = dqdd_dq.rows();
    MatrixX<double> a = MatrixX<double>::Zero(2 * n, 2 * n);
    a.topRightCorner(n, n).setIdentity();
    a.bottomLeftCorner(n, n) = dqdd_dq;
    a.bottomRightCorner(n, n) = dqdd_dqd;
    return a;
  }
  MatrixX<double> B() const {
    const Eigen::Index n = dqdd_dq.rows();
    MatrixX<double> b = MatrixX<double>::Zero(2 * n, n);
    b.bottomRows(n) = dqdd_dtau;
    return b;
  }
};

LinearSystem linearised(const Model& model, State state, bool tau_is_given) {
  const int n = model.nv();
  LinearSystem system{std::move(state), MatrixX<double>(n, n), MatrixX<double>(n, n),
                      MatrixX<double>(n, n)};
  State& s = system.state;
  if (!tau_is_given) {
    Workspace ws(model);
    s.tau.resize(n);
    bias_torques(model, ws, s.q, s.qd, s.tau);
  }
  s.qdd.resize(n);
  DerivativesWorkspace ws(model);
  forward_dynamics_derivatives(model, ws, s.q, s.qd, s.tau, s.qdd, system.dqdd_dq, system.dqdd_dqd,
                               system.dqdd_dtau);
  if (!system.dqdd_dq.allFinite() || !system.dqdd_dqd.allFinite() || !system.dqdd_dtau.allFinite())
    throw Error(fmt::format(
        "derivatives of {} are not finite; a joint moves no mass here, or the numbers of the state "
        "are too large",
        model.name()));
  if (!tau_is_given) s.qdd.setZero();  // but for rounding
  return system;
}

using Eigenvalues = std::vector<std::complex<double>>;

/// The fastest growing first, of a pair that with the positive imaginary part.
Eigenvalues sorted_eigenvalues(const MatrixX<double>& A) {
  const auto all = eigenvalues_of(A);
  Eigenvalues values(all.begin(), all.end());
  std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) {
    return a.real() != b.real() ? a.real() > b.real() : a.imag() > b.imag();
  });
  return values;
}

std::string eigenvalue_table(const Eigenvalues& values, const TextStyle& style) {
  std::vector<double> real, imaginary, hertz;
  for (const std::complex<double>& value : values) {
    real.push_back(value.real());
    imaginary.push_back(value.imag());
    hertz.push_back(std::abs(value.imag()) / (2 * std::numbers::pi));
  }
  Table table;
  table.results("real part", "1/s", real);
  table.results("imaginary part", "rad/s", imaginary);
  table.results("frequency", "Hz", hertz);
  return table.layout(style);
}

std::string page(const Model& model, const LinearSystem& system, bool tau_is_given, bool degrees) {
  const TextStyle style = stdout_style();
  Table joints;
  joints.text("joint", names_of(coordinates(model, Quantity::position)));
  add_column(joints, model, "q", Quantity::position, system.state.q, degrees);
  add_column(joints, model, "qd", Quantity::velocity, system.state.qd, degrees);
  add_column(joints, model, "tau", Quantity::effort, system.state.tau, degrees);
  add_column(joints, model, "qdd", Quantity::acceleration, system.state.qdd, degrees);
  const auto matrix = [&](const char* name, const MatrixX<double>& m, const char* turns,
                          const char* mixed, const char* slides) {
    return '\n' + bold(name, style) + "\n\n" +
           table_of_matrix(model, m, turns, mixed, slides).layout(style);
  };
  return headed("Linear system",
                tau_is_given ? "about this state: small deviations, in radians and metres"
                             : "about this state, held by the torques tau: small deviations, in "
                               "radians and metres",
                style) +
         title_of(model) + "\n\n" + joints.layout(style) +
         matrix("d qdd / d q", system.dqdd_dq, "1/s^2", "SI", "1/s^2") +
         matrix("d qdd / d qd", system.dqdd_dqd, "1/s", "SI", "1/s") +
         matrix("d qdd / d tau", system.dqdd_dtau, "1/(kg m^2)", "1/(kg m)", "1/kg") + '\n' +
         headed("Eigenvalues", "of A = (0 1; dqdd/dq dqdd/dqd); a positive real part grows",
                style) +
         '\n' + eigenvalue_table(sorted_eigenvalues(system.A()), style);
}

Json json_of(const Model& model, const LinearSystem& system) {
  Json::List eigenvalues;
  for (const std::complex<double>& value : sorted_eigenvalues(system.A()))
    eigenvalues.push_back(Json::Object{{"real", value.real()}, {"imaginary", value.imag()}});
  Json json = json_head(model);
  json.set("q", Json::numbers(span_of(system.state.q)));
  json.set("qd", Json::numbers(span_of(system.state.qd)));
  json.set("tau", Json::numbers(span_of(system.state.tau)));
  json.set("qdd", Json::numbers(span_of(system.state.qdd)));
  json.set("A", Json::matrix(system.A()));
  json.set("B", Json::matrix(system.B()));
  json.set("eigenvalues", std::move(eigenvalues));
  return json;
}

}  // namespace

int run_linearise(const LineariseOptions& options) {
  const ModelledRobot robot = build_model(options.robot);
  if (robot.model.has_free_base())
    throw Error(fmt::format("{}: found a robot with a free base, expected a fixed one",
                            robot.model.name()));
  const bool tau_is_given = options.state.tau.has_value();
  const LinearSystem system =
      linearised(robot.model, read_states(robot.model, options.state).states.front(), tau_is_given);
  for (const std::string& remark : robot.remarks) talk(remark);
  if (options.json) {
    Json json = json_of(robot.model, system);
    set_left_out(robot.chosen.left_out, json);
    print(json.text() + '\n');
  } else {
    print(page(robot.model, system, tau_is_given, options.state.degrees) +
          left_out_text(robot.chosen.left_out, stdout_style()));
  }
  return exit_fine;
}

}  // namespace erfd
