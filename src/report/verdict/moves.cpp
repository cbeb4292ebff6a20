#include "report/verdict/moves.hpp"

#include "erfd/base/text.hpp"

#include <algorithm>
#include <numbers>

namespace erfd {
namespace {

/// "2.24"; "–" of a move that never ran.
std::string hundredths(double x) { return std::isfinite(x) ? fmt::format("{:.2f}", x) : "–"; }

std::string needed(double ratio) { return std::isfinite(ratio) ? percent(ratio) : "∞"; }

}  // namespace

double on_path_time(const JudgedCase& s, const MoveVerdict& m) {
  const auto index = static_cast<std::size_t>(m.move);
  const auto& kept = s.verification.kept_path;
  const bool jumps = std::any_of(m.exceeded.begin(), m.exceeded.end(),
                                 [](const Binding& b) { return b.limit == Limit::jump; });
  if (jumps) return std::nan("");
  // Nothing was looked for where nothing has to be slowed, or nothing can be planned anew.
  if (!kept) return m.achievable ? m.asked_time : std::nan("");
  return index < kept->move_times.size() ? kept->move_times[index] : std::nan("");
}

MoveWords words_of(const JudgedCase& s, const MoveVerdict& m) {
  const Binding& b = m.worst;
  const bool jumps = b.limit == Limit::jump, judged = b.axis >= 0 || jumps;
  const bool has_instant = judged && b.limit != Limit::rated_torque;
  const double on_path = on_path_time(s, m);
  return {.verdict = !m.achievable      ? "NO"
                     : m.late_from >= 0 ? "late"
                                        : "ok",
          .asked = m.asked_time > 0 ? seconds(m.asked_time) : "–",
          .on_path = on_path > 0 ? seconds(on_path) : "–",
          .axis = b.limit == Limit::none ? "–" : axis_name(s, b),
          .limit = std::string(name_of(b.limit)),
          .at = has_instant ? hundredths(b.time) : "–",
          .needs = judged && !jumps ? needed(b.ratio) : "–",
          .cycles = b.cycles == 0 || jumps ? "–" : std::to_string(b.cycles),
          .off_path = judged ? hundredths(1000 * m.path_error) : "–"};
}

std::string worst_errors(const JudgedCase& s) {
  double path = -1, turn = -1;
  for (const MoveVerdict& m : s.verification.moves) {
    path = std::max(path, m.path_error);  // a move that never ran has none, which is never larger
    turn = std::max(turn, m.turn_error);
  }
  if (path < 0) return "";
  return fmt::format("The tool leaves its path by {:.2f} mm and {:.2f} deg at most.", 1000 * path,
                     turn * 180 / std::numbers::pi);
}

std::vector<MotorWords> motor_words(const JudgedCase& s) {
  std::vector<MotorWords> words;
  if (!s.plan.complete) return words;  // no mean of a program that ends in the middle
  const VectorX<double>& rms = s.verification.torque_rms;
  for (int i = 0; i < static_cast<int>(rms.size()); ++i) {
    const Motor& motor = s.drives.motor(i);
    if (motor.assumed) continue;
    const double rated = motor.limits.torque_rated;
    const bool known = std::isfinite(rated);
    words.push_back(
        {.motor = motor.name,
         .axis =
             s.model.bodies()[static_cast<std::size_t>(motor.joint >= 0 ? motor.joint : i)].joint,
         .rms = fmt::format("{:.3g}", rms[i]),
         .rated = known ? fmt::format("{:.3g}", rated) : "not known",
         .share = known ? needed(rms[i] / rated) : "–"});
  }
  return words;
}

std::string others_beyond(const JudgedCase& s, const MoveVerdict& m) {
  constexpr std::size_t most = 5;
  if (m.exceeded.size() < 2) return "";
  std::vector<std::string> others;
  for (std::size_t i = 1; i < std::min(m.exceeded.size(), most); ++i)
    others.push_back(m.exceeded[i].limit == Limit::jump
                         ? "another jump"
                         : fmt::format("{} {} {} %", axis_name(s, m.exceeded[i]),
                                       name_of(m.exceeded[i].limit), needed(m.exceeded[i].ratio)));
  return fmt::format("also beyond their limits: {}{}", fmt::join(others, ", "),
                     m.exceeded.size() > most ? ", …" : "");
}

}  // namespace erfd
