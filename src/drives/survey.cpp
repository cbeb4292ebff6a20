// Motors over the workspace, by random positions.
#include "erfd/drives/survey.hpp"

#include "erfd/base/error.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/loops/closure.hpp"

#include "drives/draw.hpp"
#include "drives/sizes.hpp"

#include <cmath>
#include <random>

namespace erfd {
namespace {

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
        links_(model),
        state_(drives),
        inertias_(drives.count()),
        u_a_(drives.count()),
        found_(static_cast<std::size_t>(drives.count())) {}

  /// False if the robot cannot stand there.
  bool visit(const VectorX<double>& q) {
    if (!links_.move_to(q) || !is_in_range(drives_, links_.shaft_q()) ||
        !set_position(drives_, links_.shaft_q(), state_))
      return false;
    effective_inertias(drives_, state_, links_.H(), inertias_);
    motor_torques(drives_, state_, links_.gravity(), u_a_);
    for (int i = 0; i < drives_.count(); ++i) note(i, links_.q());
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
    for (const Body& body : model_.joints()) {
      const double speed = std::abs(state_.K()(i, body.v_index)) * body.limits.speed;
      if (!std::isfinite(speed) || !(speed > m.most_speed.value * (1 + 1e-9))) continue;
      m.most_speed = {speed, q};
      m.fastest_joint = body.v_index;
    }
  }

  const Model& model_;
  const Drives& drives_;
  LinksAtJoints links_;
  DriveState state_;
  VectorX<double> inertias_, u_a_;
  std::vector<MotorSurvey> found_;
};

}  // namespace

/// Not std::uniform_real_distribution: every standard library has its own.
void draw_posture(const Model& model, std::mt19937& rng, VectorX<double>& q) {
  for (const Body& body : model.joints()) {
    const double share = static_cast<double>(rng()) * 0x1p-32;
    const double whole = comes_round(body.kind) ? std::numbers::pi : 0;
    const bool ranged = std::isfinite(body.limits.lower) && std::isfinite(body.limits.upper);
    const double low = ranged ? body.limits.lower : -whole;
    const double high = ranged ? body.limits.upper : whole;
    q[body.q_index] = low + share * (high - low);
  }
}

LinksAtJoints::LinksAtJoints(const Model& model)
    : model_(model),
      ws_(model),
      q_(model.is_constrained() ? model.start() : model.neutral()),
      shaft_q_(VectorX<double>::Zero(model.nv())),
      gravity_(shaft_q_),
      moved_(q_),
      H_(MatrixX<double>::Zero(model.nv(), model.nv())) {
  if (!model.is_constrained()) return;
  loops_.emplace(model);
  G_.setZero(model.nv(), static_cast<Eigen::Index>(loops_->active().size()));
}

bool LinksAtJoints::move_to(In<double> q) {
  if (loops_) {
    moved_ = q_;
    if (!move_active<double>(model_, *loops_, q, moved_).closed) return false;
    q_ = moved_;
  } else {
    q_ = q;
  }
  const auto joints = static_cast<Eigen::Index>(model_.joints().size());
  shaft_q_.tail(joints) = q_.tail(joints);
  crba(model_, ws_, q_, H_);
  gravity_torques(model_, ws_, q_, gravity_);
  return !loops_ || take_to_active();
}

/// Gᵀ H G and Gᵀ g in the places of the active joints.
bool LinksAtJoints::take_to_active() {
  if (!loop_matrix(model_, *loops_, q_, G_).regular()) return false;
  const MatrixX<double> H = G_.transpose() * H_ * G_;
  const VectorX<double> g = G_.transpose() * gravity_;
  H_.setZero();
  gravity_.setZero();
  const std::vector<int>& active = loops_->active();
  for (std::size_t i = 0; i < active.size(); ++i) {
    gravity_[active[i]] = g[static_cast<Eigen::Index>(i)];
    for (std::size_t k = 0; k < active.size(); ++k)
      H_(active[i], active[k]) = H(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k));
  }
  return true;
}

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
  check_joints("survey_motors", "drives", model.nv(), drives);
  if (start.size() != model.nq())
    throw Error("survey_motors: argument 'start' has size " + std::to_string(start.size()) +
                ", but '" + model.name() + "' has " + std::to_string(model.nq()) + " positions");
  // Loops that cannot follow are found by trying to follow, which takes time.
  const int tries_a_sample = model.is_constrained() ? 3 : 100;
  std::mt19937 rng(settings.seed);
  Surveyor surveyor(model, drives);
  VectorX<double> q = start;
  int visited = surveyor.visit(q) ? 1 : 0;
  for (int k = 0; visited < settings.samples && k < tries_a_sample * settings.samples; ++k) {
    draw_posture(model, rng, q);
    visited += surveyor.visit(q) ? 1 : 0;
  }
  if (visited == 0)
    throw Error("survey of '" + model.name() +
                "': no position within the ranges of joints and mechanisms was found");
  return std::move(surveyor).found();
}

}  // namespace erfd
