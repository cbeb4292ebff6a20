#include "erfd/motion/inverse_kinematics.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/loops/active_joints.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/model/frames.hpp"

#include "motion/inverse_kinematics/ik_iteration.hpp"
#include "motion/inverse_kinematics/joint_ranges.hpp"
#include "motion/inverse_kinematics/platform_reach.hpp"
#include "motion/inverse_kinematics/wrist_arm.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace erfd {

struct InverseKinematics::Family {
  WristArm arm;
};

namespace {

constexpr const char* place = "inverse kinematics: ";

void check_pose(const Pose<double>& X_WF) {
  constexpr double tolerance = 1e-6;
  const double skewness =
      (X_WF.R.transpose() * X_WF.R - Matrix3<double>::Identity()).cwiseAbs().maxCoeff();
  const bool is_rotation =
      skewness <= tolerance && cross(X_WF.R.col(0), X_WF.R.col(1)).dot(X_WF.R.col(2)) > 0;
  if (!is_rotation || !X_WF.p.allFinite() || !X_WF.R.allFinite())
    throw Error(std::string(place) + "the pose is not finite or its matrix is no rotation");
}

void check_size(const Model& model, const VectorX<double>& q) {
  if (q.size() != model.nq())
    throw Error(place + ("the posture has " + std::to_string(q.size())) + " numbers, but '" +
                model.name() + "' needs " + std::to_string(model.nq()));
  if (!q.allFinite()) throw Error(std::string(place) + "the posture is not finite");
}

double angle_between(const Matrix3<double>& A, const Matrix3<double>& B) {
  const auto q = quaternion_of(A * B.transpose());
  return 2 * std::atan2(std::hypot(q[1], q[2], q[3]), q[0]);
}

/// The candidate with whole turns and ranges looked at.
IkResult result_of(const Model& model, FrameIndex flange, const Pose<double>& X_WF,
                   const Candidate& candidate, const VectorX<double>& q_near) {
  IkResult result;
  result.q = candidate.q;
  const RangeMiss miss = turn_towards(model, q_near, result.q);
  if (candidate.missing != ArmPart::none) {
    Workspace ws(model);
    const Pose<double> X = frame_pose(model, ws, result.q, flange);
    result.status = IkStatus::out_of_reach;
    result.part = candidate.missing;
    result.distance = (X.p - X_WF.p).norm();
    result.angle = angle_between(X.R, X_WF.R);
  } else if (miss.joint >= 0) {
    result.status = IkStatus::joint_limit;
    result.joint = miss.joint;
    result.distance = miss.distance;
  } else if (candidate.free != ArmPart::none) {
    result.status = IkStatus::singular;
    result.part = candidate.free;
  }
  return result;
}

/// Reached within the ranges before reached, before not reached; then what needs less; then what is
/// nearer. Differences that are rounding do not decide.
bool is_better(const Model& model, const IkResult& a, const IkResult& b,
               const VectorX<double>& q_near) {
  constexpr double rounding = 1e-10;
  const auto rank = [](const IkResult& r) {
    return r.status == IkStatus::out_of_reach ? 2 : r.status == IkStatus::joint_limit ? 1 : 0;
  };
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  const double needs_more = a.distance + a.angle - b.distance - b.angle;
  if (std::abs(needs_more) > rounding) return needs_more < 0;
  return travel_time(model, q_near, a.q) < travel_time(model, q_near, b.q) - rounding;
}

FrameIndex flange_of_fixed_base(const Model& model) {
  if (model.has_free_base())
    throw Error(place + ("the model '" + model.name()) +
                "' has a free base, expected a fixed one: a base that floats reaches every pose");
  return flange_of(model);
}

}  // namespace

std::string_view name_of(ArmPart part) {
  switch (part) {
    case ArmPart::none:
      break;
    case ArmPart::shoulder:
      return "shoulder";
    case ArmPart::elbow:
      return "elbow";
    case ArmPart::wrist:
      return "wrist";
  }
  return "none";
}

std::string_view name_of(IkStatus status) {
  switch (status) {
    case IkStatus::ok:
      break;
    case IkStatus::out_of_reach:
      return "out_of_reach";
    case IkStatus::singular:
      return "singular";
    case IkStatus::joint_limit:
      return "joint_limit";
    case IkStatus::not_converged:
      return "not_converged";
  }
  return "ok";
}

InverseKinematics::InverseKinematics(const Model& model)
    : model_(model), flange_(flange_of_fixed_base(model)) {
  if (is_closed(model_)) {
    if (auto platform = PlatformReach::of(model_, flange_, obstacle_))
      platform_ = std::make_unique<const PlatformReach>(std::move(*platform));
  } else if (auto arm = WristArm::of(model_, flange_, obstacle_)) {
    family_ = std::make_unique<const Family>(Family{*arm});
  }
}

InverseKinematics::~InverseKinematics() = default;

bool InverseKinematics::is_closed_form() const { return family_ != nullptr; }

const std::string& InverseKinematics::obstacle() const { return obstacle_; }

const WristArm& InverseKinematics::arm(const char* function) const {
  if (family_) return family_->arm;
  throw Error(place + std::string(function) + "() needs a closed form, which '" + model_.name() +
              "' does not have: " + obstacle_);
}

void InverseKinematics::all(const Pose<double>& X_WF, std::vector<IkSolution>& solutions) const {
  check_pose(X_WF);
  std::array<Candidate, 8> candidates;
  arm("all").solve(X_WF, Vector6<double>::Zero(), candidates);
  solutions.clear();
  solutions.reserve(candidates.size());
  for (const Candidate& candidate : candidates)
    if (candidate.missing == ArmPart::none) solutions.push_back({candidate.branch, candidate.q});
}

Branch InverseKinematics::branch_of(const VectorX<double>& q) const {
  check_size(model_, q);
  return arm("branch_of").branch_of(q);
}

InverseKinematics::Clearance InverseKinematics::clearance(const VectorX<double>& q) const {
  check_size(model_, q);
  return arm("clearance").clearance(q);
}

IkResult InverseKinematics::without_branches(const Pose<double>& X_WF,
                                             const VectorX<double>& q_near) const {
  return platform_ ? platform_->nearest(model_, X_WF, q_near)
                   : iterate_to_pose(model_, flange_, X_WF, q_near);
}

IkResult InverseKinematics::in_branch(const Pose<double>& X_WF, Branch branch,
                                      const VectorX<double>& q_near) const {
  check_pose(X_WF);
  check_size(model_, q_near);
  if (!family_) return without_branches(X_WF, q_near);
  std::array<Candidate, 8> candidates;
  family_->arm.solve(X_WF, q_near, candidates);
  const auto found = std::find_if(candidates.begin(), candidates.end(),
                                  [&](const Candidate& c) { return c.branch == branch; });
  if (found == candidates.end())
    throw Error(std::string(place) + "the signs of a branch are +1 or -1");
  return result_of(model_, flange_, X_WF, *found, q_near);
}

IkResult InverseKinematics::nearest(const Pose<double>& X_WF, const VectorX<double>& q_near) const {
  check_pose(X_WF);
  check_size(model_, q_near);
  if (!family_) return without_branches(X_WF, q_near);
  std::array<Candidate, 8> candidates;
  family_->arm.solve(X_WF, q_near, candidates);
  IkResult best;
  for (const Candidate& candidate : candidates) {
    IkResult next = result_of(model_, flange_, X_WF, candidate, q_near);
    if (best.q.size() == 0 || is_better(model_, next, best, q_near)) best = std::move(next);
  }
  return best;
}

}  // namespace erfd
