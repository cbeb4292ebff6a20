// Arm and gimbals of a centrifuge from the level that a pilot is to feel.
//
//   G'(t)  = n S(τ), S from 0 to 1 by x²(3 − 2x) in the smoothing time, and back       (1)
//   h      = √((G g₀)² − g²),  ω = √(h/R),  ω̇ = G' (G g₀²/h − h R_G/R)/(2 ω R)        (2)
//   ω      = ω_b (10 x³ − 15 x⁴ + 6 x⁵) while the arm runs up; backwards while it runs down   (3)
//   f      = ω̇ z×r − ω² r + g z     felt by a head at r while the gimbals stand         (4)
//   q      turns the pilot's upward axis u into f/|f|: u + Σ (a_j × u) Δq_j = f/|f|     (5)  Newton
//
// Legend   g₀, g      standard gravity; that of the model
//          r, R, R_G  way from the arm's axis to the head; its length where the arm turns steadily at
//                     the level G, and how that changes with G: the gimbals turn the head nearer to the axis
//          a_j, u     axes of the gimbals and the pilot's upward axis, both while the arm stands at 0
//
// (2) leaves the tangential acceleration out, which is felt besides: with it the arm would have to stop
// accelerating at once where a level is reached.
#include "erfd/base/choices.hpp"
#include "erfd/base/error.hpp"
#include "erfd/dynamics/felt.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/math/cubic_spline.hpp"
#include "erfd/motion/g_profile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace erfd {
namespace {

using Vector = Vector3<double>;

/// The arm at one time.
struct ArmState {
  double level = std::numeric_limits<double>::quiet_NaN();  ///< [g]
  double speed = 0, acceleration = 0;                       ///< [rad/s], [rad/s^2]
};

/// (1): a level that changes, from t = 0 on.
class Ramp {
 public:
  Ramp(double from, double to, double rate, double smoothing)
      : from_(from), way_(std::abs(to - from)), sense_(to < from ? -1 : 1), smoothing_(smoothing) {
    rate_ = std::min(rate, way_ / smoothing);
    duration_ = rate_ > 0 ? way_ / rate_ + smoothing : 0;
  }
  double duration() const { return duration_; }
  double level(double t) const {
    return from_ + sense_ * (t < duration_ / 2 ? gone(t) : way_ - gone(duration_ - t));
  }
  double rate(double t) const {
    const double x = std::min(1.0, std::min(t, duration_ - t) / smoothing_);
    return sense_ * rate_ * x * x * (3 - 2 * x);
  }

 private:
  double gone(double t) const {
    const double x = std::min(1.0, t / smoothing_), rest = std::max(0.0, t - smoothing_);
    return rate_ * (smoothing_ * x * x * x * (1 - x / 2) + rest);
  }
  double from_, way_, sense_, smoothing_, rate_ = 0, duration_ = 0;
};

/// R and R_G over the levels of a profile: the cubic of two nodes with their derivatives.
class RadiusTable {
 public:
  struct Entry {
    double radius, slope;  ///< [m], [m/g]
  };

  /// @param radius_of  of a level, asked in rising order [g] → [m]
  template <class Radius>
  RadiusTable(double least, double most, Radius radius_of) : least_(least) {
    constexpr int nodes = 400;
    step_ = std::max(most - least, 0.1) / (nodes - 1);
    std::vector<double> levels, curvatures(nodes);
    for (int i = 0; i < nodes; ++i) {
      levels.push_back(least + i * step_);
      radii_.push_back(radius_of(levels.back()));
    }
    slopes_.resize(nodes);
    spline_derivatives(levels, radii_, slopes_, curvatures);
  }

  Entry at(double level) const {
    const double place =
        std::clamp((level - least_) / step_, 0.0, static_cast<double>(radii_.size()) - 1.0);
    const std::size_t i = std::min(static_cast<std::size_t>(place), radii_.size() - 2);
    const double x = place - static_cast<double>(i), a = radii_[i], b = radii_[i + 1],
                 va = step_ * slopes_[i], vb = step_ * slopes_[i + 1];
    const double c2 = 3 * (b - a) - 2 * va - vb, c3 = 2 * (a - b) + va + vb;
    return {a + x * (va + x * (c2 + x * c3)), (va + x * (2 * c2 + 3 * x * c3)) / step_};
  }

 private:
  double least_, step_;
  std::vector<double> radii_, slopes_;
};

/// The arm over the whole profile.
class ArmLaw {
 public:
  ArmLaw(const GProfile& profile, const RadiusTable& radii, double gravity)
      : profile_(profile), radii_(radii), gravity_(gravity) {
    double level = profile.baseline;
    add(profile.run_up + profile.hold, Ramp(level, level, 1, 1), 1);
    for (const GStage& stage : profile.stages) {
      const Ramp ramp(level, stage.level, stage.rate, profile.smoothing);
      add(ramp.duration() + stage.hold, ramp, stage.line);
      level = stage.level;
    }
    const double back = profile.stages.back().rate;
    const Ramp ramp(level, profile.baseline, back, profile.smoothing);
    add(ramp.duration() + profile.hold + profile.run_up, ramp, profile.stages.back().line);
  }

  double duration() const { return parts_.back().end; }
  /// Number of the part of the profile, from 1, and its line: 1 of the run-up, that of the last stage on
  /// the way back.
  std::pair<int, int> place(double t) const {
    const std::size_t i = index(t);
    return {static_cast<int>(i) + 1, parts_[i].line};
  }

  ArmState at(double t) const {
    const double left = duration() - t;
    if (std::min(t, left) < profile_.run_up) return running_up(std::min(t, left), t > left);
    const Part& part = parts_[index(t)];
    const double time = std::min(t - part.begin, part.ramp.duration());
    return of_level(part.ramp.level(time), part.ramp.duration() > 0 ? part.ramp.rate(time) : 0);
  }

 private:
  struct Part {
    double begin, end;
    Ramp ramp;
    int line;
  };

  void add(double duration, const Ramp& ramp, int line) {
    const double begin = parts_.empty() ? 0 : parts_.back().end;
    parts_.push_back({begin, begin + duration, ramp, line});
  }
  std::size_t index(double t) const {
    std::size_t i = 0;
    while (i + 1 < parts_.size() && t >= parts_[i].end) ++i;
    return i;
  }

  // (2)
  ArmState of_level(double level, double rate) const {
    const double felt = level * standard_gravity;
    const double h = std::sqrt(felt * felt - gravity_ * gravity_);
    const auto [radius, slope] = radii_.at(level);
    const double speed = std::sqrt(h / radius);
    const double gain = level * standard_gravity * standard_gravity / h - h * slope / radius;
    return {level, speed, rate * gain / (2 * speed * radius)};
  }

  // (3)
  ArmState running_up(double t, bool backwards) const {
    const double x = std::max(0.0, t) / profile_.run_up, y = 1 - x;
    const ArmState full = of_level(profile_.baseline, 0);
    ArmState state;
    state.speed = full.speed * x * x * x * (10 + x * (6 * x - 15));
    state.acceleration = full.speed * 30 * x * x * y * y / profile_.run_up * (backwards ? -1 : 1);
    return state;
  }

  const GProfile& profile_;
  const RadiusTable& radii_;
  double gravity_;
  std::vector<Part> parts_;
};

/// Which joints of the robot do what, and where.
class Centrifuge {
 public:
  static constexpr int most_rounds = 80;

  Centrifuge(const GProfile& profile, const Model& model) : model_(model), ws_(model) {
    if (model.has_free_base() || model.is_constrained() || model.nv() < 3)
      throw Error(
          fmt::format("{}: {} is no centrifuge, expected an open chain of an arm and two "
                      "gimbals or more",
                      profile.file, model.name()));
    find_sensor(profile);
    const int last = model.nv() - 1;
    arm_ = profile.arm.empty() ? 0 : joint(profile.file, profile.arm);
    gimbals_ = {last - 1, last};
    for (std::size_t i = 0; i < profile.gimbals.size(); ++i)
      gimbals_[i] = joint(profile.file, profile.gimbals[i]);
    place(profile.file);
  }

  int sensor() const { return sensor_; }
  int arm() const { return arm_; }
  double radius() const { return r_.norm(); }

  /// How far the head is from the arm's axis where the arm turns steadily at a level [m].
  /// @param q  a posture near, on return that one
  double steady_radius(double level, VectorX<double>& q) {
    const double gravity = model_.gravity().norm(), felt = level * standard_gravity;
    const double h = std::sqrt(felt * felt - gravity * gravity);
    double radius = head_from_axis(q).norm();
    for (int round = 0; round < most_rounds; ++round) {
      ArmState arm;
      arm.speed = std::sqrt(h / radius);
      if (!turn_gimbals(arm, q)) break;  // told by the samples, with their time
      const double before = std::exchange(radius, head_from_axis(q).norm());
      if (std::abs(radius - before) < 1e-14 * radius) break;
    }
    return radius;
  }

  /// Turns the gimbals of q as (5) has it. @return they reach it
  bool turn_gimbals(const ArmState& arm, VectorX<double>& q) {
    VectorX<double> standing = q;
    standing[arm_] = 0;
    Vector off = Vector::Ones();
    for (int round = 0; round < most_rounds && off.norm() > 4e-15; ++round) {
      const Vector r = head_from_axis(standing), u = pilots_up();
      const Vector f =
          arm.acceleration * cross(up_, r) - arm.speed * arm.speed * r - model_.gravity();  // (4)
      off = f.normalized() - u;
      const Vector a = cross(axis(gimbals_[0]), u), b = cross(axis(gimbals_[1]), u);
      const double aa = a.dot(a), ab = a.dot(b), bb = b.dot(b), det = aa * bb - ab * ab;
      if (!(det > 1e-12)) return false;
      standing[gimbals_[0]] += (bb * a.dot(off) - ab * b.dot(off)) / det;
      standing[gimbals_[1]] += (aa * b.dot(off) - ab * a.dot(off)) / det;
    }
    for (const int g : gimbals_) q[g] = standing[g];
    return off.norm() < 1e-9;
  }

 private:
  void find_sensor(const GProfile& profile) {
    std::vector<std::string> pilots;
    for (const Sensor& sensor : model_.sensors())
      if (sensor.kind == SensorKind::pilot) pilots.push_back(sensor.name);
    if (pilots.empty())
      throw Error(fmt::format("{}: {} has no pilot, expected a [[sensor]] with type = \"pilot\"",
                              profile.file, model_.name()));
    const std::string& wanted = profile.sensor.empty() ? pilots.front() : profile.sensor;
    if (std::find(pilots.begin(), pilots.end(), wanted) == pilots.end())
      throw Error(profile.file + ": sensor: " + unknown_choice("pilot", wanted, pilots));
    while (model_.sensors()[static_cast<std::size_t>(sensor_)].name != wanted) ++sensor_;
  }

  int joint(const std::string& file, const std::string& name) const {
    std::vector<std::string> names;
    for (const Body& body : model_.bodies()) {
      if (body.joint == name) return body.v_index;
      names.push_back(body.joint);
    }
    throw Error(file + ": " + unknown_choice("joint", name, names));
  }

  /// Where the gimbal axes meet, or come nearest: of the points c_j + s_j a_j the middle.
  void place(const std::string& file) {
    place_bodies(model_.neutral());
    const Pose<double>& X = pose(arm_);
    up_ = X.R.col(2);
    axis_point_ = X.p;
    if ((up_ - Vector(0, 0, 1)).norm() > 1e-6 ||
        model_.bodies()[static_cast<std::size_t>(arm_)].kind != JointKind::revolute ||
        (model_.gravity().normalized() + up_).norm() > 1e-6)
      throw Error(
          fmt::format("{}: the arm {} turns about another axis than the vertical one, up; "
                      "expected arm = \"the joint that does\"",
                      file, model_.bodies()[static_cast<std::size_t>(arm_)].joint));
    const Vector a = axis(gimbals_[0]), b = axis(gimbals_[1]);
    const Vector way = pose(gimbals_[1]).p - pose(gimbals_[0]).p;
    const double ab = a.dot(b), det = 1 - ab * ab;
    if (!(det > 1e-6))
      throw Error(
          fmt::format("{}: the gimbals turn about parallel axes, expected two that cross", file));
    const double s = (a.dot(way) - ab * b.dot(way)) / det, t = (ab * a.dot(way) - b.dot(way)) / det;
    const Vector centre = (pose(gimbals_[0]).p + s * a + pose(gimbals_[1]).p + t * b) / 2 - X.p;
    r_ = centre - up_ * up_.dot(centre);
    if (!(r_.norm() > 0.1))
      throw Error(fmt::format("{}: the gimbals stand {:.3g} m from the arm's axis, expected an arm",
                              file, r_.norm()));
  }

  const Pose<double>& pose(int joint) const { return poses_[static_cast<std::size_t>(joint)]; }
  Vector axis(int joint) const { return pose(joint).R.col(2); }
  void place_bodies(const VectorX<double>& q) {
    poses_.resize(model_.bodies().size());
    body_poses<double>(model_, ws_, q, poses_);
  }
  /// While the bodies stand as they were placed last.
  Vector pilots_up() const { return -(pose(seat().body.value).R * seat().X_BS.R.col(2)); }
  /// Places the bodies.
  Vector head_from_axis(const VectorX<double>& q) {
    place_bodies(q);
    const Vector way = pose(seat().body.value) * seat().X_BS.p - axis_point_;
    return way - up_ * up_.dot(way);
  }
  const Sensor& seat() const { return model_.sensors()[static_cast<std::size_t>(sensor_)]; }

  const Model& model_;
  Workspace ws_;
  std::vector<Pose<double>> poses_;
  std::array<int, 2> gimbals_{};
  int arm_ = 0, sensor_ = 0;
  Vector up_, axis_point_, r_;
};

/// R over the levels that a profile comes by. @throws Error if one cannot be
RadiusTable radii_of(const GProfile& profile, const Model& model, Centrifuge& robot) {
  const double gravity = model.gravity().norm();
  double least = profile.baseline, most = least;
  for (const GStage& stage : profile.stages) {
    least = std::min(least, stage.level);
    most = std::max(most, stage.level);
  }
  if (!(least * standard_gravity > 1.01 * gravity))
    throw Error(
        fmt::format("{}: a level is {:g} g, expected more than the {:.3g} g that gravity "
                    "gives alone",
                    profile.file, least, 1.01 * gravity / standard_gravity));
  VectorX<double> q = model.neutral();
  return {least, most, [&](double level) { return robot.steady_radius(level, q); }};
}

/// The turn of the arm in a cycle by its speeds, of fifth order.
double turned(const ArmLaw& law, double t, double period) {
  const double begin = law.at(t).speed, middle = law.at(t + period / 2).speed,
               end = law.at(t + period).speed;
  return period / 6 * (begin + 4 * middle + end);
}

}  // namespace

GMotion plan_g_profile(const GProfile& profile, const Model& model, double period) {
  Centrifuge robot(profile, model);
  const RadiusTable radii = radii_of(profile, model, robot);
  const ArmLaw law(profile, radii, model.gravity().norm());
  const auto cycles = static_cast<Eigen::Index>(std::ceil(law.duration() / period - 1e-9));
  GMotion result;
  result.sensor = robot.sensor();
  result.radius = robot.radius();
  result.wanted.resize(cycles + 1);
  result.speed.resize(cycles + 1);
  result.motion.has_time = result.motion.has_move = true;
  result.motion.findings = Diagnostics(profile.file);
  MatrixX<double> q(model.nv(), cycles + 1);
  VectorX<double> at = model.neutral();
  for (Eigen::Index k = 0; k <= cycles; ++k) {
    const double t = static_cast<double>(k) * period;
    const ArmState arm = law.at(t);
    if (!robot.turn_gimbals(arm, at))
      throw Error(
          fmt::format("{}: at {:.2f} s the gimbals do not bring the pilot's z axis into "
                      "what is felt, expected two axes that can",
                      profile.file, t));
    result.wanted[k] = arm.level;
    result.speed[k] = arm.speed;
    State state = rest_state(model);
    state.time = t;
    state.q = q.col(k) = at;
    std::tie(state.move, state.line) = law.place(t);
    result.motion.states.push_back(std::move(state));
    at[robot.arm()] += turned(law, t, period);
  }
  MatrixX<double> qd = MatrixX<double>::Zero(q.rows(), q.cols()), qdd = qd;
  qd.rightCols(cycles) = (q.rightCols(cycles) - q.leftCols(cycles)) / period;
  qdd.leftCols(cycles) = (qd.rightCols(cycles) - qd.leftCols(cycles)) / period;
  result.felt = felt_in_cycles(model, q, qd, qdd, period)
                    .middleRows(static_cast<Eigen::Index>(sensor_channel_count) * robot.sensor(),
                                static_cast<Eigen::Index>(sensor_channel_count));
  return result;
}

}  // namespace erfd
