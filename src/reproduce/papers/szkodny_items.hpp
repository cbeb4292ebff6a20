// What computes the entries of [S]. Private to the layer.
#pragma once

#include "erfd/drives/drives.hpp"
#include "erfd/model/robot_choice.hpp"
#include "erfd/reproduce/catalogue.hpp"
#include "erfd/simulation/simulate.hpp"

namespace erfd {

/// A robot with its drives, at home.
struct DrivenArm {
  Model model;
  Drives drives;
  VectorX<double> home;
};
DrivenArm driven_arm(const RobotChoice& choice);

/// The run of Figs. 3 and 4: currents drive the IRb-6 for 3 s from home.
SimulationResult run_of_currents(const DrivenArm& irb6);
/// Positions of the motors [rad].
VectorX<double> motor_angles(const DrivenArm& arm, const VectorX<double>& q);
/// Currents that hold a posture without friction [A].
VectorX<double> holding_currents(const DrivenArm& arm, const VectorX<double>& q);

Reproduction szkodny_lagrange(const Progress& progress);
Reproduction szkodny_actuators(const Progress& progress);
Reproduction szkodny_elements(const Progress& progress);
Reproduction szkodny_friction(const Progress& progress);
Reproduction szkodny_currents(const Progress& progress);
Reproduction szkodny_run(const Progress& progress);
Reproduction szkodny_effective_inertia(const Progress& progress);
Reproduction szkodny_payload(const Progress& progress);
Reproduction szkodny_base(const Progress& progress);

}  // namespace erfd
