// Inverse dynamics of motors behind springs: the links' motion tells that of the motors (it is flat).
// Source  [Sp87] for the equations of motor, spring and link. Springs in joints ([K10] section 6) are
//         another thing.
//
//   L     = Kᵀ (u_a − rotors(q, qd, qdd))        what the joints take from their gears            (1)
//   L_e   = k w + d wd                           the spring of a gear carries it                  (2)
//   θ_e   = q_e + w                              the motor's side of the joint; θ = q elsewhere   (3)
//   u_a   = K(θ)⁻ᵀ L + rotors(θ, θd, θdd)        in front of the springs                          (4)
//
// u_a in (1) is what Algorithm 1 asks for of stiff gears: friction of the joints is in L, inertia and
// friction of the motors in rotors(). L is that of the links alone, so that it stays when gears give way.
// (2) is solved for w with L straight between the cycles:
//
//   v(t) = L/k − Ld d/k²,   w(Δt) = v(Δt) + (w(0) − v(0)) exp(−k Δt/d)                             (5)
//   wd_k = (w_{k+1} − w_k) / Δt,   wdd_k = (w_{k+1} − 2 w_k + w_{k−1}) / Δt²                       (6)
//
// (6) are the speeds and accelerations of the asked cycles, of w in place of q. Before the first cycle and
// behind the last one the robot rests under its load.
//
// θdd holds the second derivative of the load. Where the load steps, by an acceleration without a ramp or
// by friction that changes its direction, no motor can do it: (6) would be the quotient of the step and
// Δt². Such steps are noted, and wd and wdd are zero there, as of a stiff gear. Where the rate of the load
// steps, at the ends of a ramp, the speed of the motor would; that shows in the differences of up to three
// cycles, which have the wdd of their neighbours, and nothing is noted: the swing that is left is the step of
// wd over the frequency of motor and spring.
#include "verification/motor_side.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace erfd {
namespace {

/// Changes of load that come within so many cycles are steps.
constexpr int step_width = 2;
/// Steps below this share of a gear's largest load are not told apart.
constexpr double least_step = 0.01;

Drives without_joint_friction(const Drives& drives) {
  Drives::Parts parts = drives.parts();
  parts.joint_friction.clear();
  parts.load_dependent.resize(0);
  parts.elastic_gears.clear();
  return Drives(std::move(parts));
}

VectorX<double> column_before(const MatrixX<double>& m, Eigen::Index k) {
  if (k == 0) return VectorX<double>::Zero(m.rows());
  return m.col(k - 1);
}

/// What the motors need to hold the robot where an asked cycle starts [N m].
VectorX<double> torques_at_rest(const CaseInWork& work, const MotionRecord& record, int cycle) {
  const Algorithm1& algorithm = work.loads.of_instruction(work.instruction(cycle)).asked;
  Algorithm1Workspace ws(algorithm);
  Cycle held(algorithm);
  const VectorX<double> q = record.q_asked.col(cycle),
                        none = VectorX<double>::Zero(algorithm.joint_count());
  const ExternalWrench<double> wrench = wrench_on_tool(
      work.conditions(cycle), work.model, record.X_WT_asked[static_cast<std::size_t>(cycle)]);
  step(algorithm, ws, cycle * record.period, q, none, none, held, {&wrench, 1});
  return held.ua_required;
}

}  // namespace

AskedCycles asked_cycles(const CaseInWork& work, const MotionRecord& record, double share,
                         MatrixX<double> ua) {
  const std::vector<int>& active = work.active();
  const int last = static_cast<int>(record.q_asked.cols()) - 1;
  return {record.period / share,
          share * work.loads.all().front().asked.rest_speed(),
          record.q_asked(active, Eigen::all),
          share * record.qd_asked(active, Eigen::all),
          share * share * record.qdd_asked(active, Eigen::all),
          std::move(ua),
          torques_at_rest(work, record, 0),
          torques_at_rest(work, record, last),
          record.jumps};
}

MotorSide::MotorSide(const Drives& drives, const AskedCycles& asked)
    : drives_(drives), shafts_(without_joint_friction(drives)), asked_(asked), state_(shafts_) {
  const auto gears = static_cast<Eigen::Index>(drives.elastic_gears().size());
  for (MatrixX<double>* const m : {&winding_.stretch, &winding_.rate, &winding_.acceleration})
    m->setZero(gears, asked.q.cols());
  find_loads();
  for (Eigen::Index e = 0; e < gears; ++e) wind(e);
}

/// (1). The torques of a cycle with a jump are none; the load before it stands in its place.
void MotorSide::find_loads() {
  const Eigen::Index cycles = asked_.q.cols(), joints = asked_.q.rows();
  loads_.setZero(joints, cycles + 2);
  VectorX<double> none = VectorX<double>::Zero(joints), rotors(drives_.count()), load(joints);
  const auto add = [&](Eigen::Index column, const VectorX<double>& q, const VectorX<double>& before,
                       const VectorX<double>& qd, const VectorX<double>& qdd,
                       const VectorX<double>& ua) {
    if (!set_position(shafts_, q, state_)) return;  // Algorithm 1 has said so
    drive_torques(shafts_, state_, {before, asked_.rest_speed}, qd, qdd, none, rotors);
    joint_torques(shafts_, state_, ua - rotors, load);
    loads_.col(column) = load;
  };
  add(0, asked_.q.col(0), none, none, none, asked_.ua_before);
  for (Eigen::Index k = 0; k < cycles; ++k) {
    if (asked_.jumps[static_cast<std::size_t>(k)])
      loads_.col(k + 1) = loads_.col(k);
    else
      add(k + 1, asked_.q.col(k), column_before(asked_.qd, k), asked_.qd.col(k), asked_.qdd.col(k),
          asked_.ua.col(k));
  }
  add(cycles + 1, asked_.q.col(cycles - 1), none, none, none, asked_.ua_behind);
}

/// Change i is isolated: at most `step_width` neighbours, itself among them, are near its size.
bool MotorSide::is_step(const VectorX<double>& change, Eigen::Index i) {
  const double near = std::abs(change[i]) / 3;
  int width = 1;
  for (Eigen::Index j = i - 1; j >= 0 && width <= step_width && std::abs(change[j]) > near; --j)
    ++width;
  for (Eigen::Index j = i + 1;
       j < change.size() && width <= step_width && std::abs(change[j]) > near; ++j)
    ++width;
  return width <= step_width;
}

/// Changes that follow each other are one step.
void MotorSide::note_step(int cycle, int gear, double way) {
  std::vector<GearWinding::Step>& steps = winding_.steps;
  if (!steps.empty() && steps.back().gear == gear && steps.back().cycle == cycle - 1)
    steps.back() = {cycle, gear, steps.back().way + way};
  else
    steps.push_back({cycle, gear, way});
}

/// Changes of a gear's load, from before the first cycle on, that no motor follows.
std::vector<bool> MotorSide::steps_of(Eigen::Index gear, const VectorX<double>& load) {
  const Eigen::Index cycles = asked_.q.cols();
  const VectorX<double> change = load.tail(cycles + 1) - load.head(cycles + 1);
  const double least = least_step * load.cwiseAbs().maxCoeff();
  std::vector<bool> steps(static_cast<std::size_t>(cycles) + 1);
  for (Eigen::Index i = 0; i <= cycles; ++i) {
    const bool jumps = (i < cycles && asked_.jumps[static_cast<std::size_t>(i)]) ||
                       (i > 0 && asked_.jumps[static_cast<std::size_t>(i) - 1]);
    const bool step = std::abs(change[i]) > least && is_step(change, i);
    steps[static_cast<std::size_t>(i)] = jumps || step;
    if (step && !jumps)
      note_step(static_cast<int>(i), static_cast<int>(gear),
                change[i] / drives_.elastic_gears()[static_cast<std::size_t>(gear)].stiffness);
  }
  return with_neighbours(steps);
}

/// A step of acceleration within a cycle shows in three differences of positions, of which the outer two may
/// be as small as any.
std::vector<bool> MotorSide::with_neighbours(const std::vector<bool>& steps) {
  std::vector<bool> all = steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!steps[i]) continue;
    if (i > 0) all[i - 1] = true;
    if (i + 1 < all.size()) all[i + 1] = true;
  }
  return all;
}

/// (5). Behind a step the spring is wound as far as the load behind it asks for: what it swings is not asked.
VectorX<double> MotorSide::stretch_of(const ElasticGear& gear, const VectorX<double>& load,
                                      const std::vector<bool>& steps) const {
  const double dt = asked_.period, k = gear.stiffness, d = gear.damping;
  const double kept = d > 0 ? std::exp(-k * dt / d) : 0;
  const auto lag_behind = [&](Eigen::Index i) {  // Ld d/k² of the cycle that begins with load i
    if (i + 1 >= load.size() || steps[static_cast<std::size_t>(i)]) return 0.0;
    return (load[i + 1] - load[i]) / dt * d / (k * k);
  };
  VectorX<double> w(load.size());
  w[0] = load[0] / k;
  for (Eigen::Index i = 1; i < w.size(); ++i) {
    if (steps[static_cast<std::size_t>(i) - 1]) {
      w[i] = load[i] / k - lag_behind(i);
      continue;
    }
    const double lag = lag_behind(i - 1);
    w[i] = load[i] / k - lag + (w[i - 1] - (load[i - 1] / k - lag)) * kept;
  }
  return w;
}

void MotorSide::wind(Eigen::Index gear) {
  const ElasticGear& g = drives_.elastic_gears()[static_cast<std::size_t>(gear)];
  const VectorX<double> load = loads_.row(g.joint);
  const std::vector<bool> steps = steps_of(gear, load);
  const VectorX<double> w = stretch_of(g, load, steps);
  const Eigen::Index cycles = asked_.q.cols();
  const double dt = asked_.period;
  const VectorX<double> bends =
      (w.tail(cycles) - 2 * w.segment(1, cycles) + w.head(cycles)) / (dt * dt);
  std::vector<bool> smooth(static_cast<std::size_t>(cycles)), bent(smooth);
  for (Eigen::Index k = 0; k < cycles; ++k) {  // (6)
    winding_.stretch(gear, k) = w[k + 1];
    const bool before = steps[static_cast<std::size_t>(k)],
               behind = steps[static_cast<std::size_t>(k) + 1];
    if (!behind) winding_.rate(gear, k) = (w[k + 2] - w[k + 1]) / dt;
    smooth[static_cast<std::size_t>(k)] = !before && !behind;
    for (Eigen::Index j = std::max<Eigen::Index>(k - 1, 0); j <= std::min(k + 1, cycles - 1); ++j)
      bent[static_cast<std::size_t>(j)] = bent[static_cast<std::size_t>(j)] || is_step(bends, k);
  }
  for (Eigen::Index k = 0; k < cycles; ++k)
    if (smooth[static_cast<std::size_t>(k)])
      winding_.acceleration(gear, k) = acceleration_near(bends, smooth, bent, k);
}

/// wdd of a cycle; where the rate of the load steps beside it, of the nearest cycles without that, of two
/// the larger: what is judged is the worse side.
double MotorSide::acceleration_near(const VectorX<double>& bends, const std::vector<bool>& smooth,
                                    const std::vector<bool>& bent, Eigen::Index k) {
  constexpr Eigen::Index farthest = 3;
  for (Eigen::Index away = 0; away <= farthest; ++away) {
    double found = 0;
    bool any = false;
    for (const Eigen::Index j : {k - away, k + away}) {
      if (j < 0 || j >= bends.size() || !smooth[static_cast<std::size_t>(j)] ||
          bent[static_cast<std::size_t>(j)])
        continue;
      any = true;
      if (std::abs(bends[j]) > std::abs(found)) found = bends[j];
    }
    if (any) return found;
  }
  return 0;
}

DriveStatus MotorSide::motors(int cycle, Out<double> speed, Out<double> ua) {
  MotorSideCycle side{asked_.q.col(cycle), column_before(asked_.qd, cycle), asked_.qd.col(cycle),
                      asked_.qdd.col(cycle)};
  wind_on(drives_.elastic_gears(), winding_, cycle, side);
  if (const DriveStatus placed = set_position(shafts_, side.q, state_); !placed) return placed;
  motor_velocities(shafts_, state_, side.qd_end, speed);
  if (asked_.jumps[static_cast<std::size_t>(cycle)])
    ua = asked_.ua.col(cycle);
  else
    drive_torques(shafts_, state_, {side.qd_start, asked_.rest_speed}, side.qd_end, side.qdd,
                  loads_.col(cycle + 1), ua);  // (4)
  return {};
}

void wind_on(const std::vector<ElasticGear>& gears, const GearWinding& winding, int cycle,
             MotorSideCycle& side) {
  for (std::size_t e = 0; e < gears.size(); ++e) {
    const auto row = static_cast<Eigen::Index>(e);
    const int j = gears[e].joint;
    side.q[j] += winding.stretch(row, cycle);  // (3)
    if (cycle > 0) side.qd_start[j] += winding.rate(row, cycle - 1);
    side.qd_end[j] += winding.rate(row, cycle);
    side.qdd[j] += winding.acceleration(row, cycle);
  }
}

}  // namespace erfd
