// What the robot does: Algorithm 1 in every cycle, with a controller that catches up.
//
// [KV20] gives the asked speeds alone; an axis that was held back then stays behind for ever. What is
// given here is in simulation/algorithm1/catching_up.cpp; a gain of 0 is the published form.
#include "erfd/dynamics/felt.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/model/frames.hpp"

#include "simulation/algorithm1/catching_up.hpp"
#include "verification/motions.hpp"
#include "verification/path_error.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr int search = 200;  ///< cycles that the robot may be behind

class Run {
 public:
  Run(const CaseInWork& work, MotionRecord& record, std::vector<double>& arrival)
      : work_(work),
        record_(record),
        arrival_(arrival),
        tree_(work.model),
        cycle_(work.loads.all().front().achieved),
        q_(work.plan.q.col(0)),
        qd_(VectorX<double>::Zero(std::ssize(work.active()))),
        given_(qd_),
        q_active_(record.q_asked(work.active(), Eigen::all)),
        qd_active_(record.qd_asked(work.active(), Eigen::all)),
        controller_(
            work.loads.all().front().achieved,
            {q_active_, qd_active_, record.ua_asked, record.ua_low, record.ua_high, record.jumps},
            work.settings.position_gain) {
    for (const LoadCase& load : work.loads.all()) scratch_.emplace_back(load.achieved);
    if (is_closed(work.model)) closed_.emplace(work.loads.all().front().achieved.engine());
    arrival_.assign(static_cast<std::size_t>(asked_), std::nan(""));
    most_ = asked_ + static_cast<int>(std::ceil(work.settings.settling_time / record.period));
    size(asked_);
  }

  std::string go() {
    for (int k = 0; k < most_; ++k) {
      if (k >= record_.q.cols()) size(std::min(most_, k + 256));
      if (!cycle(k)) return fault_of(k);
      work_.tell(achieving, std::min(k, asked_), asked_);
      if (k + 1 >= asked_ && at_rest()) return finish(k + 1);
    }
    return finish(most_);
  }

 private:
  const LoadCase& load(int asked_cycle) const {
    return work_.loads.of_instruction(work_.instruction(asked_cycle));
  }

  bool cycle(int k) {
    const int a = std::min(k, asked_ - 1);  // after the end the last posture is asked for
    const Conditions& conditions = work_.conditions(a);
    const Pose<double> X_WT = frame_pose<double>(work_.model, tree_, q_, flange_of(work_.model)) *
                              tool_in_flange(conditions, work_.model);
    note(k, X_WT);
    controller_.give(load(a).achieved, k, q_, qd_, given_);
    const ExternalWrench<double> wrench = wrench_on_tool(conditions, work_.model, X_WT);
    const std::size_t index =
        static_cast<std::size_t>(work_.loads.index_of_instruction(work_.instruction(a)));
    step(load(a).achieved, scratch_[index], k * record_.period, q_, qd_, given_, cycle_,
         {&wrench, 1});
    if (cycle_.status != CycleStatus::ok) return false;
    note_motion(k);
    record_.ua.col(k) = cycle_.ua;
    record_.tau.col(k) = work_.spread(cycle_.u);
    note_limits(static_cast<std::size_t>(k) * static_cast<std::size_t>(work_.joints()));
    loops_close_ = end_position(load(a).achieved, scratch_[index], q_, cycle_, q_next_);
    q_ = q_next_;
    qd_ = cycle_.qd_next;
    return loops_close_;
  }

  std::string fault_of(int k) const {
    if (!loops_close_)
      return fmt::format(
          "{}: the loops do not close behind {:.3f} s: the achieved motion leaves "
          "what the mechanism can reach",
          work_.model.name(), k * record_.period);
    return describe_fault(load(std::min(k, asked_ - 1)).achieved, cycle_);
  }

  /// Velocities and accelerations of all joints.
  void note_motion(int k) {
    if (!closed_) {
      record_.qd.col(k) = qd_;
      record_.qdd.col(k) = cycle_.qdd;
      return;
    }
    const Engine& engine = work_.loads.all().front().achieved.engine();
    closed_->place(engine, q_);
    closed_->velocities(qd_, record_.qd.col(k));
    closed_->accelerations(engine, qd_, cycle_.qdd, record_.qdd.col(k));
  }

  /// @param first  of the cycle, in MotionRecord::limited
  void note_limits(std::size_t first) {
    for (std::size_t i = 0; i < cycle_.limited.size(); ++i) {
      LimitSet of_joint;
      of_joint.add(Limit::joint_speed);
      const unsigned speed = of_joint.bits(), bits = cycle_.limited[i].bits();
      const auto joint = static_cast<std::size_t>(work_.active()[i]);
      record_.limited[first + joint].add(LimitSet::of_bits(bits & speed));
      record_.limited[first + i].add(LimitSet::of_bits(bits & ~speed));
    }
  }

  void note(int k, const Pose<double>& X_WT) {
    record_.q.col(k) = q_;
    record_.X_WT[static_cast<std::size_t>(k)] = X_WT;
    record_.move[static_cast<std::size_t>(k)] =
        work_.plan.move[static_cast<std::size_t>(std::min(k, asked_ - 1))];
    advance(k);
    const PathError error = path_error(record_.X_WT_asked, place_, X_WT);
    record_.path_error[k] = error.distance;
    record_.turn_error[k] = error.angle;
  }

  /// Moves on along the asked motion, never back and never ahead of the clock, to the posture that is
  /// nearest to the robot, and notes when the robot came by. Where the way turns back on itself the
  /// robot may turn earlier, so the search looks farther than the next posture. The last posture
  /// counts from when it is kept, not when it is nearest.
  void advance(int k) {
    const double time = k * record_.period;
    if (k == 0) arrival_[0] = 0;
    const int farthest = std::min({k, asked_ - 2, place_ + search});
    int nearest = place_;
    for (int a = farthest; a > place_; --a)
      if (distance(a) < distance(nearest)) nearest = a;
    if (nearest == place_ && place_ < farthest && distance(place_ + 1) == distance(place_))
      ++nearest;  // stands still, as asked
    while (place_ < nearest) arrival_[static_cast<std::size_t>(++place_)] = time;
    if (k + 1 < asked_ || distance(asked_ - 1) > work_.settings.in_position)
      arrival_.back() = std::nan("");
    else if (std::isnan(arrival_.back()))
      arrival_.back() = time;
  }

  double distance(int a) const { return (record_.q_asked.col(a) - q_).cwiseAbs().maxCoeff(); }

  bool at_rest() const {
    return (record_.q_asked.col(asked_ - 1) - q_).cwiseAbs().maxCoeff() <=
               work_.settings.in_position &&
           qd_.cwiseAbs().maxCoeff() <= work_.settings.in_position / record_.period;
  }

  void size(int cycles) {
    for (MatrixX<double>* const m : {&record_.q, &record_.qd, &record_.qdd, &record_.tau})
      m->conservativeResize(work_.joints(), cycles);
    record_.ua.conservativeResize(work_.drives.count(), cycles);
    record_.path_error.conservativeResize(cycles);
    record_.turn_error.conservativeResize(cycles);
    record_.limited.resize(static_cast<std::size_t>(cycles) *
                           static_cast<std::size_t>(work_.joints()));
    record_.X_WT.resize(static_cast<std::size_t>(cycles));
    record_.move.resize(static_cast<std::size_t>(cycles));
  }

  std::string finish(int cycles) {
    advance(cycles);  // the last step ended here
    size(cycles);
    record_.felt = felt_in_cycles(work_.model, record_.q, record_.qd, record_.qdd, record_.period);
    return {};
  }

  const CaseInWork& work_;
  MotionRecord& record_;
  std::vector<double>& arrival_;
  Workspace tree_;
  std::vector<Algorithm1Workspace> scratch_;
  Cycle cycle_;
  std::optional<ClosedLinks> closed_;
  VectorX<double> q_, qd_, given_;  ///< all joints; those of the step
  VectorX<double> q_next_ = q_;
  MatrixX<double> q_active_, qd_active_;  ///< asked of the joints of the step
  bool loops_close_ = true;
  CatchingUp controller_;
  const int asked_ = work_.plan.samples();
  int most_ = 0, place_ = 0;
};

}  // namespace

std::string record_achieved(const CaseInWork& work, MotionRecord& record,
                            std::vector<double>& arrival) {
  return Run(work, record, arrival).go();
}

}  // namespace erfd
