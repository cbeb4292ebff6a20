// Where the energy of a run went.
#pragma once

namespace erfd {

/// Energies [J] of a run, or their rates [W].
struct EnergyFlows {
  double input = 0;           ///< from the motors (or ideal joint torques) into the robot
  double wrenches = 0;        ///< from the environment into the robot
  double viscous = 0;         ///< lost in viscous friction of motors and joints
  double coulomb = 0;         ///< lost in Coulomb friction of motors and joints
  double load_dependent = 0;  ///< lost in friction µ|u| of the joints
};

/// Energy audit: kinetic + potential at the end − at the start = input + wrenches − losses + payload.
/// The flows are integrated with the motion, by the same steps.
struct Audit {
  EnergyFlows flows;           ///< [J]
  double kinetic_start = 0;    ///< of links and rotors [J]
  double kinetic_end = 0;      ///< [J]
  double potential_start = 0;  ///< [J]
  double potential_end = 0;    ///< [J]
  double payload = 0;          ///< energy that came and went with payloads, at their speed [J]
  double kinetic_peak = 0;     ///< largest at the ends of the steps [J]
  /// Power balance at the samples: rate of change of energy by inverse dynamics − power of the flows.
  double power_residual = 0;  ///< largest |difference| [W]
  double power_peak = 0;      ///< largest power that entered it [W]
  /// Largest gap of the loops at the ends of the steps and at the samples [m, or the sine of an angle].
  double loop_gap = 0;
  /// What lifts the moving mass by 1 µm [J]; less than that is no motion that could be told.
  double floor = 0;

  /// What does not add up [J].
  double residual() const {
    return kinetic_end - kinetic_start + potential_end - potential_start - payload - flows.input -
           flows.wrenches + flows.viscous + flows.coulomb + flows.load_dependent;
  }
  /// Largest of peak kinetic energy, flows, payload and change of potential energy [J].
  double largest() const;
  /// |residual| over largest(), at least over floor.
  double relative_residual() const;
  /// power_residual over power_peak, at least over floor a second.
  double relative_power_residual() const;
};

}  // namespace erfd
