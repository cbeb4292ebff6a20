// Inverse kinematics of six revolute joints, the last three with one common point.
// Source  [MLS94] R. M. Murray, Z. Li, S. S. Sastry, A Mathematical Introduction to Robotic
//         Manipulation, CRC 1994, sec. 3.3 (subproblems on screws); D. L. Pieper's split of wrist
//         and arm.
//
//   C  = e1 e2 e3 c,   e1⁻¹ C = g(q1),   e3 c = f(q3),   e2 f = g          (1), (2)
//   w2·(f − o2) = w2·(g − o2)                                             (3)  same height
//   |f − o2|² = |g − o2|²                                                 (4)  same distance
//   m + a cos q + b sin q = v  ⇒  q = phase ± acos((v − m) / amplitude)     (5)
//   q2: the turn about w2 that brings f to g                              (6)
//   W  = (R1 R2 R3)ᵀ R R0ᵀ = R4 R5 R6                                      (7)
//   w4 · R5 w6 = w4 · W w6                                                (8)  by (5)
//   q4: brings R5 w6 to W w6;   q6: brings x6 to R5ᵀ R4ᵀ W x6               (9), (10)
//
// One side of (3) or (4) is constant when two neighbours of the first three axes lie in one plane
// (wrist_arm_find.cpp): that condition gives one angle, the other condition the second.
//
// Legend   e_i, R_i  joint i as a screw motion, as a rotation   w_, o_   its axis at q = 0
//          C, c      wrist centre asked, at q = 0               hold     values of free axes
//
// Angles stay cosines and sines until the end. Where (v − m) / amplitude is near ±1 its acos keeps
// half the digits only; the later steps (6), (9), (10) start from what the earlier ones really
// give, so that the pose keeps all. (10) after (9), not beside it: near the singular wrist only the
// sum of q4 and q6 is sharp.
#include "motion/inverse_kinematics/wrist_arm.hpp"

#include "erfd/math/rotation.hpp"

#include "motion/inverse_kinematics/ik_iteration.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace erfd {
namespace {

constexpr double pi = std::numbers::pi;
/// Nearer than this [m, rad] to its singularity a pose does not fix the axis.
constexpr double undetermined = 1e-11;

Direction direction_of(double angle) { return {std::cos(angle), std::sin(angle)}; }
double value_of(Direction d) { return angle_of(d.s, d.c); }

/// x turned about the unit vector w by the angle, and back.
[[gnu::always_inline]] inline Vector3<double> turned(const Vector3<double>& w, Direction d,
                                                     const Vector3<double>& x) {
  return d.c * x + d.s * cross(w, x) + ((1 - d.c) * w.dot(x)) * w;
}
Vector3<double> turned_back(const Vector3<double>& w, Direction d, const Vector3<double>& x) {
  return turned(w, {d.c, -d.s}, x);
}

/// (5): the solution on the side `sign` of the phase; `up` = high − v, `down` = v − low, so that the
/// caller can form them without loss of digits.
Direction angle_in_wave(const Wave& wave, double v, double up, double down, int sign) {
  const double a = wave.amplitude;
  const double c = up <= 0 ? 1 : down <= 0 ? -1 : std::clamp((v - wave.mean) / a, -1.0, 1.0);
  const double s = up <= 0 || down <= 0 ? 0 : sign * std::sqrt(up * down) / a;
  return {wave.phase.c * c - wave.phase.s * s, wave.phase.s * c + wave.phase.c * s};
}

/// The turn about w that brings `from` above `to`; `hold` where they lie on the axis.
[[gnu::always_inline]] inline Direction turn_between(const Vector3<double>& w,
                                                     const Vector3<double>& from,
                                                     const Vector3<double>& to, double hold,
                                                     bool& is_free) {
  const Vector3<double> a = from - w.dot(from) * w, b = to - w.dot(to) * w;  // short near the axis
  const double s = w.dot(cross(a, b)), c = a.dot(b);
  const double n = std::sqrt(s * s + c * c);
  is_free = n < undetermined * undetermined;
  return is_free ? direction_of(hold) : Direction{c / n, s / n};
}

}  // namespace

Wave wave_of(double mean, double a, double b) {
  Wave wave{mean, std::sqrt(a * a + b * b), {}, 0, 0};
  if (wave.amplitude > 0) wave.phase = {a / wave.amplitude, b / wave.amplitude};
  constexpr double rounding = 1e-14;
  const auto rounded = [&](double x) {
    return std::abs(x) < rounding * (std::abs(mean) + wave.amplitude) ? 0 : x;
  };
  wave.low = rounded(mean - wave.amplitude);
  wave.high = rounded(mean + wave.amplitude);
  return wave;
}

Vector3<double> WristArm::g_of(const Vector& C, Direction q1) const {
  return o_[0] + turned_back(w_[0], q1, C - o_[0]);
}

Vector3<double> WristArm::f_of(Direction q3) const { return o_[2] + turned(w_[2], q3, c_ - o_[2]); }

double WristArm::condition(const Vector& point, bool by_height) const {
  const Vector r = point - o_[1];
  return by_height ? w_[1].dot(r) : r.squaredNorm();
}

/// Height or squared distance of g as a function of q1.
Wave WristArm::shoulder_wave(const Vector& C) const {
  const Vector r = C - o_[0], along = w_[0].dot(r) * w_[0], across = r - along;
  const Vector start = o_[0] + along - o_[1], side = cross(w_[0], across);
  if (shoulder_by_height_) return wave_of(w_[1].dot(start), w_[1].dot(across), -w_[1].dot(side));
  return wave_of(start.squaredNorm() + across.squaredNorm(), 2 * start.dot(across),
                 -2 * start.dot(side));
}

void WristArm::solve_shoulder(const Vector& C, double value, double hold, int sign,
                              Arm& arm) const {
  const Wave wave = shoulder_wave(C);
  const double up = wave.high - value, down = value - wave.low;
  if (std::min(up, down) < -reached * shoulder_scale_ && arm.missing == ArmPart::none)
    arm.missing = ArmPart::shoulder;
  const bool is_free = wave.amplitude < undetermined * shoulder_scale_;
  if (is_free) arm.free = ArmPart::shoulder;
  arm.q1 =
      is_free ? direction_of(hold) : angle_in_wave(wave, value, up, down, sign * shoulder_sign_);
  arm.g = g_of(C, arm.q1);
}

void WristArm::solve_elbow(double value, int sign, Arm& arm) const {
  const double up = elbow_.high - value, down = value - elbow_.low;
  const auto length = [&](double v) {
    return shoulder_by_height_ ? std::sqrt(std::max(v, 0.0)) : v;  // (4) is in squares
  };
  const double excess =
      std::max(length(value) - length(elbow_.high), length(elbow_.low) - length(value));
  if (excess > reached && arm.missing == ArmPart::none) arm.missing = ArmPart::elbow;
  arm.q3 = angle_in_wave(elbow_, value, up, down, sign * elbow_sign_);
  arm.f = f_of(arm.q3);
}

/// What does not depend on the elbow's sign.
WristArm::Arm WristArm::start_arm(const Vector& C, int shoulder,
                                  const Vector6<double>& hold) const {
  Arm arm;
  arm.branch.shoulder = shoulder;
  if (shoulder_first_)
    solve_shoulder(C, condition(c_, shoulder_by_height_), hold[0], shoulder, arm);
  return arm;
}

void WristArm::finish_arm(const Vector& C, int elbow, const Vector6<double>& hold, Arm& arm) const {
  arm.branch.elbow = elbow;
  const bool by_height = shoulder_by_height_;
  if (shoulder_first_) {
    Vector g = arm.g;
    if (by_height) g -= w_[1].dot(g - o_[1]) * w_[1];  // not zero where the shoulder cannot follow
    solve_elbow(condition(g, !by_height), elbow, arm);
  } else {
    solve_elbow(condition(C, !by_height), elbow, arm);
    solve_shoulder(C, condition(arm.f, by_height), hold[0], arm.branch.shoulder, arm);
  }
  bool is_free = false;
  arm.q2 = turn_between(w_[1], arm.f - o_[1], arm.g - o_[1], hold[1], is_free);  // (6)
  if (is_free) arm.free = ArmPart::elbow;
}

/// All that q2 and q3 reach lies between two spheres about the point where axes 1 and 2 meet: the
/// place nearest to C is on the way to it.
void WristArm::come_nearer(const Vector& C, const Vector6<double>& hold, Arm& arm) const {
  const double offset = (o_[1] - o_[0]).squaredNorm(), d = (C - o_[0]).squaredNorm();
  const double bound = std::clamp(d, elbow_.low + offset, elbow_.high + offset);
  const Vector nearest = o_[0] + std::sqrt(bound / d) * (C - o_[0]);
  const int elbow = arm.branch.elbow;
  arm = start_arm(nearest, arm.branch.shoulder, hold);
  finish_arm(nearest, elbow, hold, arm);
  arm.missing = ArmPart::elbow;
}

void WristArm::solve_wrist(const Arm& arm, const Asked& asked, const Vector6<double>& hold,
                           int sign, Candidate& found) const {
  const auto through_arm = [&](const Vector& x) {  // (7)
    return turned_back(w_[2], arm.q3, turned_back(w_[1], arm.q2, turned_back(w_[0], arm.q1, x)));
  };
  const Vector v = through_arm(asked.w6), y = through_arm(asked.x6);
  // high − w4·v and w4·v − low: of angles near 0 and π the cosine keeps half the digits only.
  const double up = (w_[3] - v).squaredNorm() / 2 - wrist_gap_high_;
  const double down = (w_[3] + v).squaredNorm() / 2 - wrist_gap_low_;
  found.branch = {arm.branch.shoulder, arm.branch.elbow, sign};
  found.missing = arm.missing;
  found.free = arm.free;
  if (std::min(up, down) < -reached && arm.missing == ArmPart::none) found.missing = ArmPart::wrist;
  const Direction q5 = angle_in_wave(wrist_, w_[3].dot(v), up, down, sign);  // (8)
  bool is_free = false;
  const Direction q4 = turn_between(w_[3], turned(w_[4], q5, w_[5]), v, hold[3], is_free);  // (9)
  if (is_free && arm.free == ArmPart::none) found.free = ArmPart::wrist;
  const Vector z = turned_back(w_[4], q5, turned_back(w_[3], q4, y));
  found.q << value_of(arm.q1), value_of(arm.q2), value_of(arm.q3), value_of(q4), value_of(q5),
      angle_of(y6_.dot(z), x6_.dot(z));  // (10)
}

/// The other branch of a wrist at right angles: half a turn about axes 4 and 6, axis 5 mirrored.
/// Saves a third of the time on most robots.
void WristArm::flip_wrist(const Candidate& from, Candidate& to) const {
  to = from;
  to.branch.wrist = -from.branch.wrist;
  const auto whole = [](double x) { return x > pi ? x - 2 * pi : x <= -pi ? x + 2 * pi : x; };
  to.q[4] = whole(whole(wrist_middle_ - from.q[4]));
  if (from.free == ArmPart::wrist) return;  // both branches are one posture
  to.q[3] = whole(from.q[3] + pi);
  to.q[5] = whole(from.q[5] + pi);
}

void WristArm::solve(const Pose<double>& X_WF, const Vector6<double>& hold,
                     std::array<Candidate, 8>& candidates) const {
  const Asked asked{X_WF * c_F_, X_WF.R * (R_F_W_ * w_[5]), X_WF.R * (R_F_W_ * x6_)};
  Candidate* next = candidates.data();
  for (const int shoulder : {1, -1}) {
    const Arm start = start_arm(asked.C, shoulder, hold);
    for (const int elbow : {1, -1}) {
      Arm arm = start;
      finish_arm(asked.C, elbow, hold, arm);
      if (arm.missing == ArmPart::elbow && axes_1_2_meet_) come_nearer(asked.C, hold, arm);
      solve_wrist(arm, asked, hold, 1, next[0]);
      if (right_angled_wrist_)
        flip_wrist(next[0], next[1]);
      else
        solve_wrist(arm, asked, hold, -1, next[1]);
      next += 2;
    }
  }
}

WristArm::Slopes WristArm::slopes(const Vector6<double>& q) const {
  const Vector f = f_of(direction_of(q[2]));
  const Vector g = o_[1] + turned(w_[1], direction_of(q[1]), f - o_[1]);
  const Vector f_rate = cross(w_[2], f - o_[2]), g_rate = -cross(w_[0], g - o_[0]);
  const Vector u = turned(w_[4], direction_of(q[4]), w_[5]);
  const auto rate = [&](const Vector& point, const Vector& velocity, bool by_height) {
    return by_height ? w_[1].dot(velocity) : 2 * (point - o_[1]).dot(velocity);
  };
  return {rate(g, g_rate, shoulder_by_height_), rate(f, f_rate, !shoulder_by_height_),
          w_[3].dot(cross(w_[4], u))};
}

/// On the side + of its phase a wave falls.
Branch WristArm::branch_of(const Vector6<double>& q) const {
  const Slopes slope = slopes(q);
  const auto side = [](double s) { return s <= 0 ? 1 : -1; };
  return {side(slope.shoulder) * shoulder_sign_, side(slope.elbow) * elbow_sign_,
          side(slope.wrist)};
}

InverseKinematics::Clearance WristArm::clearance(const Vector6<double>& q) const {
  const Slopes slope = slopes(q);
  return {std::abs(slope.wrist) / wrist_.amplitude, std::abs(slope.elbow) / elbow_.amplitude,
          std::abs(slope.shoulder) / shoulder_scale_};
}

}  // namespace erfd
