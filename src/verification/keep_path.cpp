// The controller that keeps the path: slower, uniformly from stop to stop, in steps of one per cent.
//
//   1  for each run: the largest share of its speed at which none of its cycles that are beyond a
//      limit is so any more; by bisection on those cycles (slowed.hpp)
//   2  rated torques: a further share, the same for all runs, by bisection on all cycles
//   3  proof: the planner plans it so, and every cycle of that is held against every limit; a run that
//      still fails (its cycles fall elsewhere now) is slowed a little more
//
// Where even 1 % does not help, what remains is what holds the arm still: an obstacle.
#include "verification/judge.hpp"
#include "verification/slowed.hpp"

#include <algorithm>
#include <cmath>
#include <set>

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

class PathKeeper {
 public:
  PathKeeper(const Job& job, const MotionRecord& record, const std::vector<MoveVerdict>& moves,
             bool smoothed)
      : job_(job), record_(record), moves_(moves), smoothed_(smoothed), cycles_(job, record) {
    const int runs = job.plan.moves.empty() ? 0 : job.plan.moves.back().run + 1;
    percent_.assign(static_cast<std::size_t>(runs), 100);
  }

  KeptPath find() {
    find_places();
    slow_runs();
    if (result_.possible()) slow_all();
    if (result_.possible()) prove();
    if (!result_.possible()) {
      result_.time = std::nan("");
      result_.speeds.clear();
      result_.move_times.clear();
    }
    return std::move(result_);
  }

 private:
  int& percent_of(int move) {
    return percent_[static_cast<std::size_t>(job_.plan.moves[static_cast<std::size_t>(move)].run)];
  }
  bool waits(int move) const {
    const PlannedMove& planned = job_.plan.moves[static_cast<std::size_t>(move)];
    return std::holds_alternative<Wait>(
        job_.program.instructions[static_cast<std::size_t>(planned.instruction)].action);
  }

  void find_places() {
    for (const MoveVerdict& verdict : moves_)
      for (const Binding& b : verdict.exceeded)
        if (is_place(b.limit)) {
          result_.obstacles.push_back(
              {verdict.move,
               fmt::format("{} leaves its range, however slowly", joint_name(b.axis))});
          break;
        }
  }

  // 1
  void slow_runs() {
    std::size_t m = 0;
    while (m < moves_.size()) {
      const int run = job_.plan.moves[m].run;
      std::vector<int> beyond;
      for (; m < moves_.size() && job_.plan.moves[m].run == run; ++m) add_beyond(m, beyond);
      if (beyond.empty()) continue;
      job_.tell(explaining, 0, 1);
      const int percent = largest_percent([&](int p) {
        return std::none_of(beyond.begin(), beyond.end(),
                            [&](int k) { return cycles_.exceeds(k, p); });
      });
      if (percent > 0)
        percent_[static_cast<std::size_t>(run)] = percent;
      else
        add_standing(beyond);
    }
  }

  void add_beyond(std::size_t m, std::vector<int>& beyond) {
    const auto& exceeded = moves_[m].exceeded;
    if (std::none_of(exceeded.begin(), exceeded.end(), is_curable)) return;
    const PlannedMove& move = job_.plan.moves[m];
    for (int k = move.first_sample; k < move.end_sample; ++k)
      if (cycles_.exceeds(k, 100)) beyond.push_back(k);
  }

  /// A motor that cannot even hold the arm where it passes.
  void add_standing(const std::vector<int>& beyond) {
    for (const int k : beyond) {
      Binding b;
      if (!cycles_.exceeds(k, 1, &b)) continue;
      result_.obstacles.push_back(
          {job_.plan.move[static_cast<std::size_t>(k)],
           fmt::format("{}, even to creep past {:.2f} s", too_much(b), k * record_.period)});
      return;
    }
  }

  std::string too_much(const Binding& b) const {
    const std::string share =
        std::isfinite(b.ratio) ? fmt::format("{:.0f} %", 100 * b.ratio) : "more than everything";
    if (b.motor < 0 || job_.drives.motor(b.motor).peak_of_joint)
      return fmt::format("{} needs {} of its effort limit", joint_name(b.axis), share);
    return fmt::format("{} needs {:.3g} N m, {} of its {:.3g} N m", job_.drives.motor(b.motor).name,
                       b.needed, share, b.available);
  }

  // 2
  void slow_all() {
    if (rated_holds(100)) return;
    const int share = largest_percent([&](int p) { return rated_holds(p); });
    if (share == 0) return add_heat();
    for (int& percent : percent_) percent = std::max(1, percent * share / 100);
  }

  /// Squares of the torques and the time they last, run by run at its own speed.
  bool rated_holds(int share) {
    VectorX<double> squares = VectorX<double>::Zero(job_.drives.count());
    double time = 0;
    for (int k = 0; k < job_.plan.samples(); ++k) {
      if (record_.jumps[static_cast<std::size_t>(k)]) continue;
      const int move = job_.plan.move[static_cast<std::size_t>(k)];
      const int percent = std::max(1, waits(move) ? 100 : percent_of(move) * share / 100);
      const double lasts = 100.0 / percent;
      if (percent == 100)
        squares += lasts * record_.ua_asked.col(k).cwiseAbs2();
      else
        squares += lasts * cycles_.torques(k, percent).cwiseAbs2();
      time += lasts;
      if (k % 256 == 0) job_.tell(explaining, 0, 1);
    }
    for (int i = 0; i < job_.drives.count(); ++i)
      if (std::sqrt(squares[i] / time) > job_.drives.motor(i).limits.torque_rated) return false;
    return true;
  }

  void add_heat() {
    for (const MoveVerdict& verdict : moves_)
      for (const Binding& b : verdict.exceeded)
        if (b.limit == Limit::rated_torque)
          result_.obstacles.push_back(
              {verdict.move,
               fmt::format("{} needs more than its rated {:.3g} N m in the root mean square, "
                           "however slowly",
                           job_.drives.motor(b.motor).name, b.available)});
  }

  // 3
  void prove() {
    constexpr int rounds = 12;
    int more = 1;
    for (int round = 0; round < rounds; ++round, more += (round > 3 ? more : 0)) {
      Verification slowed;
      const Plan plan = job_.settings.replan(speeds(), smoothed_);
      if (!plan.complete || plan.moves.size() != job_.plan.moves.size()) break;
      const Job job{job_.program, plan, job_.model, job_.drives, job_.settings, job_.loads};
      if (!record_asked(job, slowed.motion).empty()) break;
      judge_asked(job, slowed);
      const std::set<int> failing = failing_runs(plan, slowed);
      if (failing.empty()) return keep(plan);
      for (const int run : failing) {
        int& percent = percent_[static_cast<std::size_t>(run)];
        percent = std::max(1, percent - more);
      }
    }
    result_.obstacles.push_back({0, "no slower motion was found that keeps all limits"});
  }

  /// A stop is shared: the cycle that starts a run also brings the one before to rest.
  std::set<int> failing_runs(const Plan& plan, const Verification& slowed) const {
    std::set<int> failing;
    for (const MoveVerdict& verdict : slowed.moves)
      for (const Binding& b : verdict.exceeded) {
        if (b.limit == Limit::jump) continue;
        const PlannedMove& move = plan.moves[static_cast<std::size_t>(verdict.move)];
        if (b.limit == Limit::rated_torque) {
          for (const PlannedMove& any : plan.moves) failing.insert(any.run);
          continue;
        }
        failing.insert(move.run);
        if (b.time < (move.first_sample + 1.5) * plan.period && move.run > 0)
          failing.insert(move.run - 1);
      }
    return failing;
  }

  void keep(const Plan& plan) {
    result_.time = plan.duration();
    result_.speeds = speeds();
    for (const PlannedMove& move : plan.moves)
      result_.move_times.push_back(move.end_time - move.start_time);
  }

  std::vector<double> speeds() const {
    std::vector<double> all(job_.program.instructions.size(), 1);
    for (const PlannedMove& move : job_.plan.moves)
      all[static_cast<std::size_t>(move.instruction)] =
          percent_[static_cast<std::size_t>(move.run)] / 100.0;
    return all;
  }

  std::string joint_name(int axis) const {
    return job_.model.bodies()[static_cast<std::size_t>(axis)].joint;
  }

  const Job& job_;
  const MotionRecord& record_;
  const std::vector<MoveVerdict>& moves_;
  const bool smoothed_;
  SlowedCycles cycles_;
  std::vector<int> percent_;  ///< of the asked speed, of each run
  KeptPath result_;
};

/// Within all limits but jumps: nothing is to be slowed.
bool keeps_time(const std::vector<MoveVerdict>& moves) {
  return std::all_of(moves.begin(), moves.end(), [](const MoveVerdict& verdict) {
    return std::all_of(verdict.exceeded.begin(), verdict.exceeded.end(),
                       [](const Binding& b) { return b.limit == Limit::jump; });
  });
}

KeptPath keep_path(const Job& job, const MotionRecord& record,
                   const std::vector<MoveVerdict>& moves, bool smoothed) {
  if (!keeps_time(moves)) return PathKeeper(job, record, moves, smoothed).find();
  KeptPath kept;
  kept.time = job.plan.duration();
  kept.speeds.assign(job.program.instructions.size(), 1);
  for (const PlannedMove& move : job.plan.moves)
    kept.move_times.push_back(move.end_time - move.start_time);
  return kept;
}

/// None where smoothing takes no jump away, or the smoothed program cannot be planned or judged.
std::optional<SmoothedAnswer> smoothed_answer(const Job& job) {
  const Plan plan = job.settings.replan({}, true);
  const Job smoothed{job.program, plan, job.model, job.drives, job.settings, job.loads};
  Verification result;
  if (plan.jumps.size() >= job.plan.jumps.size()) return std::nullopt;
  if (!plan.complete || !record_asked(smoothed, result.motion).empty()) return std::nullopt;
  judge_asked(smoothed, result);
  const auto beyond = std::count_if(result.moves.begin(), result.moves.end(),
                                    [](const MoveVerdict& v) { return !v.achievable; });
  return SmoothedAnswer{static_cast<int>(beyond), static_cast<int>(plan.jumps.size()),
                        keep_path(smoothed, result.motion, result.moves, true)};
}

}  // namespace

void find_cures(const Job& outer, Verification& result) {
  VerificationSettings settings = outer.settings;
  if (settings.progress)  // all passes have been told; what may stop them still may
    settings.progress = [tell = settings.progress](double) { tell(1); };
  const Job job{outer.program, outer.plan, outer.model, outer.drives, settings, outer.loads};
  result.kept_path = keep_path(job, result.motion, result.moves, false);
  const bool turns = std::any_of(job.plan.jumps.begin(), job.plan.jumps.end(), [](const Jump& j) {
    return j.quantity == Jump::Quantity::turning_speed;
  });
  if (turns) result.smoothed = smoothed_answer(job);
}

Replan replan_with(const Program& program, const Model& model, const InverseKinematics& kinematics,
                   const PlannerSettings& settings) {
  return
      [&program, &model, &kinematics, settings](const std::vector<double>& speeds, bool smoothed) {
        PlannerSettings used = settings;
        used.instruction_speeds = speeds;
        used.smoothed = used.smoothed || smoothed;
        return plan(program, model, kinematics, used);
      };
}

}  // namespace erfd
