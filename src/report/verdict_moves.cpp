#include "report/verdict_moves.hpp"

#include <algorithm>
#include <numbers>

namespace erfd {
namespace {

/// "2.24"; "–" of a move that never ran.
std::string hundredths(double x) { return std::isfinite(x) ? fmt::format("{:.2f}", x) : "–"; }

/// 1.48 as "148": of what is available, in per cent.
std::string percent(double ratio) {
  return std::isfinite(ratio) ? fmt::format("{:.0f}", 100 * ratio) : "∞";
}

}  // namespace

MoveWords words_of(const VerdictSubject& s, const MoveVerdict& m) {
  const Binding& b = m.worst;
  const bool judged = b.axis >= 0;
  const bool has_instant = judged && b.limit != BindingLimit::rated_torque;
  return {.asked = m.asked_time > 0 ? seconds(m.asked_time) : "–",
          .achieved = seconds(m.achieved_time),
          .axis = b.limit == BindingLimit::none ? "–" : axis_name(s, b),
          .limit = std::string(name_of(b.limit)),
          .at = has_instant ? hundredths(b.time) : "–",
          .needs = judged ? percent(b.ratio) : "–",
          .cycles = b.cycles == 0 ? "–" : std::to_string(b.cycles),
          .off_path = judged ? hundredths(1000 * m.path_error) : "–",
          .turned_off = judged ? hundredths(m.turn_error * 180 / std::numbers::pi) : "–"};
}

std::string others_beyond(const VerdictSubject& s, const MoveVerdict& m) {
  constexpr std::size_t most = 5;
  if (m.exceeded.size() < 2) return "";
  std::vector<std::string> others;
  for (std::size_t i = 1; i < std::min(m.exceeded.size(), most); ++i)
    others.push_back(fmt::format("{} {} {} %", axis_name(s, m.exceeded[i]),
                                 name_of(m.exceeded[i].limit), percent(m.exceeded[i].ratio)));
  return fmt::format("also beyond their limits: {}{}", fmt::join(others, ", "),
                     m.exceeded.size() > most ? ", …" : "");
}

}  // namespace erfd
