// What is said about the path moves of a chain.
#include "erfd/base/units.hpp"

#include "motion/plan/chain_builder.hpp"
#include "motion/plan/goal.hpp"

#include <fmt/format.h>

namespace erfd::planning {
namespace {

constexpr double reached = 1e-9;  // share of the programmed speed

/// Way that a move needs to reach a speed between the speeds at its ends.
double way_to_reach(double speed, const LawPiece& limits, double v0, double v1) {
  const auto way = [&](double v, double a) { return (speed * speed - v * v) / (2 * a); };
  return way(v0, limits.acceleration) + way(v1, limits.deceleration);
}

}  // namespace

void ChainBuilder::report_path_run(const ChainRun& chain_run, const std::vector<double>& wanted,
                                   const std::vector<double>& fitted) {
  const PathRun& run = std::get<PathRun>(chain_run.run);
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    arm_.tick();
    const TimedRun::Span& span = run.timing().spans[i];
    plan_.moves[planned_[i]].length = run.moves()[i].in_place ? 0 : span.end - span.begin;
    report_configuration(i, chain_run.q_start);
    if (fitted[i] < wanted[i] * (1 - reached))
      report(taken_[i], warning("W0502", fmt::format("{} shortened from {:.3f} mm to {:.3f} mm",
                                                     arm_.dialect().word(FlyBy::path),
                                                     wanted[i] * 1000, fitted[i] * 1000)));
    report_speed(i, run, chain_run.law);
  }
}

void ChainBuilder::report_configuration(std::size_t i, const VectorX<double>& q) {
  const auto* target = std::get_if<CartesianTarget>(&move(taken_[i]).target);
  if (target && target->wanted && arm_.kinematics().is_closed_form()) {
    WantedPosture sides = *target->wanted;
    sides.axes.clear();
    if (const std::string text = missed(arm_, sides, q); !text.empty())
      report(taken_[i], warning("W0410",
                                "the configuration of the target differs from the one in "
                                "which the path runs: " +
                                    text));
  }
  const int code = target ? target->configuration.value_or(0) : 0;
  if (code == 0 || !arm_.kinematics().is_closed_form()) return;
  if (arm_.branch_of_code(code) == arm_.kinematics().branch_of(q)) return;
  report(taken_[i],
         warning("W0410", fmt::format("configuration {} is ignored on a path and differs from the "
                                      "one reached",
                                      code)));
}

/// A controller stops where the configuration of a target cannot be had.
void ChainBuilder::report_wanted(std::size_t k, const VectorX<double>& q) {
  const auto* target = std::get_if<CartesianTarget>(&move(k).target);
  if (!target || !target->wanted || !arm_.kinematics().is_closed_form()) return;
  if (const std::string text = missed(arm_, *target->wanted, q); !text.empty())
    report(k, warning("W0411", "the configuration of the target is not reached: " + text));
}

/// What the code that a program names costs against the others that reach the target.
void ChainBuilder::report_sooner_code(std::size_t k, const VectorX<double>& from,
                                      const VectorX<double>& goal) {
  constexpr double worth_a_word = 0.05;  // [s]
  const auto* target = std::get_if<CartesianTarget>(&move(k).target);
  const bool chosen = target && target->configuration.value_or(0) != 0;
  if (!chosen || target->turns || move(k).limits.time) return;
  const auto time_to = [&](const VectorX<double>& q) {
    return time_law(JointRun(from, {joint_move_of(move(k), q)}, arm_.axes()).timing()).duration();
  };
  const std::vector<CodedPosture> all =
      postures_by_code(arm_, *target, instruction(k).conditions, from);
  std::vector<std::string> codes;
  std::string soonest;
  const double asked = time_to(goal);
  double best = asked - worth_a_word;
  for (const CodedPosture& posture : all) {
    codes.push_back(posture.code);
    const double time = time_to(posture.q);
    if (time >= best) continue;
    best = time;
    soonest = posture.code;
  }
  if (!soonest.empty())
    report(k,
           note("N0413", fmt::format("codes {} reach it; code {} does so {:.2f} s sooner than {}",
                                     fmt::join(codes, ", "), soonest, asked - best,
                                     *target->configuration)));
}

void ChainBuilder::report_speed(std::size_t i, const PathRun& run, const TimeLaw& law) {
  const PathMove& m = run.moves()[i];
  const TimedRun::Span& span = run.timing().spans[i];
  const double wanted = m.limits.speed, peak = law.peak_speed(span.begin, span.end);
  if (m.time || m.in_place || peak >= wanted * (1 - reached)) return;
  const LawPiece limits = m.limits.along(m.length(), m.turn_rate());
  const auto [begin, end] = run.own_stretch(static_cast<int>(i));
  const double v0 = law.at(law.time_at(begin)).v, v1 = law.at(law.time_at(end)).v;
  const std::string cause =
      limits.speed < wanted
          ? fmt::format("the orientation turns at its {:.1f} deg/s", m.limits.turn_speed / degree)
          : fmt::format("needs {:.1f} mm, has {:.1f} mm",
                        way_to_reach(wanted, limits, v0, v1) * 1000, (end - begin) * 1000);
  report(taken_[i],
         warning("W0503", fmt::format("speed {:.1f} mm/s not reached, peak {:.1f} mm/s: {}",
                                      wanted * 1000, peak * 1000, cause)));
}

}  // namespace erfd::planning
