// Sticking and slipping of several elements at once.
//
//   stuck:    a_e · qd = a_e · qdd = 0 and −starting⁻ − µ|u| ≤ λ_e ≤ starting⁺ + µ|u|          (1)
//   slipping: s_e a_e · qd > 0, or = 0 and s_e a_e · qdd ≥ 0; friction moving + µ|u|            (2)
//
// At rest the modes are the solution of a complementarity problem, found by pivoting: all elements
// at rest stick, the one that breaks (1) most gives way, one that slips against (2) sticks again.
// An element that gave way holds the moving value from then on, so that it cannot give way and stick
// for ever; after some rounds the first instead of the worst changes (Murty's rule, which is finite
// where the solution is unique). The number of rounds is bounded.
//
// Torques are sums that cancel: (1) and (2) are checked to 1e-13 of what was added. Events are seen
// only beyond a somewhat larger margin, so that what settle() accepts is no event at once.
#include "simulation/plant/friction_modes.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {
constexpr double settled = 2e-13, seen = 4e-13;
constexpr double acceleration_margin = 1e-12;
}  // namespace

FrictionModes::FrictionModes(const Plant& plant, PlantDynamics& dynamics)
    : resting(plant.friction().size(), true), plant_(plant), dynamics_(dynamics) {}

bool FrictionModes::any_stuck() const {
  const std::vector<int>& modes = dynamics_.modes();
  return std::find(modes.begin(), modes.end(), 0) != modes.end();
}

void FrictionModes::take(In<double> qd) {
  std::vector<int> modes(plant_.friction().size());
  for (std::size_t e = 0; e < modes.size(); ++e) {
    const VectorX<double>& a = plant_.friction()[e].direction;
    const double speed = a.dot(qd), size = a.cwiseAbs().dot(qd.cwiseAbs());
    resting[e] = std::abs(speed) <= 1e-14 * size;
    modes[e] = resting[e] ? 0 : static_cast<int>(sign(speed));
  }
  dynamics_.set_modes(modes);
}

/// How far λ_e lies beyond (1), relative to the torques that were added.
double FrictionModes::excess(std::size_t e, bool gave_way) const {
  const FrictionElement& element = dynamics_.friction()[e];
  const double holding = dynamics_.holding[static_cast<Eigen::Index>(e)];
  const CoulombRange range =
      grown(gave_way ? element.moving : element.starting, dynamics_.load_friction_of(element));
  const double limit = holding < 0 ? range.negative : range.positive;
  return (std::abs(holding) - limit) / (dynamics_.torque_scale + limit + 1e-300);
}

bool FrictionModes::overloaded(std::size_t e) const {
  return dynamics_.modes()[e] == 0 && excess(e, false) > seen;
}

bool FrictionModes::reversed(std::size_t e, In<double> qd, double speed_scale) const {
  const int mode = dynamics_.modes()[e];
  if (mode == 0) return false;
  const VectorX<double>& a = plant_.friction()[e].direction;
  // One joint cancels nothing; a motor's speed is a sum of several.
  const double rounding =
      plant_.friction()[e].joint >= 0 ? 0 : 1e-14 * a.cwiseAbs().sum() * speed_scale;
  return mode * a.dot(qd) < -rounding;
}

/// The element at rest that breaks (1) or (2) most, or the first one; −1 for none.
int FrictionModes::worst(const std::vector<bool>& gave_way, const std::vector<int>& modes,
                         bool least) const {
  int found = -1;
  double most = 0;
  for (std::size_t e = 0; e < modes.size(); ++e) {
    if (!resting[e]) continue;
    double wrong = 0;
    if (modes[e] == 0) {
      wrong = excess(e, gave_way[e]) - settled;  // (1)
    } else {
      const VectorX<double>& a = plant_.friction()[e].direction;
      const double scale = a.cwiseAbs().sum() * dynamics_.acceleration_scale + 1e-300;
      wrong = -modes[e] * a.dot(dynamics_.qdd) / scale - acceleration_margin;  // (2)
    }
    if (wrong <= most) continue;
    most = wrong;
    found = static_cast<int>(e);
    if (least) return found;
  }
  return found;
}

Evaluation FrictionModes::settle(const std::function<Evaluation()>& evaluate,
                                 const std::vector<bool>& released) {
  std::vector<int> modes = dynamics_.modes();
  std::vector<bool> gave_way = released;
  for (std::size_t e = 0; e < modes.size(); ++e) {
    if (resting[e]) modes[e] = 0;
  }
  const int rounds = 12 * static_cast<int>(modes.size()) + 1;
  for (int round = 0; round < rounds; ++round) {
    dynamics_.set_modes(modes);
    const Evaluation outcome = evaluate();
    if (outcome != Evaluation::ok) return outcome;
    dynamics_.find_holding_torques();
    const int e = worst(gave_way, modes, round > rounds / 3);
    if (e < 0) return Evaluation::ok;
    const auto k = static_cast<std::size_t>(e);
    modes[k] = modes[k] == 0 ? static_cast<int>(sign(dynamics_.holding[e])) : 0;
    gave_way[k] = true;
  }
  return Evaluation::unsettled;
}

}  // namespace erfd
