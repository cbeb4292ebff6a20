// What `erfd drives` shows, as text and as JSON.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/drives/survey.hpp"
#include "erfd/io/json.hpp"
#include "erfd/simulation/motor_tuning.hpp"

#include "input/robot_input.hpp"

#include <string>
#include <vector>

namespace erfd {

/// A robot with its drives at home, and over its workspace.
struct DriveFacts {
  ModelledRobot robot;
  Drives drives;
  VectorX<double> home;  ///< size nq; loops are closed there
  int samples = 0;
  MatrixX<double> K, H_links, H_rotors;  ///< at home
  VectorX<double> seen_at_home;          ///< inertia that each motor sees [kg m^2]
  std::vector<MotorSurvey> surveys;      ///< one a motor
  std::vector<std::string> contradictions;

  const Motor& motor(std::size_t i) const { return drives.motors()[i]; }
  /// The joints that motors move.
  std::vector<const Body*> joints() const;
};

/// Name of the joint that has a velocity.
const std::string& joint_of(const Model& model, int v_index);

/// Percent of a limit that is left; nothing where no limit is given. Negative: the limit is passed.
std::optional<double> reserve_percent(double needed, double limit);

/// @throws Error if the robot file has none.
Drives drives_of(const ModelledRobot& robot);

/// --rotors: what reflected rotors leave out.
int show_rotors(const DrivesOptions& options);

/// Gains of motor_cascade at home, and the poles that they give.
struct TunedDrives {
  CascadeSpeeds speeds;
  CascadeGains gains;
  std::vector<Poles> alone;  ///< of each motor while the others stand still
  Poles together;
};

TunedDrives tuned(const DriveFacts& facts, const CascadeSpeeds& speeds);
std::string tuning_text(const DriveFacts& facts, const TunedDrives& tuned, const TextStyle& style);
Json tuning_json(const DriveFacts& facts, const TunedDrives& tuned);

std::string drives_text(const DriveFacts& facts, const TextStyle& style);
Json drives_json(const DriveFacts& facts);

}  // namespace erfd
