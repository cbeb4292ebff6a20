// Columns of what there is to see of a motion besides its torques. Private to the layer.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/model/model.hpp"
#include "erfd/verification/motion_signals.hpp"

#include <string>
#include <vector>

namespace erfd {

/// "current_motor1_A", "tool_vx_m_s", "load_axis1_fx_N", "kinetic_J", "shaft_W" …; currents, voltages and
/// what windings lose where all motors' constants are known. Angles and speeds of motors have columns of
/// their own.
void add_signal_heads(const Model& model, const Drives& drives, std::vector<std::string>& heads);

/// The numbers of a cycle in that order.
void append_signals(const Drives& drives, const MotionSignals& signals, Eigen::Index cycle,
                    std::vector<double>& row);

}  // namespace erfd
