// What the asked motion needs.
//
//   qd_k  = (q_{k+1} − q_k) / Δt                      (1)   velocity given for cycle k
//   qdd_k = (qd_k − qd_{k−1}) / Δt                    (2)
//   u_a   = H_a(q_k) qdd_k + u'_a(q_k, qd_{k−1})      (3)   Algorithm 1, steps 2 to 4
//
// These are the numbers that Algorithm 1 meets while the robot keeps up, so a motion that needs
// nothing beyond the limits is achieved exactly. Motors in front of elastic gears move otherwise than
// their joints: motor_side.cpp.
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/felt.hpp"

#include "verification/motions.hpp"
#include "verification/motor_side.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

/// A jump within cycle k − 1 shows in the accelerations of this cycle and the next; one that falls on
/// the border of two, up to rounding, in either.
void mark_jumps(const Plan& plan, std::vector<bool>& jumps) {
  constexpr double rounding = 1e-6;  // of a period
  jumps.assign(static_cast<std::size_t>(plan.samples()), false);
  for (const Jump& jump : plan.jumps) {
    const double cycle = jump.time / plan.period;
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(cycle - rounding)));
    const auto last = static_cast<std::size_t>(std::floor(cycle + rounding)) + 1;
    for (std::size_t k = first; k <= last && k < jumps.size(); ++k) jumps[k] = true;
  }
}

void size_record(const CaseInWork& work, MotionRecord& record) {
  const Eigen::Index n = work.joints(), motors = work.drives.count(), cycles = work.plan.samples();
  record.period = work.plan.period;
  record.q_asked = work.plan.q;
  record.X_WT_asked = work.plan.X_WT;
  for (MatrixX<double>* const m : {&record.qd_asked, &record.qdd_asked, &record.tau_asked}) {
    work.tell(sizing, 0, 1);
    m->setZero(n, cycles);
  }
  for (MatrixX<double>* const m :
       {&record.qda_asked, &record.ua_asked, &record.ua_low, &record.ua_high}) {
    work.tell(sizing, 0, 1);
    m->setZero(motors, cycles);
  }
  mark_jumps(work.plan, record.jumps);
}

void differentiate(const CaseInWork& work, MotionRecord& record) {
  const double dt = record.period;
  const int cycles = work.plan.samples();
  for (int k = 0; k + 1 < cycles; ++k) {
    work.tell(sizing, k, cycles);
    record.qd_asked.col(k) = (record.q_asked.col(k + 1) - record.q_asked.col(k)) / dt;  // (1)
  }
  for (int k = 0; k < cycles; ++k) {
    work.tell(sizing, k, cycles);
    record.qdd_asked.col(k) = record.qd_asked.col(k) / dt;
    if (k > 0) record.qdd_asked.col(k) -= record.qd_asked.col(k - 1) / dt;  // (2)
  }
}

/// Of motors with elastic gears: what they do in front of the springs. @return what had to stop it
std::string put_motors_in_front(const CaseInWork& work, MotionRecord& record) {
  if (work.drives.elastic_gears().empty()) return {};
  const Drives& drives = work.loads.all().front().asked.drives();
  const AskedCycles cycles = asked_cycles(work, record, 1, record.ua_asked);
  MotorSide side(drives, cycles);
  VectorX<double> speed(drives.count()), ua(drives.count());
  for (int k = 0; k < work.plan.samples(); ++k) {
    if (const DriveStatus placed = side.motors(k, speed, ua); !placed)
      return text_of(drives, placed);
    record.qda_asked.col(k) = speed;
    record.ua_asked.col(k) = ua;
  }
  record.winding = side.winding();
  return {};
}

void find_torque_ranges(const Drives& drives, MotionRecord& record) {
  for (Eigen::Index k = 0; k < record.qda_asked.cols(); ++k) {
    for (int i = 0; i < drives.count(); ++i) {
      const TorqueRange range = torque_range(drives.motor(i), record.qda_asked(i, k));
      record.ua_low(i, k) = range.low;
      record.ua_high(i, k) = range.high;
    }
  }
}

}  // namespace

MatrixX<double> starting_speeds(const MotionRecord& record) {
  const MatrixX<double>& ending = record.qd_asked;
  MatrixX<double> speeds = MatrixX<double>::Zero(ending.rows(), ending.cols());  // starts at rest
  const Eigen::Index rest = ending.cols() - 1;
  if (rest > 0) speeds.rightCols(rest) = ending.leftCols(rest);
  return speeds;
}

std::string record_asked(const CaseInWork& work, MotionRecord& record) {
  size_record(work, record);
  differentiate(work, record);
  std::vector<Algorithm1Workspace> scratch;
  for (const LoadCase& load : work.loads.all()) scratch.emplace_back(load.asked);
  Cycle cycle(work.loads.all().front().asked);
  DriveState drive_state(work.drives);
  VectorX<double> qd_before = VectorX<double>::Zero(std::ssize(work.active())), q(work.joints()),
                  qd(work.joints()), given, speed(work.drives.count());
  for (int k = 0; k < work.plan.samples(); ++k) {
    work.tell(asking, k, work.plan.samples());
    const int instruction = work.instruction(k);
    const LoadCase& load = work.loads.of_instruction(instruction);
    const ExternalWrench<double> wrench =
        wrench_on_tool(work.conditions(k), work.model, work.plan.X_WT[static_cast<std::size_t>(k)]);
    q = record.q_asked.col(k);
    qd = record.qd_asked.col(k);
    given = work.active_of(qd);
    step(load.asked,
         scratch[static_cast<std::size_t>(work.loads.index_of_instruction(instruction))],
         k * record.period, q, qd_before, given, cycle, {&wrench, 1});  // (3)
    if (cycle.status != CycleStatus::ok) return describe_fault(load.asked, cycle);
    record.ua_asked.col(k) = cycle.ua_required;
    record.tau_asked.col(k) = work.spread(cycle.u_required);
    if (const DriveStatus placed = set_position(work.drives, q, drive_state); !placed)
      return text_of(work.drives, placed);
    motor_velocities(work.drives, drive_state, qd, speed);
    record.qda_asked.col(k) = speed;
    qd_before = given;
  }
  if (std::string fault = put_motors_in_front(work, record); !fault.empty()) return fault;
  find_torque_ranges(work.drives, record);
  record.felt_asked = felt_in_cycles(work.model, record.q_asked, starting_speeds(record),
                                     record.qdd_asked, record.period);
  return {};
}

}  // namespace erfd
