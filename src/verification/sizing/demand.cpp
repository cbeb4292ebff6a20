#include "verification/sizing/demand.hpp"

#include "erfd/base/error.hpp"
#include "erfd/drives/duty.hpp"
#include "erfd/drives/survey.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Inertias are looked at so many times a program: they change with the posture alone.
constexpr int looks = 200;

void record_inertias(const CaseInWork& work, Demand& demand) {
  const int step = std::max(1, demand.cycles() / looks);
  for (int k = 0; k < demand.cycles(); k += step) demand.looked_at.push_back(k);
  const int motors = work.drives.count();
  demand.link_inertia.setZero(motors, std::ssize(demand.looked_at));
  std::vector<LinksAtJoints> links;
  for (const LoadCase& load : work.loads.all()) links.emplace_back(load.split.model());
  DriveState state(work.drives);
  VectorX<double> inertias(motors);
  for (std::size_t i = 0; i < demand.looked_at.size(); ++i) {
    const int k = demand.looked_at[i];
    LinksAtJoints& here =
        links[static_cast<std::size_t>(work.loads.index_of_instruction(demand.instruction(k)))];
    if (!here.move_to(demand.motion.q_asked.col(k)) ||
        !set_position(work.drives, here.shaft_q(), state))
      continue;
    effective_inertias(work.drives, state, here.H(), inertias);
    demand.link_inertia.col(static_cast<Eigen::Index>(i)) = inertias - work.drives.rotor_inertias();
  }
}

/// Share of a torque range; infinite where nothing is there.
double share_of(double torque, const TorqueRange& range, Limit& by) {
  by = torque >= 0 ? range.high_by : range.low_by;
  const double there = torque >= 0 ? range.high : -range.low;
  if (torque == 0) return 0;
  return there > 0 ? std::abs(torque) / there : std::numeric_limits<double>::infinity();
}

/// The worse of two ratings; a motor without any is not judged.
void take_heat(const Motor& motor, double torque_rms, MotorStrain& strain) {
  const MotorLimits& limits = motor.limits;
  if (std::isfinite(limits.torque_rated)) {
    strain.heat_known = true;
    strain.heat = std::max(strain.heat, torque_rms / limits.torque_rated);
  }
  if (motor.constants.torque_constant && std::isfinite(motor.constants.current_rated)) {
    strain.heat_known = true;
    strain.heat = std::max(
        strain.heat, std::abs(motor_current(motor, torque_rms)) / motor.constants.current_rated);
  }
}

}  // namespace

Demand demand_of(const Case& program) {
  if (!program.plan.complete)
    throw Error(fmt::format(
        "{}: the program cannot be planned whole, so that nobody knows what it asks of the motors; "
        "`erfd verify` says why",
        program.program.file));
  VerificationSettings settings;
  settings.algorithm.period = program.plan.period;
  const LoadCases loads(program.program, program.model, program.drives, settings.algorithm);
  const CaseInWork work{program.program, program.plan, program.model,
                        program.drives,  settings,     loads};
  Demand demand{&program, {}, {}, {}, {}};
  if (const std::string fault = record_asked(work, demand.motion); !fault.empty())
    throw Error(fmt::format("{}: {}", program.program.file, fault));
  demand.qd_before = starting_speeds(demand.motion);
  record_inertias(work, demand);
  return demand;
}

std::vector<MotorStrain> strains(const std::vector<Demand>& demands, const Drives& drives) {
  std::vector<MotorStrain> all(static_cast<std::size_t>(drives.count()));
  for (const Demand& demand : demands) {
    std::vector<RunningRms> rms(all.size());
    const bool reached = for_each_cycle(
        demand, drives,
        [&](int k, bool gap, const VectorX<double>& speed, const VectorX<double>& torque) {
          for (int i = 0; i < drives.count(); ++i) {
            if (gap) rms[static_cast<std::size_t>(i)].leave_out();
            MotorStrain& strain = all[static_cast<std::size_t>(i)];
            const Motor& motor = drives.motor(i);
            Limit by = Limit::none;
            const double share = share_of(torque[i], torque_range(motor, speed[i]), by);
            if (share > strain.torque) strain.torque = share, strain.torque_by = by;
            strain.speed = std::max(strain.speed, std::abs(speed[i]) / motor.limits.speed);
            rms[static_cast<std::size_t>(i)].add(k * demand.motion.period, torque[i]);
          }
        });
    if (!reached)
      throw Error(demand.program->program.file +
                  ": a mechanism does not reach a posture of the program");
    for (std::size_t i = 0; i < all.size(); ++i)
      take_heat(drives.motor(static_cast<int>(i)), rms[i].value(), all[i]);
  }
  return all;
}

}  // namespace erfd
