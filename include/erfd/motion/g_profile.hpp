// What a pilot is to feel in a centrifuge, and the motion of arm and gimbals that gives it.
#pragma once

#include "erfd/io/states.hpp"

#include <string>
#include <vector>

namespace erfd {

/// One level of the profile: the way to it, and how long it lasts.
struct GStage {
  double level = 0;  ///< [g]
  double rate = 0;   ///< largest on the way there: onset up, offset down [g/s]
  double hold = 0;   ///< [s]
  int line = 0;      ///< of the file
};

/// A file of docs/g-profile.md. The arm is never slower than at the baseline between run-up and
/// run-down: near 1 g no onset is possible, as its speed grows with the root of the root of what is
/// beyond.
struct GProfile {
  std::string file;
  std::string sensor;                ///< of the robot, a pilot; empty: its first one
  std::string arm;                   ///< joint; empty: the first one
  std::vector<std::string> gimbals;  ///< two joints; empty: the last two
  double baseline = 1.4;             ///< [g]
  double run_up = 10;                ///< from rest to the baseline, and back [s]
  double hold = 5;         ///< of the baseline, in front of the stages and behind them [s]
  double smoothing = 0.5;  ///< until a rate of change has built up, and until it is gone [s]
  std::vector<GStage> stages;
  std::vector<std::string> lines = {};  ///< the text
};

/// @throws FileError with all errors of the file.
GProfile read_g_profile(const std::string& path);
GProfile read_g_profile_text(std::string_view text, const std::string& file);

/// The motion, and what the pilot feels in it; one column a sample.
struct GMotion {
  ReadStates motion;       ///< positions; run-up, stages and run-down are moves
  VectorX<double> wanted;  ///< level [g]; NaN while the arm runs up and down
  VectorX<double> speed;   ///< of the arm [rad/s]
  int sensor = 0;          ///< index in Model::sensors()
  MatrixX<double> felt;    ///< six rows, as felt() has them [m/s^2 and rad/s]
  double radius = 0;       ///< of the point where the gimbal axes meet, from the arm's axis [m]
};

/// The arm runs so that gravity and the centripetal acceleration of the pilot's head give the level; the
/// gimbals turn his z axis into the resultant of both and of the tangential acceleration. What is felt
/// besides is in GMotion::felt: the tangential acceleration adds to the level while it changes, and a
/// head beside the gimbal axes feels them turn.
/// @param model  with nothing in its tools
/// @throws Error naming what of the robot does not fit, or the instant that the gimbals do not reach.
GMotion plan_g_profile(const GProfile& profile, const Model& model, double period);

}  // namespace erfd
