// Lowering one move at a time.
//
// A limit that is exceeded at the shares (x, y) of speed and acceleration is so at (x', y') ≥ (x, y):
// along each line through the origin the largest shares are found by bisection (1). The pair that costs
// least time lies on the border of what is possible, x = X(y), which falls with y; its time is searched by
// steps in y, then by golden section (2). What is found is proven by the whole program (settle()).
#include "verification/repair/lower_limits.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace erfd {
namespace {

/// Of a share: the border is found that exactly.
constexpr double coarse = 0.01, fine = 0.002;

LimitShares on_line(Lowering how, const LimitShares& from, double share) {
  switch (how) {
    case Lowering::speed:
      return {from.speed * share, from.acceleration};
    case Lowering::acceleration:
      return {from.speed, from.acceleration * share};
    default:
      return {from.speed * share, from.acceleration * share * share};
  }
}

/// The largest share that holds, between one that does and one that does not.
template <class Holds>
double largest_share_between(double low, double high, double fineness, Holds holds) {
  while (high - low > fineness * high) {
    const double middle = std::sqrt(low * high);
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace

RunInRepair::Asked RunInRepair::ask(int m, const LimitShares& its) const {
  std::vector<LimitShares> shares = shares_;
  shares[static_cast<std::size_t>(m)] = its;
  const RunTrial::Answer answer = run_.ask(shares, m);
  if (!answer.judged) return {};
  Asked asked{!answer.beyond[static_cast<std::size_t>(m)], answer.time};
  for (std::size_t k = 0; k < beyond_.size(); ++k)
    if (!beyond_[k] && answer.beyond[k]) asked.holds = false;
  return asked;
}

/// (1)
std::optional<LimitShares> RunInRepair::along(int m, Lowering how, LimitShares from) const {
  const auto holds = [&](double share) { return ask(m, on_line(how, from, share)).holds; };
  if (holds(1)) return from;
  // What passes at a share of all speeds passes at little less of one of them, or not at all.
  double low = how == Lowering::acceleration ? slowest_ * slowest_ : slowest_, high = 1;
  for (int trial = 0; !holds(low); ++trial) {
    if (trial == 2) return std::nullopt;
    high = std::exchange(low, low / 2);
  }
  const double share = largest_share_between(low, high, fineness_, holds);
  return on_line(how, from, share);
}

/// (2)
std::optional<LimitShares> RunInRepair::least_loss(int m) const {
  const LimitShares from = shares_[static_cast<std::size_t>(m)];
  std::optional<LimitShares> best;
  double best_time = 0;
  const auto look_at = [&](double y) {
    const auto found = along(m, Lowering::speed, {from.speed, from.acceleration * y});
    if (!found) return std::numeric_limits<double>::infinity();
    const double time = ask(m, *found).time;
    if (!best || time < best_time) {
      best = found;
      best_time = time;
    }
    return time;
  };
  constexpr double ratio = 0.85;
  double y = 1;
  for (; y > slowest_ * slowest_ / 4; y *= ratio) {
    const Asked whole = ask(m, {from.speed, from.acceleration * y});
    if (best && whole.time >= best_time) break;  // less acceleration only takes longer
    look_at(y);
    if (whole.holds) break;
  }
  if (!best) return std::nullopt;
  double low = best->acceleration / from.acceleration * ratio;
  double high = std::min(1.0, best->acceleration / from.acceleration / ratio);
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double left = high - golden * (high - low), right = low + golden * (high - low);
  double at_left = look_at(left), at_right = look_at(right);
  while (high - low > 4 * fineness_ * high) {
    if (at_left < at_right) {
      high = std::exchange(right, left);
      at_right = at_left;
      left = high - golden * (high - low);
      at_left = look_at(left);
    } else {
      low = std::exchange(left, right);
      at_left = at_right;
      right = low + golden * (high - low);
      at_right = look_at(right);
    }
  }
  return best;
}

std::optional<LimitShares> RunInRepair::largest(int m, Lowering how) const {
  if (how == Lowering::least_loss) return least_loss(m);
  return along(m, how, shares_[static_cast<std::size_t>(m)]);
}

bool RunInRepair::lower(Lowering how) {
  const int most = 3 * run_.moves();
  fineness_ = how == Lowering::least_loss ? fine : coarse;
  for (int round = 0; round < most; ++round) {
    const RunTrial::Answer answer = run_.ask(shares_);
    if (!answer.judged) return false;
    beyond_ = answer.beyond;
    const auto first = std::find(beyond_.begin(), beyond_.end(), true);
    if (first == beyond_.end()) return true;
    const int m = static_cast<int>(first - beyond_.begin());
    std::optional<LimitShares> found = largest(m, how);
    if (!found && how != Lowering::least_loss) found = largest(m, Lowering::both);
    if (!found) return lower_all();
    shares_[static_cast<std::size_t>(m)] = *found;
  }
  return lower_all();
}

/// The same motion, slower.
bool RunInRepair::lower_all() {
  const std::vector<LimitShares> from = shares_;
  const auto holds = [&](double share) {
    for (std::size_t k = 0; k < from.size(); ++k)
      shares_[k] = on_line(Lowering::both, from[k], share);
    const RunTrial::Answer answer = run_.ask(shares_);
    return answer.judged &&
           std::none_of(answer.beyond.begin(), answer.beyond.end(), [](bool b) { return b; });
  };
  double low = 0.99 * slowest_, high = 1;
  if (!holds(low)) {
    high = std::exchange(low, 0.9 * low);
    if (!holds(low)) return false;
  }
  return holds(largest_share_between(low, high, fineness_, holds));
}

void share_among_statements(const Program& program, ProgramShares& shares) {
  std::map<std::pair<int, int>, LimitShares> least;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    const Location at = program.instructions[k].at;
    LimitShares& known = least[{at.line, at.column}];
    known.speed = std::min(known.speed, shares[k].speed);
    known.acceleration = std::min(known.acceleration, shares[k].acceleration);
  }
  for (std::size_t k = 0; k < shares.size(); ++k) {
    const Location at = program.instructions[k].at;
    shares[k] = least[{at.line, at.column}];
  }
}

std::optional<Trial> settle(const TrialCase& whole, const Plan& plan,
                            const std::vector<WayLimits>& ways, const std::vector<bool>& hopeless,
                            ProgramShares& shares) {
  constexpr int rounds = 40;
  for (int round = 0; round < rounds; ++round) {
    share_among_statements(whole.program(), shares);
    Trial trial = whole.judge(lowered(whole.program(), plan, ways, shares));
    if (!trial.judged || !trial.plan.complete) return std::nullopt;
    bool fits = true;
    const auto lower_a_little = [&](int instruction) {
      LimitShares& its = shares[static_cast<std::size_t>(instruction)];
      its = on_line(its.speed < 1 && its.acceleration == 1 ? Lowering::speed
                    : its.speed == 1                       ? Lowering::acceleration
                                                           : Lowering::both,
                    its, 1 - coarse);
    };
    for (const MoveVerdict& verdict : trial.moves) {
      if (hopeless[static_cast<std::size_t>(verdict.move)]) continue;
      if (exceeds(verdict, Limit::rated_torque)) {  // what all moves do together
        fits = false;
        for (LimitShares& its : shares) its = on_line(Lowering::both, its, 1 - coarse);
      }
      if (!exceeds_lowerable(verdict)) continue;
      fits = false;
      lower_a_little(verdict.instruction);
      const PlannedMove& move = trial.plan.moves[static_cast<std::size_t>(verdict.move)];
      const bool at_start =
          std::lround(verdict.worst.time / trial.plan.period) == move.first_sample;
      if (at_start && verdict.move > 0)
        lower_a_little(trial.plan.moves[static_cast<std::size_t>(verdict.move - 1)].instruction);
    }
    if (fits) return trial;
  }
  return std::nullopt;
}

}  // namespace erfd
