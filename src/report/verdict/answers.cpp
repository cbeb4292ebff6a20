// The headline: achievable or not, and both answers, of a controller that keeps time and of one that
// keeps the path.
#include "report/verdict/groups.hpp"

#include <algorithm>
#include <numbers>

namespace erfd {
namespace {

double degrees(double angle) { return angle * 180 / std::numbers::pi; }

std::string within_limits(const JudgedCase& s) {
  const std::size_t count = s.verification.moves.size();
  if (count == 0) return "it moves nothing";
  const std::string which = count == 1 ? "its move" : fmt::format("all {}", counted(count, "move"));
  const std::string time = seconds(s.verification.asked_time);
  if (s.verification.motors_judged) return fmt::format("{} within the limits, {} s", which, time);
  const auto& motors = s.drives.motors();
  const bool none =
      std::all_of(motors.begin(), motors.end(), [](const Motor& m) { return m.assumed; });
  return fmt::format("{} within the known limits, {} s; {}", which, time,
                     none ? "motors not judged" : "not all motors judged");
}

std::string keeping_time(const JudgedCase& s) {
  const Verification& v = s.verification;
  const auto& moves = v.moves;
  if (!std::isfinite(v.achieved_time)) return "Keeping time, the robot never arrives";
  const auto larger = [](auto part) {
    return [part](const MoveVerdict& a, const MoveVerdict& b) { return a.*part < b.*part; };
  };
  const auto path = std::max_element(moves.begin(), moves.end(), larger(&MoveVerdict::path_error));
  const auto turn = std::max_element(moves.begin(), moves.end(), larger(&MoveVerdict::turn_error));
  std::string text = fmt::format("Keeping time, {} s, the tool ", seconds(v.asked_time));
  if (path->path_error >= visible_error)
    text += fmt::format("leaves its path by up to {:.2f} mm (line {})", 1000 * path->path_error,
                        line_of(s, *path));
  else if (degrees(turn->turn_error) >= 0.005)
    text += fmt::format("turns off by up to {:.2f} deg (line {})", degrees(turn->turn_error),
                        line_of(s, *turn));
  else
    text += "stays on its path";
  const double late = v.achieved_time - v.asked_time;
  if (late > 0.5 * s.plan.period) text += fmt::format(" and arrives {} s late", seconds(late));
  return text;
}

std::string incurable_jumps(const KeptPath& kept) {
  return fmt::format("{} of speed, which no slowing cures",
                     counted(static_cast<std::size_t>(kept.jumps), "jump"));
}

/// "13.930 s instead of 13.020 s".
std::string longer(const JudgedCase& s, const KeptPath& kept) {
  return fmt::format("{} s instead of {} s", seconds(kept.time),
                     seconds(s.verification.asked_time));
}

std::string obstacle_of(const JudgedCase& s, const KeptPath& kept) {
  const KeptPath::Obstacle& first = kept.obstacles.front();
  const MoveVerdict& move = s.verification.moves[static_cast<std::size_t>(first.move)];
  const std::size_t more = kept.obstacles.size() - 1;
  return fmt::format("line {}: {}{}", line_of(s, move), first.reason,
                     more > 0 ? fmt::format(" (and {} more)", more) : "");
}

std::string keeping_path(const JudgedCase& s) {
  if (!s.verification.kept_path) return "";
  const KeptPath& kept = *s.verification.kept_path;
  if (!kept.keeps_limits())
    return fmt::format(". No slowing keeps the path: {}", obstacle_of(s, kept));
  const bool slower = kept.time > s.verification.asked_time + 0.5 * s.plan.period;
  if (!slower) return kept.jumps > 0 ? "; what hinders it: " + incurable_jumps(kept) : "";
  return fmt::format("; keeping the path, it takes {}{}", longer(s, kept),
                     kept.jumps > 0 ? ", but for " + incurable_jumps(kept) : "");
}

std::string smoothing(const JudgedCase& s) {
  if (!s.verification.smoothed) return "";
  const SmoothedAnswer& smoothed = *s.verification.smoothed;
  std::string text =
      fmt::format(". Smoothed (--smoothed), {} of {} beyond a limit", smoothed.beyond,
                  smoothed.beyond == 1 && s.verification.moves.size() == 1
                      ? "1 move is"
                      : fmt::format("{} are", counted(s.verification.moves.size(), "move")));
  if (smoothed.beyond == 0) return text;
  if (smoothed.kept_path.possible())
    return text + fmt::format(", or none in {}", longer(s, smoothed.kept_path));
  if (smoothed.kept_path.keeps_limits()) return text + ": " + incurable_jumps(smoothed.kept_path);
  return text + fmt::format(", however slowly: {}", obstacle_of(s, smoothed.kept_path));
}

/// "planning stops at line 9, 2 of 4 moves; 3 later targets cannot be reached either".
std::string where_planning_stops(const JudgedCase& s) {
  const auto& moves = s.verification.moves;
  const auto never_ran = [](const MoveVerdict& m) { return std::isnan(m.path_error); };
  const auto first = std::find_if(moves.begin(), moves.end(), never_ran);
  if (first == moves.end()) return "planning stops";
  const auto more = std::count_if(first, moves.end(), never_ran) - 1;
  std::string text =
      fmt::format("planning stops at line {}, {} of {}", line_of(s, *first),
                  first - moves.begin() + 1, counted(s.program.instructions.size(), "move"));
  if (more > 0)
    text += fmt::format("; {} cannot be reached either",
                        counted(static_cast<std::size_t>(more), "later target"));
  return text;
}

}  // namespace

std::string verdict_summary(const JudgedCase& s) {
  const auto& moves = s.verification.moves;
  const auto bad =
      std::count_if(moves.begin(), moves.end(), [](const MoveVerdict& m) { return !m.achievable; });
  if (!s.verification.fault.empty())
    return fmt::format("{} on {}: cannot be judged: {}", s.program.name, s.model.name(),
                       s.verification.fault);
  if (bad == 0 && !s.verification.anything_judged && !moves.empty())
    return fmt::format("{} on {}: not judged: the robot file gives no limit to judge {} by, {} s",
                       s.program.name, s.model.name(),
                       moves.size() == 1 ? "its move" : counted(moves.size(), "move"),
                       seconds(s.verification.asked_time));
  if (bad == 0)
    return fmt::format("{} on {}: achievable: {}{}", s.program.name, s.model.name(),
                       within_limits(s), s.left_out.empty() ? "" : "; parts of the robot left out");
  const std::string head =
      fmt::format("{} on {}: not achievable: ", s.program.name, s.model.name());
  if (!s.plan.complete) return head + where_planning_stops(s);
  return head + fmt::format("{} of {} beyond a limit. {}{}{}.", bad, counted(moves.size(), "move"),
                            keeping_time(s), keeping_path(s), smoothing(s));
}

}  // namespace erfd
