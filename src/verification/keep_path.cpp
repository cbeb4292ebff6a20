// The controller that keeps the path: slower, uniformly from stop to stop, in steps of one per cent.
//
//   1  for each run: the largest share of its speed at which none of its cycles that are beyond a
//      limit is so any more; by bisection on those cycles (slowed.hpp)
//   2  rated torques: a further share, the same for all runs, by bisection on all cycles
//   3  proof: the planner plans it so, and every cycle of that is held against every limit; a run that
//      still fails (its cycles fall elsewhere now, or it shares a stop with one that is not slowed) is
//      slowed by what those cycles need, as in 1; then every run gets back what it need not have lost
//
// Where even 1 % does not help, what remains is what holds the arm still: an obstacle.
#include "erfd/drives/duty.hpp"

#include "verification/judge.hpp"
#include "verification/slowed.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace erfd {
namespace {

/// The largest percent in 1 … 100 that holds; 0: none.
template <class Holds>
int largest_percent(Holds holds) {
  if (holds(100)) return 100;
  if (!holds(1)) return 0;
  int low = 1, high = 100;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

/// No slowing helps against these.
bool is_place(Limit limit) { return limit == Limit::joint_range; }

bool is_curable(const Binding& b) {
  return b.limit != Limit::jump && b.limit != Limit::rated_torque && !is_place(b.limit);
}

/// Within all limits but jumps: nothing is to be slowed.
bool keeps_time(const std::vector<MoveVerdict>& moves) {
  return std::all_of(moves.begin(), moves.end(), [](const MoveVerdict& verdict) {
    return std::all_of(verdict.exceeded.begin(), verdict.exceeded.end(),
                       [](const Binding& b) { return b.limit == Limit::jump; });
  });
}

class PathKeeper {
 public:
  PathKeeper(const CaseInWork& work, const MotionRecord& record,
             const std::vector<MoveVerdict>& moves, bool smoothed)
      : work_(work), record_(record), moves_(moves), smoothed_(smoothed), cycles_(work, record) {
    const int runs = work.plan.moves.empty() ? 0 : work.plan.moves.back().run + 1;
    percent_.assign(static_cast<std::size_t>(runs), 100);
  }

  KeptPath find() {
    result_.jumps = static_cast<int>(work_.plan.jumps.size());
    find_places();
    slow_runs();
    if (result_.keeps_limits()) slow_all();
    if (result_.keeps_limits()) prove();
    if (!result_.keeps_limits()) {
      result_.time = std::nan("");
      result_.speeds.clear();
      result_.move_times.clear();
    }
    return std::move(result_);
  }

 private:
  int& percent_of(int move) {
    return percent_[static_cast<std::size_t>(work_.plan.moves[static_cast<std::size_t>(move)].run)];
  }
  bool waits(int move) const {
    const PlannedMove& planned = work_.plan.moves[static_cast<std::size_t>(move)];
    return std::holds_alternative<Wait>(
        work_.program.instructions[static_cast<std::size_t>(planned.instruction)].action);
  }

  void find_places() {
    for (const MoveVerdict& verdict : moves_)
      for (const Binding& b : verdict.exceeded)
        if (is_place(b.limit)) {
          result_.obstacles.push_back(
              {verdict.move,
               fmt::format("{} leaves its range, however slowly",
                           b.motor >= 0 ? "the mechanism of " + work_.drives.motor(b.motor).name
                                        : joint_name(b.axis))});
          break;
        }
  }

  // 1
  void slow_runs() {
    std::size_t m = 0;
    while (m < moves_.size()) {
      const int run = work_.plan.moves[m].run;
      std::vector<int> beyond;
      for (; m < moves_.size() && work_.plan.moves[m].run == run; ++m)
        add_beyond(work_.plan, moves_[m], cycles_, beyond);
      if (beyond.empty()) continue;
      work_.tell(explaining, 0, 1);
      const int percent = largest_share(cycles_, beyond);
      if (percent > 0)
        percent_[static_cast<std::size_t>(run)] = percent;
      else
        add_standing(beyond);
    }
  }

  static int largest_share(SlowedCycles& cycles, const std::vector<int>& beyond) {
    return largest_percent([&](int percent) {
      return std::none_of(beyond.begin(), beyond.end(),
                          [&](int k) { return cycles.exceeds(k, percent); });
    });
  }

  static void add_beyond(const Plan& plan, const MoveVerdict& verdict, SlowedCycles& cycles,
                         std::vector<int>& beyond) {
    const auto& exceeded = verdict.exceeded;
    if (std::none_of(exceeded.begin(), exceeded.end(), is_curable)) return;
    const PlannedMove& move = plan.moves[static_cast<std::size_t>(verdict.move)];
    for (int k = move.first_sample; k < move.end_sample; ++k)
      if (cycles.exceeds(k, 100)) beyond.push_back(k);
  }

  /// A motor that cannot even hold the arm where it passes.
  void add_standing(const std::vector<int>& beyond) {
    for (const int k : beyond) {
      Binding b;
      if (!cycles_.exceeds(k, 1, &b)) continue;
      result_.obstacles.push_back(
          {work_.plan.move[static_cast<std::size_t>(k)],
           fmt::format("{}, even to creep past {:.2f} s", too_much(b), k * record_.period)});
      return;
    }
  }

  std::string too_much(const Binding& b) const {
    const std::string share = share_of_limit(b.ratio);
    if (b.sensor >= 0)
      return work_.model.sensors()[static_cast<std::size_t>(b.sensor)].name + ' ' +
             felt_text(work_.model, b);
    if (b.motor < 0 || work_.drives.motor(b.motor).peak_of_joint)
      return fmt::format("{} needs {} of its effort limit", joint_name(b.axis), share);
    return fmt::format("{} needs {:.3g} N m, {} of its {:.3g} N m",
                       work_.drives.motor(b.motor).name, b.needed, share, b.available);
  }

  // 2
  void slow_all() {
    if (too_hot(100).empty()) return;
    const int share = largest_percent([&](int p) { return too_hot(p).empty(); });
    if (share == 0) return add_heat(too_hot(1));
    for (int& percent : percent_) percent = std::max(1, percent * share / 100);
  }

  /// Motors beyond their rated torque: root mean squares over the time that the torques last, run by
  /// run at its own speed.
  std::set<int> too_hot(int share) {
    std::vector<RunningRms> heat(static_cast<std::size_t>(work_.drives.count()));
    double time = 0;  // in asked cycles
    for (int k = 0; k < work_.plan.samples(); ++k) {
      const bool jumps = record_.jumps[static_cast<std::size_t>(k)];
      const int move = work_.plan.move[static_cast<std::size_t>(k)];
      const int percent = std::max(1, waits(move) ? 100 : percent_of(move) * share / 100);
      if (jumps)
        for (RunningRms& motor : heat) motor.leave_out();
      else if (percent == 100)
        add_to(heat, time, record_.ua_asked.col(k));
      else
        add_to(heat, time, cycles_.torques(k, percent));
      time += 100.0 / percent;
      if (k % 256 == 0) work_.tell(explaining, 0, 1);
    }
    std::set<int> motors;
    for (int i = 0; i < work_.drives.count(); ++i)
      if (heat[static_cast<std::size_t>(i)].value() > work_.drives.motor(i).limits.torque_rated)
        motors.insert(i);
    return motors;
  }

  static void add_to(std::vector<RunningRms>& heat, double time,
                     const Eigen::Ref<const VectorX<double>>& torques) {
    for (std::size_t i = 0; i < heat.size(); ++i)
      heat[i].add(time, torques[static_cast<Eigen::Index>(i)]);
  }

  /// Motors that even creeping heats too much.
  void add_heat(const std::set<int>& motors) {
    for (const MoveVerdict& verdict : moves_)
      for (const Binding& b : verdict.exceeded)
        if (b.limit == Limit::rated_torque && motors.contains(b.motor))
          result_.obstacles.push_back(
              {verdict.move,
               fmt::format("{} needs more than its rated {:.3g} N m in the root mean square, "
                           "however slowly",
                           work_.drives.motor(b.motor).name, b.available)});
  }

  // 3
  void prove() {
    constexpr int rounds = 12;
    const std::vector<int> found = percent_;
    for (int round = 0; round < rounds; ++round) {
      const std::optional<Trial> trial = tried();
      if (!trial) break;
      if (trial->passes()) {
        keep(trial->plan);
        return give_back(found);
      }
      slow_failing(*trial);
    }
    result_.obstacles.push_back({0, "no slower motion was found that keeps all limits"});
  }

  /// The program at the shares found so far.
  struct Trial {
    Plan plan;
    Verification judged;

    bool passes() const { return keeps_time(judged.moves); }
  };

  std::optional<Trial> tried() const {
    Trial trial;
    trial.plan = work_.settings.replan(speeds(), smoothed_);
    if (!trial.plan.complete || trial.plan.moves.size() != work_.plan.moves.size()) return {};
    const CaseInWork work = case_of(trial.plan);
    if (!record_asked(work, trial.judged.motion).empty()) return {};
    judge_asked(work, trial.judged);
    return trial;
  }

  CaseInWork case_of(const Plan& plan) const {
    return {work_.program, plan, work_.model, work_.drives, work_.settings, work_.loads};
  }

  /// A stop is shared: the cycle that starts a run also brings the one before to rest.
  void slow_failing(const Trial& trial) {
    const CaseInWork work = case_of(trial.plan);
    SlowedCycles cycles(work, trial.judged.motion);
    std::map<int, std::vector<int>> beyond;  // cycles of each run that fails
    for (const MoveVerdict& verdict : trial.judged.moves) {
      const PlannedMove& move = trial.plan.moves[static_cast<std::size_t>(verdict.move)];
      for (const Binding& b : verdict.exceeded) {
        if (is_curable(b)) beyond[move.run];
        if (b.limit != Limit::rated_torque) continue;
        for (const PlannedMove& any : trial.plan.moves) beyond[any.run];
      }
      std::vector<int> own;
      add_beyond(trial.plan, verdict, cycles, own);
      if (own.empty()) continue;
      if (own.front() == move.first_sample && move.run > 0) beyond[move.run - 1].push_back(own[0]);
      beyond[move.run].insert(beyond[move.run].end(), own.begin(), own.end());
    }
    for (const auto& [run, its] : beyond) {
      int& percent = percent_[static_cast<std::size_t>(run)];
      const int share = its.empty() ? 100 : largest_share(cycles, its);
      percent = std::max(1, std::min(percent - 1, percent * share / 100));
    }
  }

  /// Of two runs at a stop the proof slows both, and often one was enough.
  void give_back(const std::vector<int>& found) {
    int tries = 8;  // each is a proof
    for (std::size_t run = 0; run < percent_.size() && tries > 0; ++run) {
      if (percent_[run] == found[run]) continue;
      --tries;
      const int slowed = std::exchange(percent_[run], found[run]);
      const std::optional<Trial> trial = tried();
      if (trial && trial->passes())
        keep(trial->plan);
      else
        percent_[run] = slowed;
    }
  }

  void keep(const Plan& plan) {
    result_.time = plan.duration();
    result_.speeds = speeds();
    result_.move_times.clear();
    for (const PlannedMove& move : plan.moves)
      result_.move_times.push_back(move.end_time - move.start_time);
  }

  std::vector<double> speeds() const {
    std::vector<double> all(work_.program.instructions.size(), 1);
    for (const PlannedMove& move : work_.plan.moves)
      all[static_cast<std::size_t>(move.instruction)] =
          percent_[static_cast<std::size_t>(move.run)] / 100.0;
    return all;
  }

  std::string joint_name(int axis) const {
    return work_.model.bodies()[static_cast<std::size_t>(axis)].joint;
  }

  const CaseInWork& work_;
  const MotionRecord& record_;
  const std::vector<MoveVerdict>& moves_;
  const bool smoothed_;
  SlowedCycles cycles_;
  std::vector<int> percent_;  ///< of the asked speed, of each run
  KeptPath result_;
};

KeptPath keep_path(const CaseInWork& work, const MotionRecord& record,
                   const std::vector<MoveVerdict>& moves, bool smoothed) {
  if (!keeps_time(moves)) return PathKeeper(work, record, moves, smoothed).find();
  KeptPath kept;
  kept.jumps = static_cast<int>(work.plan.jumps.size());
  kept.time = work.plan.duration();
  kept.speeds.assign(work.program.instructions.size(), 1);
  for (const PlannedMove& move : work.plan.moves)
    kept.move_times.push_back(move.end_time - move.start_time);
  return kept;
}

/// None where smoothing takes no jump away, or the smoothed program cannot be planned or judged.
std::optional<SmoothedAnswer> smoothed_answer(const CaseInWork& work) {
  const Plan plan = work.settings.replan({}, true);
  const CaseInWork smoothed{work.program, plan, work.model, work.drives, work.settings, work.loads};
  Verification result;
  if (plan.jumps.size() >= work.plan.jumps.size()) return std::nullopt;
  if (!plan.complete || !record_asked(smoothed, result.motion).empty()) return std::nullopt;
  judge_asked(smoothed, result);
  const auto beyond = std::count_if(result.moves.begin(), result.moves.end(),
                                    [](const MoveVerdict& v) { return !v.achievable; });
  return SmoothedAnswer{static_cast<int>(beyond),
                        keep_path(smoothed, result.motion, result.moves, true)};
}

}  // namespace

void find_cures(const CaseInWork& outer, Verification& result) {
  VerificationSettings settings = outer.settings;
  if (settings.progress)  // all passes have been told; what may stop them still may
    settings.progress = [tell = settings.progress](double) { tell(1); };
  const CaseInWork work{outer.program, outer.plan, outer.model,
                        outer.drives,  settings,   outer.loads};
  result.kept_path = keep_path(work, result.motion, result.moves, false);
  const bool turns = std::any_of(work.plan.jumps.begin(), work.plan.jumps.end(), [](const Jump& j) {
    return j.quantity == Jump::Quantity::turning_speed;
  });
  if (turns) result.smoothed = smoothed_answer(work);
}

namespace {

/// Shares of shares; an empty list is one of ones.
std::vector<double> product(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.empty()) return b;
  std::vector<double> shares = a;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) shares[i] *= b[i];
  return shares;
}

}  // namespace

Replan replan_with(const Program& program, const Model& model, const InverseKinematics& kinematics,
                   const PlannerSettings& settings) {
  return
      [&program, &model, &kinematics, settings](const std::vector<double>& speeds, bool smoothed) {
        PlannerSettings used = settings;
        used.instruction_speeds = product(settings.instruction_speeds, speeds);
        used.smoothed = used.smoothed || smoothed;
        return plan(program, model, kinematics, used);
      };
}

}  // namespace erfd
