// Is a robot of the family of wrist_arm.cpp? Looks at the joint axes in the posture q = 0 only, so
// that signs, zero positions, frames and the pose of the base do not matter.
//
//   shoulder first, q1 by height     w2 ∥ w3:          (3) does not depend on q3   (most arms)
//   elbow first,    q1 by height     1 and 2 meet:     (4) does not depend on q1
//   shoulder first, q1 by distance   2 and 3 meet:     (4) does not depend on q3
//   elbow first,    q1 by distance   w1 ∥ w2:          (3) does not depend on q1
#include "erfd/dynamics/kinematics.hpp"

#include "motion/inverse_kinematics/wrist_arm.hpp"

#include <cmath>
#include <cstdio>
#include <vector>

namespace erfd {
namespace {

constexpr double exact = 1e-10;  ///< axes that miss each other by less [m, rad] meet
constexpr double enough =
    1e-6;  ///< lengths and sines below it are none that an arm could work with

/// The point of axis a (through p) that lies nearest to axis b (through r); they are not parallel.
Vector3<double> nearest_point(const Vector3<double>& p, const Vector3<double>& a,
                              const Vector3<double>& r, const Vector3<double>& b) {
  const Vector3<double> d = r - p;
  const double ab = a.dot(b);
  return p + a * ((d.dot(a) - ab * d.dot(b)) / (1 - ab * ab));
}

double distance_from_axis(const Vector3<double>& point, const Vector3<double>& o,
                          const Vector3<double>& w) {
  return cross(w, point - o).norm();
}

bool parallel(const Vector3<double>& a, const Vector3<double>& b, double within) {
  return cross(a, b).norm() < within;
}

std::string no_chain_of_six(const Model& model) {
  for (int i = 0; i < model.body_count(); ++i)
    if (model.body({i}).parent.value != i - 1)
      return "it branches at body '" + model.body({i}).name + "'";
  for (const Body& body : model.bodies())
    if (!comes_round(body.kind))
      return "joint '" + body.joint + "' " +
             (body.screw().turns ? "slides as it turns" : "does not turn");
  if (model.body_count() != 6)
    return "it has " + std::to_string(model.body_count()) + " joints, not 6";
  return {};
}

std::string millimetres(double metres) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g mm", 1000 * metres);
  return text;
}

}  // namespace

std::optional<WristArm> WristArm::of(const Model& model, FrameIndex flange, std::string& obstacle) {
  obstacle = no_chain_of_six(model);
  if (!obstacle.empty()) return std::nullopt;
  WristArm arm;
  Workspace ws(model);
  std::vector<Pose<double>> X_WB(6);
  body_poses(model, ws, model.neutral(), X_WB);
  for (std::size_t i = 0; i < 6; ++i) {
    arm.w_[i] = X_WB[i].R.col(2);
    arm.o_[i] = X_WB[i].p;
  }
  if (!arm.find_wrist(obstacle) || !arm.find_arm(obstacle)) return std::nullopt;
  const Pose<double> X_WF = frame_pose(model, ws, model.neutral(), flange);
  arm.R_F_W_ = X_WF.R.transpose();
  arm.c_F_ = X_WF.inverse() * arm.c_;
  arm.orient_signs();
  return arm;
}

bool WristArm::find_wrist(std::string& obstacle) {
  for (const std::size_t i : {3U, 4U})
    if (parallel(w_[i], w_[i + 1], enough)) {
      obstacle = "axes " + std::to_string(i + 1) + " and " + std::to_string(i + 2) +
                 " are parallel, so it has no spherical wrist";
      return false;
    }
  c_ = nearest_point(o_[4], w_[4], o_[3], w_[3]);
  const double miss =
      std::max(distance_from_axis(c_, o_[3], w_[3]), distance_from_axis(c_, o_[5], w_[5]));
  if (miss > exact) {
    obstacle = "axes 4, 5 and 6 do not meet in one point: they miss it by " + millimetres(miss);
    return false;
  }
  x6_ = (w_[4] - w_[5].dot(w_[4]) * w_[5]).normalized();
  y6_ = cross(w_[5], x6_);
  const double w45 = w_[3].dot(w_[4]), w56 = w_[4].dot(w_[5]);
  wrist_ = wave_of(w45 * w56, w_[3].dot(w_[5]) - w45 * w56, w_[3].dot(cross(w_[4], w_[5])));
  const auto gap = [](double x) { return std::abs(x) < 1e-14 ? 0 : x; };
  wrist_gap_high_ = gap(1 - wrist_.high);
  wrist_gap_low_ = gap(1 + wrist_.low);
  right_angled_wrist_ = std::abs(w45) < 1e-14 && std::abs(w56) < 1e-14;
  wrist_middle_ = 2 * std::atan2(wrist_.phase.s, wrist_.phase.c);
  return true;
}

/// Takes the order if both waves move; o_[1] is where the order wants it.
bool WristArm::try_order(bool shoulder_first, bool shoulder_by_height) {
  shoulder_first_ = shoulder_first;
  shoulder_by_height_ = shoulder_by_height;
  const Vector r = c_ - o_[2], side = cross(w_[2], r), start = o_[2] - o_[1];
  if (shoulder_by_height) {
    elbow_ = wave_of(start.squaredNorm() + r.squaredNorm(), 2 * start.dot(r), 2 * start.dot(side));
    shoulder_scale_ = cross(w_[0], w_[1]).norm();
  } else {
    elbow_ = wave_of(w_[1].dot(start), w_[1].dot(r), w_[1].dot(side));
    shoulder_scale_ = 2 * distance_from_axis(o_[1], o_[0], w_[0]);
  }
  return elbow_.amplitude > enough && shoulder_scale_ > enough;
}

bool WristArm::find_arm(std::string& obstacle) {
  o_[2] += w_[2].dot(c_ - o_[2]) * w_[2];  // so that c − o3 lies across axis 3
  const auto meeting = [&](std::size_t other) -> std::optional<Vector> {
    if (parallel(w_[1], w_[other], enough)) return std::nullopt;
    Vector p = nearest_point(o_[1], w_[1], o_[other], w_[other]);
    if (distance_from_axis(p, o_[other], w_[other]) > exact) return std::nullopt;
    return p;
  };
  if (const auto p = meeting(0)) {
    axes_1_2_meet_ = true;
    o_[0] = o_[1] = *p;
  }
  if (parallel(w_[1], w_[2], exact)) {
    o_[1] += w_[1].dot(o_[2] - o_[1]) * w_[1];  // the arm's plane: both sides of (3) are then zero
    if (try_order(true, true)) return true;
  }
  if (axes_1_2_meet_) {
    o_[1] = o_[0];
    if (try_order(false, true)) return true;
  }
  if (const auto p = meeting(2)) {
    o_[1] = *p;
    if (try_order(true, false)) return true;
  }
  if (parallel(w_[0], w_[1], exact) && try_order(false, false)) return true;
  obstacle =
      "of its axes 1, 2 and 3 no two neighbours lie in one plane so that the wrist centre moves in "
      "space";
  return false;
}

/// Signs of branches that do not depend on the senses of the axes 1, 2 and 3: see
/// docs/inverse-kinematics.md.
void WristArm::orient_signs() {
  const Slopes zero = slopes(Vector6<double>::Zero());
  const auto sign = [](double x) { return x < 0 ? -1 : 1; };
  if (!shoulder_by_height_) {
    shoulder_sign_ = sign(-zero.shoulder);
    elbow_sign_ = sign(-zero.elbow);
    return;
  }
  const Vector falling = cross(w_[1], w_[0]) / shoulder_scale_;  // g here: its height falls with q1
  const double offset = falling.dot(o_[1] - o_[0]);
  shoulder_sign_ = std::abs(offset) > enough ? sign(offset) : sign(-zero.shoulder);
  const Vector lifts = cross(shoulder_sign_ * falling, w_[0]);
  elbow_sign_ = sign(lifts.dot(w_[2]));
}

}  // namespace erfd
