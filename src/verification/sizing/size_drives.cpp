// Which motors with which gears would do: every motor of the catalogue at every ratio of the sweep, on the asked motion.
//
// A ratio s times as large is a row of K times s: K′ = S K, K′⁻ᵀ = S⁻¹ K⁻ᵀ with S diagonal. What a motor gives depends on its own
// row alone, so that one pass with all motors exchanged tries them all.
#include "erfd/base/error.hpp"
#include "erfd/drives/catalogue_motor.hpp"

#include "verification/sizing/demand.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

/// Of a joint without drive in the robot file, whose motor is the joint itself.
constexpr double least_gear = 10, most_gear = 320;

void take(MostAsked& most, double value, int program, const Demand& demand, int k) {
  if (most.program >= 0 && !(value > most.value)) return;
  most = {value, program, demand.instruction(k), k * demand.motion.period};
}

/// Of one program: peaks of all motors.
void take_peaks(const Demand& demand, int program, const Drives& drives,
                std::vector<MotorSizing>& motors) {
  std::vector<RunningRms> rms(motors.size());
  for_each_cycle(demand, drives,
                 [&](int k, bool gap, const VectorX<double>& speed, const VectorX<double>& torque) {
                   for (std::size_t i = 0; i < motors.size(); ++i) {
                     const auto row = static_cast<Eigen::Index>(i);
                     MotorNeed& need = motors[i].need;
                     if (gap) rms[i].leave_out();
                     rms[i].add(k * demand.motion.period, torque[row]);
                     take(need.torque, std::abs(torque[row]), program, demand, k);
                     take(need.speed, std::abs(speed[row]), program, demand, k);
                     take(need.power, std::max(0.0, torque[row] * speed[row]), program, demand, k);
                   }
                 });
  for (std::size_t i = 0; i < motors.size(); ++i) {
    MotorNeed& need = motors[i].need;
    take(need.torque_rms, rms[i].value(), program, demand, 0);
    for (std::size_t look = 0; look < demand.looked_at.size(); ++look)
      take(need.link_inertia,
           demand.link_inertia(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(look)),
           program, demand, demand.looked_at[look]);
  }
}

/// Motor turns a turn of its joint; of motors that name no joint the largest of their row.
double present_ratio(const Drives& drives, int motor) {
  const auto row = drives.coupling().row(motor).cwiseAbs();
  const int joint = drives.motor(motor).joint;
  return joint >= 0 && row[joint] > 0 ? row[joint] : row.maxCoeff();
}

/// What the gear of a robot adds to any rotor that drives it.
double inertia_of_gear(const RobotDescription& robot, const std::string& motor) {
  for (const DriveDescription& drive : robot.drives)
    if (drive.name == motor) return gear_inertia(drive);
  return 0;
}

class Trials {
 public:
  Trials(const std::vector<Demand>& demands, const Case& robot, const MotorCatalogue& catalogue,
         const SizingSettings& settings)
      : demands_(demands),
        robot_(robot),
        drives_(robot.drives),
        catalogue_(catalogue),
        settings_(settings) {}

  void fill(std::vector<MotorSizing>& motors) {
    for (int i = 0; i < drives_.count(); ++i)
      motors[static_cast<std::size_t>(i)].ratios = ratios(i);
    for (std::size_t m = 0; m < catalogue_.motors.size(); ++m)
      try_motor(static_cast<int>(m), motors);
    for (MotorSizing& motor : motors) choose(motor);
  }

 private:
  bool is_swept(int motor) const { return !drives_.mechanism(motor); }
  bool has_gear(int motor) const { return !drives_.motor(motor).assumed; }

  /// Even steps of the logarithm.
  std::vector<double> ratios(int motor) const {
    if (!is_swept(motor)) return {};
    const double now = present_ratio(drives_, motor);
    const double low = has_gear(motor) ? now / settings_.widest : least_gear;
    const double high = has_gear(motor) ? now * settings_.widest : most_gear;
    std::vector<double> all;
    for (int r = 0; r < settings_.ratios; ++r)
      all.push_back(low * std::pow(high / low, static_cast<double>(r) / (settings_.ratios - 1)));
    return all;
  }

  /// The drives with one motor of the catalogue everywhere; friction stays that of the place.
  Drives exchanged(const Motor& motor) const {
    Drives::Parts parts = drives_.parts();
    for (Motor& one : parts.motors) {
      Motor other = motor;
      other.joint = one.joint;
      other.friction = one.friction;
      other.rotor_inertia += inertia_of_gear(robot_.robot, one.name);
      one = std::move(other);
    }
    return Drives(std::move(parts));
  }

  void try_motor(int m, std::vector<MotorSizing>& motors) {
    const Drives there = exchanged(catalogue_motor(catalogue_.motors[static_cast<std::size_t>(m)]));
    const std::vector<MotorStrain> at_present = strains(demands_, there);
    for (int i = 0; i < drives_.count(); ++i) {
      MotorChoice choice{.motor = m};
      if (has_gear(i)) choice.at_present = at_present[static_cast<std::size_t>(i)];
      motors[static_cast<std::size_t>(i)].choices.push_back(std::move(choice));
    }
    for (int r = 0; r < settings_.ratios; ++r) {
      if (settings_.progress)
        settings_.progress((m + static_cast<double>(r) / settings_.ratios) /
                           static_cast<double>(catalogue_.motors.size()));
      VectorX<double> factors = VectorX<double>::Ones(drives_.count());
      for (int i = 0; i < drives_.count(); ++i)
        if (is_swept(i))
          factors[i] = motors[static_cast<std::size_t>(i)].ratios[static_cast<std::size_t>(r)] /
                       present_ratio(drives_, i);
      const std::vector<MotorStrain> swept = strains(demands_, with_ratios(there, factors));
      for (int i = 0; i < drives_.count(); ++i)
        if (is_swept(i))
          motors[static_cast<std::size_t>(i)].choices.back().swept.push_back(
              swept[static_cast<std::size_t>(i)]);
    }
  }

  bool would_do(const MotorStrain& strain) const { return strain.most() <= 1 - settings_.reserve; }

  void choose(MotorSizing& motor) const {
    const auto smaller = [&](int now, std::size_t choice) {
      const auto peak = [&](std::size_t c) {
        return catalogue_.motors[static_cast<std::size_t>(motor.choices[c].motor)]
            .torque_peak->value;
      };
      return now < 0 || peak(choice) < peak(static_cast<std::size_t>(now));
    };
    for (std::size_t c = 0; c < motor.choices.size(); ++c) {
      MotorChoice& choice = motor.choices[c];
      take_range(choice);
      if (choice.at_present && would_do(*choice.at_present) && smaller(motor.with_present_gear, c))
        motor.with_present_gear = static_cast<int>(c);
      if (choice.range && smaller(motor.with_other_gear, c))
        motor.with_other_gear = static_cast<int>(c);
    }
  }

  void take_range(MotorChoice& choice) const {
    const auto less = [](const MotorStrain& a, const MotorStrain& b) {
      return a.most() < b.most();
    };
    const auto least = std::min_element(choice.swept.begin(), choice.swept.end(), less);
    if (least == choice.swept.end()) return;
    choice.best = static_cast<int>(least - choice.swept.begin());
    if (!would_do(*least)) return;
    int first = choice.best, last = choice.best;
    while (first > 0 && would_do(choice.swept[static_cast<std::size_t>(first - 1)])) --first;
    while (last + 1 < std::ssize(choice.swept) &&
           would_do(choice.swept[static_cast<std::size_t>(last + 1)]))
      ++last;
    choice.range = {first, last};
  }

  const std::vector<Demand>& demands_;
  const Case& robot_;
  const Drives& drives_;
  const MotorCatalogue& catalogue_;
  const SizingSettings& settings_;
};

}  // namespace

Sizing size_drives(const std::vector<Case>& programs, const MotorCatalogue& catalogue,
                   const SizingSettings& settings) {
  if (programs.empty()) throw Error("size_drives: no program, expected one at least");
  std::vector<Demand> demands;
  for (const Case& program : programs) demands.push_back(demand_of(program));
  const Drives& drives = programs.front().drives;
  Sizing sizing;
  sizing.motors.resize(static_cast<std::size_t>(drives.count()));
  for (std::size_t p = 0; p < demands.size(); ++p) {
    take_peaks(demands[p], static_cast<int>(p), drives, sizing.motors);
    sizing.jumps += static_cast<int>(std::ranges::count(demands[p].motion.jumps, true));
  }
  const std::vector<MotorStrain> now = strains(demands, drives);
  for (int i = 0; i < drives.count(); ++i) {
    MotorNeed& need = sizing.motors[static_cast<std::size_t>(i)].need;
    need.strain = now[static_cast<std::size_t>(i)];
    if (drives.motor(i).rotor_inertia > 0)
      need.inertia_ratio = need.link_inertia.value / drives.motor(i).rotor_inertia;
  }
  Trials(demands, programs.front(), catalogue, settings).fill(sizing.motors);
  sizing.payload = payload_reach(demands, settings);
  return sizing;
}

}  // namespace erfd
