// A motor of a catalogue in the place of one that a robot has.
#pragma once

#include "erfd/drives/drives.hpp"

namespace erfd {

/// What its data sheet says; friction is that of the place where it works.
Motor catalogue_motor(const DriveDescription& motor);

/// What turns with the motor besides its own rotor [kg m^2]: elements of its gear.
double gear_inertia(const DriveDescription& drive);

/// The drives with all gears in front of the motors at other ratios: motor i makes factors[i] times the
/// turns that it makes now. Couplings scale with it.
/// @throws Error for a motor with a mechanism whose factor is not 1: its geometry is no ratio.
Drives with_ratios(const Drives& drives, const VectorX<double>& factors);

}  // namespace erfd
