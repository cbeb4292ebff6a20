// Set lola15_algorithm1: moves of Lola 15 that saturate motors, every cycle of every variant. The
// links are those of the shipped lola15, which the set lola15 checks.
#include "erfd/simulation/algorithm1.hpp"

#include "erfd/base/error.hpp"
#include "erfd/model/build.hpp"

#include "golden/golden.hpp"

#include <cmath>
#include <numbers>

namespace erfd::golden {
namespace {

double cycloid(double t, double T) {
  constexpr double pi = std::numbers::pi;
  return t / T - std::sin(2 * pi * t / T) / (2 * pi);
}

/// The speed rises and falls in ramps of length r, with 1 / (T − r) between them.
double trapezoid(double t, double T, double r) {
  if (t > T / 2) return 1 - trapezoid(T - t, T, r);
  return (t < r ? t * t / (2 * r) : t - r / 2) / (T - r);
}

}  // namespace

double progress(const Json& move, double t) {
  const double T = move.at("T");
  const std::string profile = move.at("profile");
  if (profile != "cycloidal" && profile != "trapezoidal")
    throw Error("golden: profile '" + profile + "' is not known (known: cycloidal, trapezoidal)");
  if (t >= T) return 1;
  return profile == "cycloidal" ? cycloid(t, T) : trapezoid(t, T, move.at("ramp"));
}

namespace {

constexpr double period = 0.01;  // of the file's doc

VectorX<double> desired(const Json& move, std::size_t k) {
  return vector_of(move.at("q0")) +
         vector_of(move.at("dq")) * progress(move, static_cast<double>(k) * period);
}

/// q̇_max of the file in the model's place for it.
Model limited_robot(const VectorX<double>& speeds) {
  const Model robot = load_robot("lola15");
  Model::Parts parts;
  parts.name = robot.name();
  parts.bodies = robot.bodies();
  parts.frames = robot.frames();
  parts.default_tool = robot.tool().value;
  for (Body& body : parts.bodies) body.limits.speed = speeds[body.v_index];
  return Model(std::move(parts));
}

/// |flag − reference| as a number that only equality keeps at zero.
VectorX<double> flags_of(const Cycle& cycle) {
  VectorX<double> flags(static_cast<Eigen::Index>(cycle.limited.size()));
  for (std::size_t i = 0; i < cycle.limited.size(); ++i)
    flags[static_cast<Eigen::Index>(i)] = cycle.limited[i].torque() ? 1 : 0;
  return flags;
}

VectorX<double> flags_of(const Json& list) {
  VectorX<double> flags(static_cast<Eigen::Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i)
    flags[static_cast<Eigen::Index>(i)] = list[i].get<bool>() ? 1 : 0;
  return flags;
}

struct Names {
  std::string run;
  std::string operator()(const char* result) const { return run + " " + result; }
};

void compare_cycle(const Names& name, const Cycle& cycle, const Json& step, Outcome& outcome) {
  outcome.compare(name("qd_cmd"), cycle.qd_cmd, vector_of(step.at("qd_cmd")));
  outcome.compare(name("qdd_cmd"), cycle.qdd_cmd, vector_of(step.at("qdd_cmd")));
  outcome.compare(name("u"), cycle.u_required, vector_of(step.at("u")));
  outcome.compare(name("ua_required"), cycle.ua_required, vector_of(step.at("ua_required")));
  outcome.compare(name("ua"), cycle.ua, vector_of(step.at("ua")));
  outcome.compare(name("qdd"), cycle.qdd, vector_of(step.at("qdd")));
  outcome.compare(name("flags"), flags_of(cycle), flags_of(step.at("saturated")), 0);
}

void check_run(const Json& file, const Json& run, Outcome& outcome) {
  const std::string model = run.at("actuator_model"), shortfall = run.at("step6");
  const Algorithm1 algorithm(
      limited_robot(vector_of(file.at("qdmax"))), lola15_drives(file),
      {.period = period,
       .actuator_model = model == "paper_D3" ? "as_published" : std::string_view(model),
       .shortfall = shortfall_of(shortfall)});
  const Names name{std::string(algorithm.actuator_model().name) + "/" + shortfall};
  Algorithm1Workspace ws(algorithm);
  Cycle cycle(algorithm);
  // The robot presses with (100, 100, −150) N; the environment presses back.
  const ExternalWrench<double> wrench{algorithm.model().tool(), {{0, 0, 0}, {-100, -100, 150}}};
  const Json& move = file.at("move");
  VectorX<double> q = desired(move, 0), qd = VectorX<double>::Zero(q.size());
  VectorX<double> saturated = VectorX<double>::Zero(q.size());
  const Json& steps = run.at("steps");
  for (std::size_t k = 0; k < steps.size(); ++k) {
    outcome.compare(name("q"), q, vector_of(steps[k].at("q")));
    outcome.compare(name("qd"), qd, vector_of(steps[k].at("qd")));
    const VectorX<double> given = (desired(move, k + 1) - desired(move, k)) / period;
    step(algorithm, ws, static_cast<double>(k) * period, q, qd, given, cycle, {&wrench, 1});
    compare_cycle(name, cycle, steps[k], outcome);
    saturated += flags_of(cycle);
    q = cycle.q_next;
    qd = cycle.qd_next;
    ++outcome.samples;
  }
  outcome.compare(name("q"), q, vector_of(run.at("q_final")));
  outcome.compare(name("qd"), qd, vector_of(run.at("qd_final")));
  outcome.compare(name("flags"), saturated, vector_of(run.at("saturated_steps")), 0);
}

}  // namespace

Outcome check_algorithm1(const Json& file) {
  Outcome outcome;
  for (const Json& run : file.at("runs")) check_run(file, run, outcome);
  return outcome;
}

}  // namespace erfd::golden
