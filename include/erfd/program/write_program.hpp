// From the motion IR to the text of a program: the way back of read_program().
#pragma once

#include "erfd/program/read_program.hpp"

#include <numbers>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// What a program leaves to the planner and other languages must state, and whose robot it is.
struct WriteSettings {
  std::string name = "converted";  ///< of the program; letters, digits and _
  std::vector<JointKind> axes = std::vector<JointKind>(6, JointKind::revolute);
  std::vector<MakerAxis> maker_axes;                 ///< as in ProgramContext
  Pose<double> X_FlangeT;                            ///< of the robot's own tool
  Payload own_load;                                  ///< of that tool, in the flange frame
  double speed = 0.25;                               ///< of lines and circles [m/s]
  double acceleration = 1;                           ///< of lines and circles [m/s^2]
  double turn_speed = std::numbers::pi;              ///< [rad/s]
  double turn_acceleration = 10 * std::numbers::pi;  ///< [rad/s^2]
};

/// A program in another language, and what of its meaning did not survive.
struct WrittenProgram {
  std::vector<ProgramText> files;  ///< the program first; names without a folder
  Diagnostics lost;                ///< warnings at places of the program that was read
};

/// Writes the moves and waits of a program as they ran: loops unrolled, conditions decided. Read again,
/// on the same robot, they ask for the same motion; what cannot is in `lost`. @param language  a name
/// of a dialect in any case, "L-IRL", "RAPID" or "KRL". @throws Error for another one
WrittenProgram write_program(const Program& program, std::string_view language,
                             const WriteSettings& settings);

}  // namespace erfd
