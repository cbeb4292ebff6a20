// A program is planned chain by chain, from one exact stop to the next.
#include "erfd/motion/plan.hpp"

#include "motion/plan/chain_builder.hpp"
#include "motion/plan/chain_sampler.hpp"
#include "motion/plan/target_check.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace planning {
namespace {

class Planner {
 public:
  Planner(const Program& program, const Arm& arm, Plan& plan)
      : program_(program), arm_(arm), plan_(plan), builder_(arm, program, plan), q_(arm.home()) {}

  void run() {
    std::size_t k = 0;
    while (k < program_.instructions.size() && plan_.complete) {
      if (samples_.empty()) samples_.push_back({q_, 0});
      arm_.tick(0.8 * static_cast<double>(k) / static_cast<double>(program_.instructions.size()));
      const auto* wait = std::get_if<Wait>(&program_.instructions[k].action);
      k = wait ? stand(k, wait->duration) : go(k);
    }
    if (!plan_.complete) look_at_the_rest();
    write_samples();
    measure_moves();
    plan_.findings.sort();
  }

 private:
  std::size_t stand(std::size_t k, double duration) {
    PlannedMove planned;
    planned.instruction = static_cast<int>(k);
    planned.start_time = time_;
    planned.end_time = time_ += duration;
    const int index = static_cast<int>(plan_.moves.size());
    plan_.moves.push_back(planned);
    for (int n = cycles_of(duration, plan_.period); n > 0; --n) {
      samples_.push_back({q_, index});
      arm_.tick();
    }
    return k + 1;
  }

  std::size_t go(std::size_t first) {
    const std::size_t first_move = plan_.moves.size();
    const ChainBuilder::Result result = builder_.build(first, q_);
    for (std::size_t i = first_move; i < plan_.moves.size(); ++i) {
      plan_.moves[i].start_time += time_;
      plan_.moves[i].end_time += time_;
    }
    time_ += result.chain.duration();
    if (const auto stopped = sample_chain(arm_, result.chain, samples_)) {
      const int instruction = plan_.moves[stopped->move].instruction;
      add_finding(program_, static_cast<std::size_t>(instruction),
                  {Severity::error, stopped->problem}, plan_);
      plan_.complete = false;
    }
    if (result.failed) plan_.complete = false;
    q_ = samples_.back().q;
    return result.next;
  }

  /// Targets behind the first that cannot be had: no motion is planned through it, but the user shall
  /// not have to mend one after the other.
  void look_at_the_rest() {
    const auto first = std::min_element(plan_.unplanned.begin(), plan_.unplanned.end());
    if (first == plan_.unplanned.end()) return;
    const std::vector<int> known = plan_.unplanned;
    TargetCheck check(arm_, q_);
    for (std::size_t k = static_cast<std::size_t>(*first) + 1; k < program_.instructions.size();
         ++k) {
      arm_.tick();
      if (std::find(known.begin(), known.end(), static_cast<int>(k)) != known.end())
        check.lose();
      else if (auto problem = check.problem_of(program_.instructions[k]))
        add_finding(program_, k, {Severity::error, std::move(*problem)}, plan_);
    }
    std::sort(plan_.unplanned.begin(), plan_.unplanned.end());
  }

  void write_samples() {
    plan_.q.resize(arm_.model().nq(), static_cast<Eigen::Index>(samples_.size()));
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      arm_.tick(0.8 + 0.1 * static_cast<double>(i) / static_cast<double>(samples_.size()));
      plan_.q.col(static_cast<Eigen::Index>(i)) = samples_[i].q;
      plan_.move.push_back(samples_[i].move);
      const Pose<double> X_FT =
          plan_.moves.empty()
              ? Pose<double>{}
              : arm_.X_FlangeT(
                    program_.instructions[plan_.moves[samples_[i].move].instruction].conditions);
      plan_.X_WT.push_back(arm_.X_WFlange(samples_[i].q) * X_FT);
    }
  }

  /// Samples of each move, and the way of the tool centre in ptp moves.
  void measure_moves() {
    int next = 0;
    for (std::size_t m = 0; m < plan_.moves.size(); ++m) {
      PlannedMove& planned = plan_.moves[m];
      planned.first_sample = next;
      while (next < plan_.samples() && plan_.move[next] == static_cast<int>(m)) ++next;
      planned.end_sample = next;
      const auto* move = std::get_if<Move>(&program_.instructions[planned.instruction].action);
      if (!move || move->kind != MoveKind::ptp) continue;
      const Pose<double> X_FT =
          arm_.X_FlangeT(program_.instructions[planned.instruction].conditions);
      for (int i = std::max(1, planned.first_sample); i < planned.end_sample; ++i) {
        planned.length += (plan_.X_WT[i].p - (arm_.X_WFlange(plan_.q.col(i - 1)) * X_FT).p).norm();
        arm_.tick(0.9 + 0.1 * i / plan_.samples());
      }
    }
  }

  const Program& program_;
  const Arm& arm_;
  Plan& plan_;
  ChainBuilder builder_;
  std::vector<Sample> samples_;
  VectorX<double> q_;
  double time_ = 0;  ///< on the continuous time law [s]
};

void note_silent_axes(const Arm& arm, Plan& plan) {
  if (arm.silent_axes().empty()) return;
  std::string names;
  for (int i : arm.silent_axes()) names += (names.empty() ? "" : ", ") + arm.axis_name(i);
  plan.findings.note("N0412", {},
                     fmt::format("the robot file gives no largest speed or acceleration of {}: "
                                 "default values are used",
                                 names));
}

}  // namespace
}  // namespace planning

Plan plan(const Program& program, const Model& model, const InverseKinematics& kinematics,
          const PlannerSettings& settings) {
  if (!(settings.period > 0)) throw Error("plan: the interpolation period must be positive");
  if (settings.home.size() > 0 && settings.home.size() != model.nq())
    throw Error(fmt::format("plan: settings.home has size {}, but the model has nq = {}",
                            settings.home.size(), model.nq()));
  Plan result;
  result.period = settings.period;
  result.findings = Diagnostics(program.file);
  const planning::Arm arm(model, kinematics, settings);
  planning::note_silent_axes(arm, result);
  planning::Planner(program, arm, result).run();
  return result;
}

}  // namespace erfd
