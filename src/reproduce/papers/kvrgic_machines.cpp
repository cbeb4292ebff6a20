// The other machines of [KV20]: the spatial disorientation trainer (App. E of S, Fig. A3 of E) and the centrifuge of Fig. 10.
// The paper prints no dimension of theirs: the robots are ours, with its axes.
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/robot_choice.hpp"
#include "erfd/simulation/reference_motion.hpp"

#include "reproduce/papers/kvrgic_items.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>
#include <fmt/format.h>

namespace erfd {
namespace {

/// A motion in samples.
struct JointMotion {
  std::vector<double> times;
  std::vector<VectorX<double>> q, qd, qdd;
};

JointMotion sampled(const Reference& reference, double duration, double period) {
  JointMotion motion;
  const int n = reference.joint_count();
  for (int k = 0; k * period <= duration + 1e-9; ++k) {
    VectorX<double> q(n), qd(n), qdd(n);
    reference.at(k * period, q, qd, qdd);
    motion.times.push_back(k * period);
    motion.q.push_back(std::move(q));
    motion.qd.push_back(std::move(qd));
    motion.qdd.push_back(std::move(qdd));
  }
  return motion;
}

/// A panel an entry of the vectors that `of` gives for each sample.
PanelPlot machine_panels(
    const std::string& title, const std::vector<std::string>& names,
    const std::vector<double>& times,
    const std::vector<std::pair<std::string, std::vector<VectorX<double>>>>& lines) {
  PanelPlot plot{title, "time [s]", times, {}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    Panel panel{names[i], {}};
    for (std::size_t l = 0; l < lines.size(); ++l) {
      PanelLine line{lines[l].first, l == 0 ? LineKind::signal : LineKind::asked, {}};
      for (const VectorX<double>& values : lines[l].second)
        line.values.push_back(values[static_cast<Eigen::Index>(i)]);
      panel.lines.push_back(std::move(line));
    }
    plot.panels.push_back(std::move(panel));
  }
  return plot;
}

std::vector<std::string> axes(int count, const char* unit) {
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back(fmt::format("axis {} [{}]", i, unit));
  return names;
}

std::vector<VectorX<double>> torques_by(std::string_view name, const Model& model,
                                        const JointMotion& motion) {
  const auto algorithm = make_algorithm<double>(name, model);
  std::vector<VectorX<double>> torques;
  VectorX<double> tau(model.nv());
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    algorithm->inverse_dynamics(motion.q[k], motion.qd[k], motion.qdd[k], tau, {});
    torques.push_back(tau);
  }
  return torques;
}

std::vector<VectorX<double>> accelerations_by(std::string_view name, const Model& model,
                                              const JointMotion& motion,
                                              const std::vector<VectorX<double>>& torques) {
  const auto algorithm = make_algorithm<double>(name, model);
  std::vector<VectorX<double>> accelerations;
  VectorX<double> qdd(model.nv());
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    algorithm->forward_dynamics(motion.q[k], motion.qd[k], torques[k], qdd, {});
    accelerations.push_back(qdd);
  }
  return accelerations;
}

double largest_difference(const std::vector<VectorX<double>>& a,
                          const std::vector<VectorX<double>>& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    largest = std::max(largest, (a[k] - b[k]).cwiseAbs().maxCoeff());
  return largest;
}

double largest_of(const std::vector<VectorX<double>>& values) {
  double largest = 0;
  for (const VectorX<double>& v : values) largest = std::max(largest, v.cwiseAbs().maxCoeff());
  return largest;
}

}  // namespace

Reproduction kvrgic_trainer(const Progress&) {
  const Model sdt = choose_robot({.robot = "sdt4"}).model();
  VectorX<double> amplitude(4), frequency(4), phase(4);
  amplitude << 1.2, 0.5, 0.4, 0.3;
  frequency << 0.8, 1.3, 1.7, 2.1;
  phase << 0, 0.4, 0.9, 1.7;
  const JointMotion motion =
      sampled(*sine_motion(VectorX<double>::Zero(4), amplitude, frequency, phase), 8, 0.02);
  const auto rnea = torques_by("rnea", sdt, motion), mrnea = torques_by("mrnea", sdt, motion),
             expanded = torques_by("mrnea_expanded", sdt, motion);
  const auto qdd = accelerations_by("mrnea", sdt, motion, mrnea);
  const double scale = largest_of(rnea);
  Reproduction found;
  found.numbers = {
      checked("|u by mRNEA − u by RNEA|", "N m", 0, largest_difference(mrnea, rnea), 1e-12 * scale),
      checked("|u written out, L17 − u by RNEA|", "N m", 0, largest_difference(expanded, rnea),
              1e-12 * scale),
      checked("|q̈ of (34) − q̈ of the motion|", "rad/s²", 0, largest_difference(qdd, motion.qdd),
              1e-11)};
  found.plots.emplace_back(machine_panels("Joint torques u", axes(4, "N m"), motion.times,
                                          {{"mRNEA", mrnea}, {"RNEA", rnea}}));
  found.plots.emplace_back(machine_panels("Joint accelerations", axes(4, "rad/s²"), motion.times,
                                          {{"of (34)", qdd}, {"of the motion", motion.qdd}}));
  return found;
}

namespace {

/// The arm takes up speed while the gondola leans into the resultant; both come back to rest. The speed of
/// the arm is that of a resultant along the seat at every lean, were there no transients.
JointMotion centrifuge_run(const Model& model) {
  constexpr double top_speed = 2.5, start = 0.5, onset = 3, plateau = 4, period = 0.01;
  constexpr double end = 2 * start + 2 * onset + plateau;
  const double radius = 7.6,
               lean = -std::atan2(top_speed * top_speed * radius, model.gravity().norm());
  const VectorX<double> rest = VectorX<double>::Zero(3),
                        leaning = lean * VectorX<double>::Unit(3, 1);
  const auto up = polynomial_move(rest, leaning, start, onset),
             down = polynomial_move(leaning, rest, start + onset + plateau, onset);
  JointMotion motion;
  VectorX<double> q(3), qd(3), qdd(3);
  double angle = 0;
  for (int k = 0; k * period <= end; ++k) {
    const double t = k * period;
    (t < start + onset + plateau ? *up : *down).at(t, q, qd, qdd);
    q[0] = angle;
    qd[0] = top_speed * q[1] / lean;
    qdd[0] = top_speed * qd[1] / lean;
    angle += period * (qd[0] + period / 2 * qdd[0]);
    motion.times.push_back(t);
    motion.q.push_back(q);
    motion.qd.push_back(qd);
    motion.qdd.push_back(qdd);
  }
  return motion;
}

/// What differences of positions say of a state: no recursion, no Jacobian.
struct ByDifferences {
  Vector3<double>
      force;  ///< that the foundation gives: mass times acceleration of all that moves [N]
  Vector3<double> felt;  ///< specific force at the gimbal centre in axes of the gondola [m/s²]
};

ByDifferences by_differences(const Model& model, Workspace& ws, const VectorX<double>& q,
                             const VectorX<double>& qd, const VectorX<double>& qdd) {
  constexpr double h = 1e-4;
  struct Places {
    Vector3<double> moment = Vector3<double>::Zero(), pilot;
    Matrix3<double> axes;
  };
  const auto at = [&](double t) {
    std::vector<Pose<double>> poses(static_cast<std::size_t>(model.body_count()));
    body_poses<double>(model, ws, q + t * qd + t * t / 2 * qdd, poses);
    Places places{.pilot = poses.back().p, .axes = poses.back().R};
    for (std::size_t i = 0; i < poses.size(); ++i)
      places.moment += model.bodies()[i].I_B.mass * (poses[i] * model.bodies()[i].I_B.com());
    return places;
  };
  double mass = 0;
  for (const Body& body : model.bodies()) mass += body.I_B.mass;
  const Places before = at(-h), now = at(0), after = at(h);
  const auto second = [](const Vector3<double>& a, const Vector3<double>& b,
                         const Vector3<double>& c) -> Vector3<double> {
    return (a - 2 * b + c) / (h * h);
  };
  return {second(before.moment, now.moment, after.moment) - mass * model.gravity(),
          now.axes.transpose() * (second(before.pilot, now.pilot, after.pilot) - model.gravity())};
}

}  // namespace

Reproduction kvrgic_centrifuge(const Progress&) {
  const Model model = choose_robot({.robot = "centrifuge3"}).model();
  const JointMotion motion = centrifuge_run(model);
  const double g = model.gravity().norm();
  Workspace ws(model);
  std::vector<VectorX<double>> torques, forces, moments, felt;
  std::vector<Force<double>> reactions(3);
  VectorX<double> tau(3), force(3), moment(3);
  double difference = 0;
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    rnea_with_reactions<double>(model, ws, motion.q[k], motion.qd[k], motion.qdd[k], tau,
                                reactions);
    for (std::size_t i = 0; i < 3; ++i) {
      force[static_cast<Eigen::Index>(i)] = reactions[i].force.norm();
      moment[static_cast<Eigen::Index>(i)] = reactions[i].moment.head<2>().norm();
    }
    torques.push_back(tau);
    forces.push_back(force);
    moments.push_back(moment);
    const ByDifferences other = by_differences(model, ws, motion.q[k], motion.qd[k], motion.qdd[k]);
    difference = std::max(difference, std::abs(other.force.norm() - force[0]));
    felt.emplace_back(other.felt / g);
  }
  Reproduction found;
  const VectorX<double>& on_plateau = felt[550];
  const double total = on_plateau.norm(), along = on_plateau.cwiseAbs().maxCoeff();
  found.numbers = {
      checked("bearing of the arm: RNEA less momentum, relative", "", 0,
              difference / largest_of(forces), 1e-5),
      checked("felt on the plateau: √(1 + (ω² r / g)²)", "g", std::hypot(1, 2.5 * 2.5 * 7.6 / g),
              total, 1e-5),
      checked("felt across the seat", "g", 0,
              std::sqrt(std::max(0.0, total * total - along * along)), 1e-3),
      shown("largest force in the bearing of the arm", "kN", largest_of(forces) / 1000),
      shown("largest tilting moment there", "kN m", largest_of(moments) / 1000),
      shown("largest torque of the arm", "kN m", largest_of(torques) / 1000)};
  found.plots.emplace_back(
      machine_panels("Trajectories", axes(3, "rad"), motion.times, {{"q", motion.q}}));
  found.plots.emplace_back(
      machine_panels("Torques", axes(3, "N m"), motion.times, {{"u", torques}}));
  found.plots.emplace_back(
      machine_panels("Forces in the joints", axes(3, "N"), motion.times, {{"force", forces}}));
  found.plots.emplace_back(machine_panels("Moments across the joints", axes(3, "N m"), motion.times,
                                          {{"moment", moments}}));
  found.plots.emplace_back(machine_panels("Felt at the gimbal centre, in axes of the gondola",
                                          {"x [g]", "y [g]", "z [g]"}, motion.times,
                                          {{"felt", felt}}));
  return found;
}

}  // namespace erfd
