// From motions to verdicts. Private to the layer.
#pragma once

#include "verification/motions.hpp"

namespace erfd {

/// The joint that a motor is named after, also a coupled one.
int axis_of(const Drives& drives, int motor);

/// What the verdict on a robot cannot judge because its file does not say it: one sentence each.
std::vector<std::string> not_judged(const Model& model, const Drives& drives);
/// The robot file says at least one limit.
bool judges_anything(const Model& model, const Drives& drives);
/// Every joint has a motor whose largest torque is known.
bool judges_motors(const Drives& drives);

/// The limits that a move's asked cycles come near or exceed: worst first, the first always there
/// (limit none if nothing limits the robot).
std::vector<Binding> bindings_of(const CaseInWork& work, const MotionRecord& record,
                                 const PlannedMove& move);

/// What the elastic gears do in the asked motion. Of drives that have some.
ElasticGears elastic_gears(const CaseInWork& work, const MotionRecord& record);

/// How near what a sensor says comes to its limits: needed and available to the side of its value.
struct FeltShare {
  double needed = 0, available = 0;
};
/// Infinite: no limit there.
FeltShare felt_share(const Sensor& sensor, int channel, double value);
/// "feels Gz of 9.4 g, 104 % of its 9 g"
std::string felt_text(const Model& model, const Binding& binding);

/// Root mean square of a motor's asked torque over cycles, jumps left out [N m].
double torque_rms(const MotionRecord& record, int motor, int first, int end);

/// Fills the verdicts of all moves as far as the asked motion decides them.
void judge_asked(const CaseInWork& work, Verification& result);

/// Bearing loads and energies, of the program and of its moves, from the signals of the record.
void sum_up_signals(Verification& result);

/// Looks for how long the robot needs if it keeps the path, and for what smoothing gives.
void find_cures(const CaseInWork& work, Verification& result);

/// Torque of a motor by its causes in an asked cycle [N m], as it was recorded or made now; that of
/// its joint where the effort limit of the joint is judged in the motor's place.
std::array<double, torque_cause_count> shares_at(const CaseInWork& work, const MotionRecord& record,
                                                 int cycle, int motor);

/// What a joint transmits by its causes in an asked cycle [N m or N]: without rotors and friction.
std::array<double, torque_cause_count> joint_shares_at(const CaseInWork& work,
                                                       const MotionRecord& record, int cycle,
                                                       int joint);

/// "142 %", or "more than everything".
std::string share_of_limit(double ratio);

/// One sentence that says why a move is not achievable, or what reserve it has.
std::string reason_of(const CaseInWork& work, const std::vector<MoveVerdict>& moves,
                      const MoveVerdict& verdict);

}  // namespace erfd
