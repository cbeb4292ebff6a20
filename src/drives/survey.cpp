// Motors over the workspace, by random positions.
#include "erfd/drives/survey.hpp"

#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "drives/sizes.hpp"

#include <cmath>
#include <numbers>
#include <random>

namespace erfd {
namespace {

/// Uniform in the range of each joint. Not std::uniform_real_distribution: every standard library
/// has its own.
void draw(const Model& model, std::mt19937& rng, VectorX<double>& q) {
  for (const Body& body : model.bodies()) {
    const double share = static_cast<double>(rng()) * 0x1p-32;
    const double whole = comes_round(body.kind) ? std::numbers::pi : 0;
    const bool ranged = std::isfinite(body.limits.lower) && std::isfinite(body.limits.upper);
    const double low = ranged ? body.limits.lower : -whole;
    const double high = ranged ? body.limits.upper : whole;
    q[body.q_index] = low + share * (high - low);
  }
}

/// Keeps the first of several equal values: rounding decides no position.
void keep(Extreme& extreme, double value, double gain, const VectorX<double>& q) {
  if (extreme.q.size() > 0 && !(gain > 1e-9 * std::abs(extreme.value) + 1e-12)) return;
  extreme.value = value;
  extreme.q = q;
}

void keep_least(Extreme& extreme, double value, const VectorX<double>& q) {
  keep(extreme, value, extreme.value - value, q);
}
void keep_most(Extreme& extreme, double value, const VectorX<double>& q) {
  keep(extreme, value, value - extreme.value, q);
}

class Surveyor {
 public:
  Surveyor(const Model& model, const Drives& drives)
      : model_(model),
        drives_(drives),
        ws_(model),
        state_(drives),
        H_(model.nv(), model.nv()),
        inertias_(drives.count()),
        u_(model.nv()),
        u_a_(drives.count()),
        found_(static_cast<std::size_t>(drives.count())) {}

  /// False if the robot cannot stand there.
  bool visit(const VectorX<double>& q) {
    if (!is_in_range(drives_, q) || !set_position(drives_, q, state_)) return false;
    crba(model_, ws_, q, H_);
    rnea(model_, ws_, q, ws_.zero, ws_.zero, u_);
    effective_inertias(drives_, state_, H_, inertias_);
    motor_torques(drives_, state_, u_, u_a_);
    for (int i = 0; i < drives_.count(); ++i) note(i, q);
    return true;
  }
  std::vector<MotorSurvey> found() && { return std::move(found_); }

 private:
  void note(int i, const VectorX<double>& q) {
    MotorSurvey& m = found_[static_cast<std::size_t>(i)];
    keep_least(m.least_inertia, inertias_[i], q);
    keep_most(m.most_inertia, inertias_[i], q);
    keep(m.most_holding, u_a_[i], std::abs(u_a_[i]) - std::abs(m.most_holding.value), q);
    keep_least(m.least_ratio, std::abs(state_.slopes()[i]), q);
    keep_most(m.most_ratio, std::abs(state_.slopes()[i]), q);
    for (const Body& body : model_.bodies()) {
      const double speed = std::abs(state_.K()(i, body.v_index)) * body.limits.speed;
      if (!std::isfinite(speed) || !(speed > m.most_speed.value * (1 + 1e-9))) continue;
      m.most_speed = {speed, q};
      m.fastest_joint = body.v_index;
    }
  }

  const Model& model_;
  const Drives& drives_;
  Workspace ws_;
  DriveState state_;
  MatrixX<double> H_;
  VectorX<double> inertias_, u_, u_a_;
  std::vector<MotorSurvey> found_;
};

}  // namespace

void effective_inertias(const Drives& drives, const DriveState& state, const MatrixX<double>& H,
                        Out<double> inertias) {
  check_joints("effective_inertias", "H (rows)", H.rows(), drives);
  check_joints("effective_inertias", "H (columns)", H.cols(), drives);
  check_motors("effective_inertias", "inertias", inertias.size(), drives);
  for (int i = 0; i < drives.count(); ++i) {
    const auto c = drives.coupling_inverse().col(i);
    double sum = 0;
    for (int j = 0; j < drives.joint_count(); ++j) sum += c[j] * H.col(j).dot(c);
    const double slope = state.slopes()[i];
    inertias[i] = sum / (slope * slope) + drives.rotor_inertias()[i];
  }
}

std::vector<MotorSurvey> survey_motors(const Model& model, const Drives& drives, In<double> start,
                                       const SurveySettings& settings) {
  check_joints("survey_motors", "start", start.size(), drives);
  constexpr int tries_a_sample = 100;
  std::mt19937 rng(settings.seed);
  Surveyor surveyor(model, drives);
  VectorX<double> q = start;
  int visited = surveyor.visit(q) ? 1 : 0;
  for (int k = 0; visited < settings.samples && k < tries_a_sample * settings.samples; ++k) {
    draw(model, rng, q);
    visited += surveyor.visit(q) ? 1 : 0;
  }
  if (visited == 0)
    throw Error("survey of '" + model.name() +
                "': no position within the ranges of joints and mechanisms was found");
  return std::move(surveyor).found();
}

}  // namespace erfd
