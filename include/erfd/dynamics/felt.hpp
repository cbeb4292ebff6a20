// What the sensors of a robot feel: acceleration as a scale has it, and turning rate.
#pragma once

#include "erfd/model/workspace.hpp"

namespace erfd {

/// Of every sensor six numbers in the words of its kind (robot/sensor_kind.hpp): the specific force
/// f = a − g in its axes, then its turning rate. At rest a scale feels 9.81 m/s² upwards, not nothing.
///
/// @param q     joint positions     [rad or m],         size nq
/// @param qd    joint velocities    [rad/s or m/s],     size nv
/// @param qdd   joint accelerations [rad/s^2 or m/s^2], size nv
/// @param felt  [m/s^2] and [rad/s], size 6 · sensors, written
/// @throws Error if a size is wrong. Never allocates otherwise.
void felt(const Model& model, Workspace& ws, In<double> q, In<double> qd, In<double> qdd,
          Out<double> felt);

/// The same of one instant, in the units of the channels and behind what stands in the row: as
/// felt_columns() heads them.
void append_felt(const Model& model, In<double> q, In<double> qd, In<double> qdd,
                 std::vector<double>& row);

/// The same of a motion that runs in cycles, one column a cycle: a sample lies in the middle between
/// the velocities that its cycle starts and ends with, qd + qdd Δt/2, which is exact to Δt².
/// @param qd   velocities that the cycles start with
/// @param qdd  accelerations that they run with
MatrixX<double> felt_in_cycles(const Model& model, const MatrixX<double>& q,
                               const MatrixX<double>& qd, const MatrixX<double>& qdd,
                               double period);

}  // namespace erfd
