// Fastest motion → samples → verdict; limits are drawn in until the samples pass.
//
// A controller holds its torques for a cycle, and a verification meets the accelerations of cycles,
// (q_{k+1} − 2 q_k + q_{k−1})/Δt², at speeds up to half a cycle away: a motion that uses a limit up at
// every instant is beyond it then by some parts in a thousand. What each limit is exceeded by is taken
// from it, and the motion is looked for again.
#include "erfd/verification/optimise.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"
#include "erfd/io/states.hpp"

#include "verification/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace erfd {
namespace {

/// The part of each limit that may be used.
struct Shares {
  VectorX<double> motor_torque, motor_speed, joint_speed, joint_effort;
  std::optional<ToolLimits> tool;

  Shares(const Model& model, const Drives& drives)
      : motor_torque(VectorX<double>::Ones(drives.count())),
        motor_speed(motor_torque),
        joint_speed(VectorX<double>::Ones(model.nv())),
        joint_effort(joint_speed) {}

  Model applied(const Model& model) const {
    Model::Parts parts = model.parts();
    for (Body& body : parts.bodies) {
      body.limits.speed *= joint_speed[body.v_index];
      body.limits.effort *= joint_effort[body.v_index];
    }
    return Model(std::move(parts));
  }

  /// Takes what was exceeded from a limit. @returns false where that is no help.
  bool take(const Binding& b) {
    const double part = 1 / std::min(b.ratio * (1 + 1e-9), 1.25);
    switch (b.limit) {
      case Limit::joint_speed:
        joint_speed[b.axis] *= part;
        return true;
      case Limit::motor_speed:
        motor_speed[b.motor] *= part;
        return true;
      case Limit::joint_range:
      case Limit::jump:
        return false;
      default:
        if (b.motor >= 0)
          motor_torque[b.motor] *= part;
        else if (b.limit == Limit::joint_effort)
          joint_effort[b.axis] *= part;
        else
          return false;
        return true;
    }
  }
};

void check_limits(const Model& model, const Drives& drives) {
  const auto& motors = drives.motors();
  const bool any = std::any_of(motors.begin(), motors.end(), [](const Motor& motor) {
    return std::isfinite(torque_range(motor, 0).high);
  });
  if (!any)
    throw Error(fmt::format(
        "{}: no motor and no joint has a largest torque, expected one: nothing limits the "
        "acceleration; add torque_peak_N_m to a drive or torque_max_N_m to a joint",
        model.name()));
}

class Optimiser {
 public:
  Optimiser(const ChosenRobot& robot, const JointPath& path, const std::string& name,
            const OptimiseSettings& settings)
      : robot_(robot),
        path_(path),
        name_(name),
        settings_(settings),
        model_(robot.model()),
        drives_(make_drives(robot.description, model_)),
        shares_(model_, drives_) {
    check_limits(model_, drives_);
    shares_.tool = settings.tool;
    result_.period = settings.period.value_or(planner_settings(robot.description, model_).period);
  }

  Optimised find() {
    result_.fastest = run(shares_, settings_.cells, 0);
    if (!result_.fastest.found) return std::move(result_);
    sample_until_it_passes();
    if (result_.motion) result_.verdict = verify(*result_.motion);
    if (settings_.gains) find_gains();
    return std::move(result_);
  }

 private:
  TimeOptimal run(const Shares& shares, int cells, double breakaway_time,
                  bool for_samples = false) {
    TimeOptimalSettings used;
    if (for_samples) used.rounds = 4, used.tolerance = 1e-5;  // the verification has the last word
    used.cells = cells;
    used.breakaway_time = breakaway_time;
    used.torque_share = shares.motor_torque;
    used.speed_share = shares.motor_speed;
    used.tool = shares.tool;
    return fastest_motion(path_, shares.applied(model_), drives_, used);
  }

  void sample_until_it_passes() {
    constexpr int trials = 25;
    for (int trial = 0; trial < trials; ++trial) {
      if (settings_.progress) settings_.progress(0.8 * trial / trials);
      TimeOptimal motion = run(shares_, std::min(settings_.cells, 500), result_.period, true);
      if (!motion.found) break;
      result_.sampled = std::move(motion);
      result_.motion = samples();
      const std::vector<Binding> exceeded = exceeded_limits(*result_.motion);
      bool helps = !exceeded.empty();
      for (const Binding& b : exceeded) helps = shares_.take(b) && helps;
      if (!helps) break;
    }
    if (!result_.motion) {
      result_.fastest.found = false;
      result_.fastest.why = "with their starting friction the motors cannot set the robot going";
    }
  }

  /// One column a cycle; the last one stands where the path ends.
  Case samples() {
    const int cycles =
        std::max(1, static_cast<int>(std::ceil(result_.sampled.duration / result_.period - 1e-9)));
    result_.duration = cycles * result_.period;
    const double faster = result_.sampled.duration / result_.duration;
    ReadStates states;
    states.has_time = true;
    PathPoint point;
    point.q = point.dq = point.ddq = VectorX<double>(path_.joints());
    for (int k = 0; k <= cycles; ++k) {
      const double s = result_.sampled.at(k * result_.period * faster).s;
      path_.at(s, path_.piece_at(s), point);
      State state = rest_state(model_);
      state.time = k * result_.period;
      state.q = point.q;
      states.states.push_back(std::move(state));
    }
    ProgramChoice choice;
    choice.program = name_;
    choice.period = result_.period;
    return motion_case(robot_, states, choice);
  }

  static std::vector<Binding> exceeded_limits(const Case& motion) {
    VerificationSettings settings;
    settings.algorithm.period = motion.plan.period;
    const LoadCases loads(motion.program, motion.model, motion.drives, settings.algorithm);
    const CaseInWork work{motion.program, motion.plan, motion.model,
                          motion.drives,  settings,    loads};
    Verification asked;
    std::vector<Binding> exceeded;
    if (!record_asked(work, asked.motion).empty()) return exceeded;
    judge_asked(work, asked);
    for (const MoveVerdict& move : asked.moves)
      exceeded.insert(exceeded.end(), move.exceeded.begin(), move.exceeded.end());
    return exceeded;
  }

  /// 1 % more of each limit that binds, on a coarser grid.
  void find_gains() {
    constexpr int coarse = 500;
    Shares all(model_, drives_);
    all.tool = settings_.tool;
    const double before = run(all, coarse, 0).duration;
    for (const BoundArc& arc : result_.fastest.arcs) {
      if (arc.bound == PathBound{}) continue;
      const auto known = std::find_if(result_.gains.begin(), result_.gains.end(),
                                      [&](const LimitGain& g) { return g.bound == arc.bound; });
      LimitGain& gain =
          known != result_.gains.end() ? *known : result_.gains.emplace_back(LimitGain{arc.bound});
      gain.time += arc.to_time - arc.from_time;
    }
    std::erase_if(result_.gains,
                  [&](const LimitGain& g) { return g.time < 1e-3 * result_.fastest.duration; });
    for (LimitGain& gain : result_.gains) {
      constexpr double more = 0.01;
      Shares raised = all;
      const double unit = raise(gain.bound, 1 + more, raised);
      gain.gain = before - run(raised, coarse, 0).duration;
      if (std::isfinite(unit) && unit > 0) gain.gain_per_unit = gain.gain / (more * unit);
    }
    std::stable_sort(result_.gains.begin(), result_.gains.end(),
                     [](const LimitGain& a, const LimitGain& b) { return a.gain > b.gain; });
  }

  static double* tool_limit(const PathBound& bound, Shares& shares) {
    if (!shares.tool) return nullptr;
    switch (bound.tool) {
      case ToolBound::speed:
        return &shares.tool->speed;
      case ToolBound::turn_speed:
        return &shares.tool->turn_speed;
      case ToolBound::acceleration:
        return &shares.tool->acceleration;
      case ToolBound::turn_acceleration:
        return &shares.tool->turn_acceleration;
      case ToolBound::none:
        break;
    }
    return nullptr;
  }

  /// Raises a limit. @returns what it is [N m, N, rad/s or m/s]; infinite where it is no single number.
  double raise(const PathBound& bound, double factor, Shares& shares) const {
    if (double* const limit = tool_limit(bound, shares)) {
      const double before = *limit;
      *limit *= factor;
      return before;
    }
    const auto& body = model_.bodies()[static_cast<std::size_t>(std::max(bound.joint, 0))];
    if (bound.limit == Limit::joint_speed) {
      shares.joint_speed[bound.joint] *= factor;
      return body.limits.speed;
    }
    if (bound.limit == Limit::motor_speed) {
      shares.motor_speed[bound.motor] *= factor;
      return drives_.motor(bound.motor).limits.speed;
    }
    if (bound.motor < 0) {
      shares.joint_effort[bound.joint] *= factor;
      for (int i = 0; i < drives_.count(); ++i)
        if (drives_.motor(i).peak_of_joint && drives_.motor(i).joint == bound.joint)
          shares.motor_torque[i] *= factor;
      return body.limits.effort;
    }
    shares.motor_torque[bound.motor] *= factor;
    return drives_.motor(bound.motor).limits.torque_peak;
  }

  const ChosenRobot& robot_;
  const JointPath& path_;
  const std::string& name_;
  const OptimiseSettings& settings_;
  Model model_;
  Drives drives_;
  Shares shares_;
  Optimised result_;
};

}  // namespace

Optimised optimise(const ChosenRobot& robot, const JointPath& path, const std::string& name,
                   const OptimiseSettings& settings) {
  return Optimiser(robot, path, name, settings).find();
}

SplinePath read_path_file(const std::string& file, const Model& model) {
  const ReadStates read = read_states_file(file, model);
  if (read.findings.has_errors()) throw FileError(read.findings);
  if (read.states.size() < 2)
    throw Error(fmt::format("{}: {} is no path, expected two or more", file,
                            counted(read.states.size(), "row")));
  MatrixX<double> rows(model.nv(), static_cast<Eigen::Index>(read.states.size()));
  for (std::size_t k = 0; k < read.states.size(); ++k)
    rows.col(static_cast<Eigen::Index>(k)) = read.states[k].q;
  return SplinePath(std::move(rows));
}

}  // namespace erfd
