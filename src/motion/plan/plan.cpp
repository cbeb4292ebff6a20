// A program is planned chain by chain, from one exact stop to the next.
#include "erfd/motion/plan.hpp"

#include "motion/plan/chain_builder.hpp"
#include "motion/plan/chain_sampler.hpp"
#include "motion/plan/jumps.hpp"
#include "motion/plan/target_check.hpp"

#include <algorithm>
#include <cmath>

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
    plan_.segments = std::make_shared<const std::vector<TimedSegment>>(std::move(segments_));
    write_samples();
    measure_moves();
    plan_.findings.sort();
  }

 private:
  std::size_t stand(std::size_t k, double duration) {
    PlannedMove planned;
    planned.instruction = static_cast<int>(k);
    planned.run = run_++;
    const int cycles = cycles_of(duration, plan_.period);
    planned.start_time = time_of(samples_.size() - 1);
    planned.end_time = time_of(samples_.size() - 1 + static_cast<std::size_t>(cycles));
    const int index = static_cast<int>(plan_.moves.size());
    plan_.moves.push_back(planned);
    for (int n = cycles; n > 0; --n) {
      samples_.push_back({q_, index});
      arm_.tick();
    }
    return k + 1;
  }

  std::size_t go(std::size_t first) {
    const std::size_t first_move = plan_.moves.size(), first_sample = samples_.size() - 1;
    const double speed = arm_.speed_of(first);
    ChainBuilder::Result result = builder_.build(first, q_);
    if (const auto stopped = sample_chain(arm_, result.chain, speed, samples_)) {
      const int instruction = plan_.moves[stopped->move].instruction;
      add_finding(program_, static_cast<std::size_t>(instruction),
                  {Severity::error, stopped->problem}, plan_);
      plan_.complete = false;
    }
    const SampledChain sampled{result.chain, std::span(samples_).subspan(first_sample),
                               cycles_of(result.chain.duration() / speed, plan_.period),
                               plan_.period};
    place_in_time(first_move, first_sample, sampled);
    keep(std::move(result.chain), time_of(first_sample), sampled.stretch());
    if (result.failed) plan_.complete = false;
    q_ = samples_.back().q;
    return result.next;
  }

  /// The way of a chain and its law, for whoever looks for another law or another way.
  void keep(Chain chain, double start, double stretch) {
    for (ChainRun& run : chain.runs) {
      TimeLaw law = run.law;
      const double begin = start + run.begin * stretch;
      segments_.push_back({PathSegment(std::make_shared<const ChainRun>(std::move(run))),
                           std::move(law), begin, stretch});
    }
  }

  /// From the law of a chain to the motion that is asked.
  void place_in_time(std::size_t first_move, std::size_t first_sample,
                     const SampledChain& sampled) {
    const double stretch = sampled.stretch(), start = time_of(first_sample),
                 end = time_of(first_sample + static_cast<std::size_t>(sampled.cycles));
    for (std::size_t i = first_move; i < plan_.moves.size(); ++i) {
      PlannedMove& move = plan_.moves[i];
      move.run = run_;
      move.start_time = std::min(start + move.start_time * stretch, end);
      move.end_time = std::min(start + move.end_time * stretch, end);
    }
    if (plan_.moves.size() > first_move) plan_.moves.back().end_time = end;  // to the last bit
    ++run_;
    for (Jump jump : jumps_of(arm_, sampled)) {
      jump.time += start;
      report(jump);
      plan_.jumps.push_back(jump);
    }
  }

  void report(const Jump& jump) {
    const Instruction& at = program_.instructions[plan_.moves[jump.before].instruction];
    const Move& move = std::get<Move>(at.action);
    plan_.findings.warning("W0504", at.at,
                           fmt::format("{}: {} at its end", text_of(arm_.dialect(), move),
                                       jump_text(arm_.model(), jump)));
  }

  /// Targets behind the first that cannot be had: no motion is planned through it, but the user shall
  /// not have to mend one after the other.
  void look_at_the_rest() {
    if (plan_.faults.empty()) return;
    const auto sooner = [](const Fault& a, const Fault& b) {
      return a.instruction < b.instruction;
    };
    std::vector<int> known;
    for (const Fault& fault : plan_.faults) known.push_back(fault.instruction);
    TargetCheck check(arm_, q_);
    const int first = *std::min_element(known.begin(), known.end());
    for (auto k = static_cast<std::size_t>(first) + 1; k < program_.instructions.size(); ++k) {
      arm_.tick();
      if (std::find(known.begin(), known.end(), static_cast<int>(k)) != known.end())
        check.lose();
      else if (auto problem = check.problem_of(program_.instructions[k]))
        add_finding(program_, k, {Severity::error, std::move(*problem)}, plan_);
    }
    std::stable_sort(plan_.faults.begin(), plan_.faults.end(), sooner);
  }

  double time_of(std::size_t sample) const { return plan_.period * static_cast<double>(sample); }

  void write_samples() {
    plan_.q.resize(arm_.model().nq(), static_cast<Eigen::Index>(samples_.size()));
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      arm_.tick(0.8 + 0.1 * static_cast<double>(i) / static_cast<double>(samples_.size()));
      plan_.q.col(static_cast<Eigen::Index>(i)) = samples_[i].q;
      plan_.move.push_back(move_of_cycle(i));
      const Pose<double> X_FT =
          plan_.moves.empty()
              ? Pose<double>{}
              : arm_.X_FlangeT(
                    program_.instructions[plan_.moves[plan_.move.back()].instruction].conditions);
      plan_.X_WT.push_back(arm_.X_WFlange(samples_[i].q) * X_FT);
    }
  }

  /// A cycle belongs to the move in which it starts; at a stop, to the one that starts there.
  int move_of_cycle(std::size_t sample) const {
    const int here = samples_[sample].move;
    if (sample + 1 == samples_.size()) return here;
    const int next = samples_[sample + 1].move;
    const bool stops = sample == 0 || plan_.moves[here].run != plan_.moves[next].run;
    return stops ? next : here;
  }

  /// Cycles of each move, and the way of the tool centre in ptp moves.
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
      const auto tool = [&](int i) { return (arm_.X_WFlange(plan_.q.col(i)) * X_FT).p; };
      for (int i = planned.first_sample; i + 1 < std::min(next + 1, plan_.samples()); ++i) {
        planned.length += (tool(i + 1) - tool(i)).norm();
        arm_.tick(0.9 + 0.1 * i / plan_.samples());
      }
    }
  }

  const Program& program_;
  const Arm& arm_;
  Plan& plan_;
  ChainBuilder builder_;
  std::vector<Sample> samples_;
  std::vector<TimedSegment> segments_;
  VectorX<double> q_;
  int run_ = 0;  ///< number of the next run without a stop
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
  for (const double speed : settings.instruction_speeds)
    if (!(speed > 0) || std::isinf(speed))
      throw Error(fmt::format("plan: found {} as the speed of an instruction, expected more than 0",
                              speed));
  if (!(settings.speed > 0) || std::isinf(settings.speed))
    throw Error(fmt::format("plan: found the speed {}, expected more than 0", settings.speed));
  if (settings.home.size() > 0 && settings.home.size() != model.nq())
    throw Error(fmt::format("plan: settings.home has size {}, but the model has nq = {}",
                            settings.home.size(), model.nq()));
  Plan result;
  result.period = settings.period;
  result.findings = Diagnostics(program.file);
  const planning::Arm arm(model, kinematics, settings, *program.dialect);
  planning::note_silent_axes(arm, result);
  planning::Planner(program, arm, result).run();
  return result;
}

}  // namespace erfd
