// What programs ask of each motor, and which motor with which gear would do.
#pragma once

#include "erfd/robot/motor_catalogue.hpp"
#include "erfd/verification/case.hpp"

#include <array>

namespace erfd {

/// The most of something over all programs, and where it is asked for.
struct MostAsked {
  double value = 0;
  int program = -1;     ///< index among the programs; −1: nothing asks for any
  int instruction = 0;  ///< of that program
  double time = 0;      ///< on its clock [s]
};

/// How a motor stands to what is asked of it: shares of what it can give, 1 is all of it.
struct MotorStrain {
  double torque =
      0;  ///< peak torque, torque-speed curve, current and voltage at the speed of the cycle
  double speed = 0;
  double heat = 0;  ///< root mean square torque or current of the worst program against its rating
  Limit torque_by = Limit::none;
  bool heat_known = false;  ///< the motor says a rating

  double most() const { return std::max({torque, speed, heat}); }
};

/// What programs ask of one motor, as the robot is.
struct MotorNeed {
  MostAsked torque;      ///< by size [N m]
  MostAsked speed;       ///< by size [rad/s]
  MostAsked power;       ///< mechanical, driving [W]
  MostAsked torque_rms;  ///< of the program that asks for most [N m]
  MostAsked
      link_inertia;  ///< that of links and load at the motor shaft, without its rotor [kg m^2]
  MotorStrain strain;
  /// Of links to rotor; none for a motor whose rotor is not known.
  std::optional<double> inertia_ratio;
};

/// A motor of the catalogue in the place of one of the robot.
struct MotorChoice {
  int motor = 0;  ///< index in the catalogue
  std::optional<MotorStrain> at_present =
      {};  ///< with the gear that is there; none where there is none
  /// At each ratio of the sweep; empty where a mechanism has no ratio to be swept.
  std::vector<MotorStrain> swept = {};
  int best = -1;  ///< the ratio with the least strain, index in the sweep
  /// The ratios around the best one with which it would do, ends of the sweep included; none: no ratio would.
  std::optional<std::pair<int, int>> range = {};
};

struct MotorSizing {
  MotorNeed need;
  std::vector<double> ratios;  ///< of the sweep: motor turns a turn of its joint, unsigned; rising
  std::vector<MotorChoice> choices;  ///< in the order of the catalogue
  /// The first of the catalogue by peak torque that would do with the present gear, and with any ratio of the
  /// sweep; indices in choices, −1: none would.
  int with_present_gear = -1, with_other_gear = -1;
};

/// What the tool could carry besides at a place, over its distance from the line along gravity through
/// the origin of the world [m].
struct PayloadPlace {
  double reach = 0;
  /// A point mass in the tool centre [kg] with which every posture that was tried there can be held by the motors,
  /// at their peak and at their rated torque; NaN where no posture was found or no torque is known.
  double held = 0, held_rated = 0;
  /// With which every cycle of the programs that passes there keeps the motors within their torques; NaN: none does.
  double moved = 0;
};

struct PayloadReach {
  std::vector<PayloadPlace> places;  ///< by rising reach
  /// In the motion of the programs all over: the least of `moved`. NaN without motion or torques.
  double moved = 0;
};

struct Sizing {
  std::vector<MotorSizing> motors;  ///< in the order of the drives
  int jumps = 0;  ///< cycles of the programs with jumps of speed, which no motor can do: left out
  PayloadReach payload;
};

struct SizingSettings {
  double reserve = 0;   ///< share of each limit that has to stay free
  int ratios = 41;      ///< of the sweep
  double widest = 4;    ///< the sweep goes from the present ratio / widest to · widest
  int postures = 4000;  ///< that are tried for the payload
  int reaches = 24;     ///< places of the payload over the reach
  Progress progress = {};
};

/// Elastic gears count as stiff.
/// @param programs   planned on the same robot, one at least; each with a plan that is complete
/// @param catalogue  may have no motors: then nothing is chosen
/// @throws Error if a program could not be planned whole
Sizing size_drives(const std::vector<Case>& programs, const MotorCatalogue& catalogue,
                   const SizingSettings& settings = {});

}  // namespace erfd
