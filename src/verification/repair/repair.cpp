// Cures, each as another robot or another text that is read, planned and verified from the beginning.
//
// In the program: velocities that jump at joints get a blend of that kind that costs least, or a stop; then
// moves that are beyond a limit are lowered, by the pair of speed and acceleration that costs least time
// (lower_limits.cpp); then every line gets back what it need not have lost. Elsewhere: what the program
// needs of the motors as it is, by running it with motors that give it.
#include "erfd/verification/repair.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"
#include "erfd/base/units.hpp"

#include "verification/path_error.hpp"
#include "verification/repair/hardware_cures.hpp"
#include "verification/repair/program_lowering.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

namespace erfd {
namespace {

using StatementKey = std::pair<int, int>;

StatementKey key_of(const Instruction& instruction) {
  return {instruction.at.line, instruction.at.column};
}

/// A text of the program with its verdict.
struct JudgedText {
  std::string text;
  Case asked;
  Verification verified;
  bool passes() const {
    return verified.achievable && asked.plan.complete && verified.anything_judged;
  }
};

class ProgramRepair {
 public:
  ProgramRepair(const RobotChoice& robot, ProgramChoice program,
                const VerificationSettings& settings)
      : robot_(robot), program_(std::move(program)), settings_(settings) {}

  /// A text that keeps every limit; none was found: nullopt.
  std::optional<JudgedText> find() {
    JudgedText now = judged(*program_.text);
    if (now.passes()) return now;
    if (!now.asked.plan.complete || !now.verified.fault.empty()) return std::nullopt;
    if (now.asked.plan.jumps.empty()) return lowered_text(now);
    return without_jumps(now);
  }

  JudgedText judged(std::string text) const {
    ProgramChoice choice = program_;
    choice.text = text;
    Case asked = read_case(robot_, choice);
    Verification verified = verify(asked, settings_);
    return {std::move(text), std::move(asked), std::move(verified)};
  }

 private:
  // Jumps

  /// The joints at which a velocity jumps get the blend, or the stop, that costs least.
  std::optional<JudgedText> without_jumps(const JudgedText& from) const {
    std::optional<JudgedText> best;
    for (const double size : {0.005, 0.01, 0.02, 0.05, 0.1, 0.0}) {
      std::optional<JudgedText> trial = with_fly_bys(from, size);
      if (trial && !trial->passes()) trial = lowered_text(*trial);
      if (!trial) continue;
      if (!best || trial->asked.plan.duration() < best->asked.plan.duration() - 1e-9)
        best = std::move(trial);
    }
    return best;
  }

  /// With blends of that size at the jumps; a stop where that does not help, or of size 0.
  std::optional<JudgedText> with_fly_bys(const JudgedText& from, double size) const {
    std::optional<JudgedText> now;
    std::set<StatementKey> blended;
    for (int round = 0; round < 4; ++round) {
      const JudgedText& at = now ? *now : from;
      if (at.asked.plan.jumps.empty()) break;
      std::vector<TextEdit> edits;
      std::set<StatementKey> seen;
      for (const Jump& jump : at.asked.plan.jumps) {
        const Instruction& was = before(at.asked, jump);
        if (!seen.insert(key_of(was)).second) continue;
        Move move = std::get<Move>(was.action);
        const bool blends =
            size > 0 && move.kind != MoveKind::ptp && !blended.contains(key_of(was));
        move.fly_by = blends ? FlyBy::path : FlyBy::stop;
        move.fly_by_size = blends ? size : 0;
        blended.insert(key_of(was));
        const auto made = edits_of_move(at.asked.program, at.text, was, move);
        if (!made) return std::nullopt;
        edits.insert(edits.end(), made->begin(), made->end());
      }
      now = judged(edited(at.text, std::move(edits)));
      if (!now->asked.plan.complete) return std::nullopt;
    }
    return now && now->asked.plan.jumps.empty() ? std::move(now) : std::nullopt;
  }

  static const Instruction& before(const Case& c, const Jump& jump) {
    return c.program.instructions[static_cast<std::size_t>(
        c.plan.moves[static_cast<std::size_t>(jump.before)].instruction)];
  }

  // Speeds and accelerations

  std::optional<JudgedText> lowered_text(const JudgedText& from) const {
    ProgramLowering lowering(from.asked, from.verified, settings_);
    if (lowering.any_hopeless()) return std::nullopt;
    // Accelerations cannot stand in a line of every language; speeds can. The kept path is known to pass.
    for (const Lowering how : {Lowering::least_loss, Lowering::speed, Lowering::both}) {
      std::optional<ProgramShares> shares = how == Lowering::both || lowering.heats()
                                                ? lowering.shares_of_kept_path()
                                                : lowering.lowered_by(how);
      std::optional<LoweredProgram> found = lowering.settled(std::move(shares));
      if (!found) continue;
      give_back(from, lowering, *found);
      if (auto text = written(from, lowering, found->shares)) return text;
    }
    return std::nullopt;
  }

  /// Numbers that were lowered for nothing come back: the fewest lines, the fewest numbers.
  static void give_back(const JudgedText& from, const ProgramLowering& lowering,
                        LoweredProgram& found) {
    std::map<StatementKey, std::vector<std::size_t>> statements;
    for (std::size_t k = 0; k < found.shares.size(); ++k)
      if (found.shares[k].lowers())
        statements[key_of(from.asked.program.instructions[k])].push_back(k);
    for (const auto& [place, its] : statements) {
      const LimitShares was = found.shares[its.front()];
      for (const LimitShares& more :
           {LimitShares{}, LimitShares{was.speed, 1}, LimitShares{1, was.acceleration}}) {
        if (more == was) break;
        ProgramShares shares = found.shares;
        for (const std::size_t k : its) shares[k] = more;
        Trial trial = lowering.judge(shares);
        if (!trial.passes()) continue;
        found = {std::move(shares), std::move(trial)};
        break;
      }
    }
  }

  /// The text with these numbers, rounded down, as it passes; what rounding breaks is lowered a little.
  std::optional<JudgedText> written(const JudgedText& from, const ProgramLowering& lowering,
                                    ProgramShares shares) const {
    constexpr int rounds = 12;
    for (int round = 0; round < rounds; ++round) {
      const Program wanted = lowering.program_at(shares);
      std::vector<TextEdit> edits;
      for (std::size_t k = 0; k < shares.size(); ++k) {
        if (!shares[k].lowers()) continue;
        const Instruction& was = from.asked.program.instructions[k];
        if (!std::holds_alternative<Move>(was.action)) continue;
        const auto made = edits_of_move(from.asked.program, from.text, was,
                                        std::get<Move>(wanted.instructions[k].action));
        if (!made) return std::nullopt;
        edits.insert(edits.end(), made->begin(), made->end());
      }
      JudgedText now = judged(edited(from.text, std::move(edits)));
      if (now.passes()) return now;
      if (!lower_failing(now, lowering, from.asked.program, shares)) return std::nullopt;
    }
    return std::nullopt;
  }

  static bool lower_failing(const JudgedText& now, const ProgramLowering& lowering,
                            const Program& program, ProgramShares& shares) {
    constexpr double little = 0.998;
    if (now.verified.moves.size() != now.asked.plan.moves.size()) return false;
    bool any = false;
    for (const MoveVerdict& verdict : now.verified.moves) {
      if (verdict.achievable) continue;
      any = true;
      for (int m = std::max(0, verdict.move - 1); m <= verdict.move; ++m) {
        LimitShares& its = shares[lowering.instruction_of(m)];
        if (its.speed < 1) its.speed *= little;
        if (its.acceleration < 1 || !its.lowers()) its.acceleration *= little * little;
      }
    }
    share_among_statements(program, shares);
    return any;
  }

  const RobotChoice& robot_;
  ProgramChoice program_;
  VerificationSettings settings_;
};

/// Lines that differ, and by how much their numbers do.
void measure_change(const std::string& before, const std::string& behind, Cure& cure) {
  const std::string diff = unified_diff(before, behind, "program", 0);
  std::string_view rest = diff;
  int taken = 0, added = 0;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    const std::string_view line = rest.substr(0, end + 1);
    if (line.starts_with('-') && !line.starts_with("---")) ++taken;
    if (line.starts_with('+') && !line.starts_with("+++")) ++added;
    rest.remove_prefix(end + 1);
  }
  cure.lines = std::max(taken, added);
}

/// "line 18: speed 500 to 398 mm/s, …" of the statements whose moves differ.
std::string differences(const Case& was, const Case& now, double& change) {
  std::vector<std::string> parts;
  std::set<StatementKey> seen;
  for (std::size_t k = 0; k < was.program.instructions.size(); ++k) {
    const auto* const a = std::get_if<Move>(&was.program.instructions[k].action);
    const auto* const b = std::get_if<Move>(&now.program.instructions[k].action);
    if (a == nullptr || b == nullptr || !seen.insert(key_of(was.program.instructions[k])).second)
      continue;
    std::vector<std::string> its;
    const auto number = [&](const char* name, const std::optional<double>& x,
                            const std::optional<double>& y, double unit, const char* in) {
      if (x == y || !y) return;
      if (x) change += std::abs(*x - *y) / *x;
      its.push_back(x ? fmt::format("{} {} instead of {}{}", name, with_digits(*y / unit),
                                    with_digits(*x / unit), in)
                      : fmt::format("{} {}{}", name, with_digits(*y / unit), in));
    };
    number("speed", a->limits.speed, b->limits.speed, millimetre, " mm/s");
    number("acceleration", a->limits.acceleration, b->limits.acceleration, millimetre, " mm/s^2");
    number("deceleration", a->limits.deceleration, b->limits.deceleration, millimetre, " mm/s^2");
    number("speed", a->limits.speed_share, b->limits.speed_share, 0.01, " %");
    number("acceleration", a->limits.acceleration_share, b->limits.acceleration_share, 0.01, " %");
    number("deceleration", a->limits.deceleration_share, b->limits.deceleration_share, 0.01, " %");
    if (a->fly_by != b->fly_by || a->fly_by_size != b->fly_by_size) {
      change += 1;
      const Dialect& dialect = *was.program.dialect;
      its.push_back(b->fly_by == FlyBy::stop
                        ? fmt::format("exact stop instead of {}", dialect.word(a->fly_by))
                        : fmt::format("{} of {} mm instead of {}", dialect.word(b->fly_by),
                                      with_digits(b->fly_by_size / millimetre),
                                      dialect.word(a->fly_by)));
    }
    if (!its.empty())
      parts.push_back(
          fmt::format("line {}: {}", was.program.instructions[k].at.line, fmt::join(its, ", ")));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// How far the tool is off the path as it was, move by move [m].
double way_off(const Plan& was, const Plan& now) {
  double off = 0;
  const std::size_t moves = std::min(was.moves.size(), now.moves.size());
  for (std::size_t m = 0; m < moves; ++m) {
    const int first = was.moves[m > 0 ? m - 1 : m].first_sample;
    const int last = std::min(was.moves[std::min(m + 1, moves - 1)].end_sample, was.samples()) - 1;
    for (int k = now.moves[m].first_sample; k < now.moves[m].end_sample; ++k)
      off = std::max(off,
                     distance_from(was.X_WT, first, last, now.X_WT[static_cast<std::size_t>(k)].p));
  }
  return off;
}

/// Some joint of moves is blended now: the tool cuts the corner.
bool blends(const Case& was, const Case& now) {
  for (std::size_t k = 0; k < was.program.instructions.size(); ++k) {
    const auto* const a = std::get_if<Move>(&was.program.instructions[k].action);
    const auto* const b = std::get_if<Move>(&now.program.instructions[k].action);
    if (a != nullptr && b != nullptr && b->fly_by == FlyBy::path &&
        (a->fly_by != b->fly_by || a->fly_by_size != b->fly_by_size))
      return true;
  }
  return false;
}

Cure cure_of_text(CureKind kind, const Case& was, const std::string& text, const JudgedText& now) {
  Cure cure;
  cure.kind = kind;
  cure.time = now.asked.plan.duration();
  cure.price = cure.time - was.plan.duration();
  cure.what = differences(was, now.asked, cure.change);
  if (blends(was, now.asked)) {
    cure.off_path = way_off(was.plan, now.asked.plan);
    cure.what += fmt::format("; the blends take the tool off its path by up to {:.2f} mm",
                             cure.off_path / millimetre);
  }
  if (now.text != text) {
    cure.text = now.text;
    measure_change(text, now.text, cure);
  }
  return cure;
}

}  // namespace

std::string_view name_of(CureKind kind) {
  constexpr std::string_view names[] = {"program", "smoothed", "motors",
                                        "gears",   "payload",  "place"};
  return names[static_cast<std::size_t>(kind)];
}

const Cure* Repair::of_program() const {
  const auto found = std::find_if(cures.begin(), cures.end(),
                                  [](const Cure& c) { return c.kind == CureKind::program; });
  return found == cures.end() ? nullptr : &*found;
}

Repair repair(const RobotChoice& robot, const ProgramChoice& program,
              const RepairSettings& settings) {
  if (!program.text) throw Error("repair: the text of the program is not there");
  if (is_motion_file(program) || is_g_profile(program))
    throw Error(program.program + ": is a recorded motion, expected a program");
  Repair result;
  ProgramRepair in_program(robot, program, settings.verification);
  const JudgedText now = in_program.judged(*program.text);
  result.achievable = now.passes();
  result.asked_time = now.asked.plan.complete ? now.asked.plan.duration() : std::nan("");
  if (result.achievable) return result;
  if (const auto cured = in_program.find())
    result.cures.push_back(cure_of_text(CureKind::program, now.asked, now.text, *cured));
  else
    result.in_vain.emplace_back("no speed, acceleration or blend of the program helps");
  const bool turns =
      std::any_of(now.asked.plan.jumps.begin(), now.asked.plan.jumps.end(),
                  [](const Jump& jump) { return jump.quantity == Jump::Quantity::turning_speed; });
  if (turns && !program.smoothed) {
    ProgramChoice smoothed = program;
    smoothed.smoothed = true;
    ProgramRepair in_smoothed(robot, smoothed, settings.verification);
    if (const auto cured = in_smoothed.find()) {
      Cure cure = cure_of_text(CureKind::smoothed, now.asked, now.text, *cured);
      cure.settings = {"option.smoothed=true"};
      cure.what =
          "turning speeds smoothed (--smoothed)" + (cure.what.empty() ? "" : "; " + cure.what);
      result.cures.push_back(std::move(cure));
    }
  }
  if (settings.hardware)
    find_hardware_cures({robot, program, now.asked, now.verified, settings.verification}, result);
  std::stable_sort(result.cures.begin(), result.cures.end(), [](const Cure& a, const Cure& b) {
    return std::tuple(a.price, a.lines, a.change) < std::tuple(b.price, b.lines, b.change);
  });
  return result;
}

}  // namespace erfd
