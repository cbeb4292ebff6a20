// What the help of each verb says below its options.
#pragma once

namespace erfd {

inline constexpr const char* command_help = R"(Examples:
  erfd robots                                     robots that come with the program
  erfd info lola15                                what it is made of, what is known, what is guessed
  erfd id lola15 --q 0,-30,60,0,45,0 --deg        torques that hold it there
  erfd lint my_robot.toml                         every problem of a robot file
  erfd convert puma560 -o puma560.urdf            DH table to URDF

`erfd VERB --help` shows options and examples of a verb. Results go to stdout, remarks to stderr.
Exit status: 0 fine, 1 a check said no, 2 wrong usage or bad input.)";

inline constexpr const char* robots_help =
    R"(Robots are files in the folders of $ERFD_ROBOTS and in those that come with the program.
Examples:
  erfd robots
  ERFD_ROBOTS=~/robots erfd robots --json)";

inline constexpr const char* info_help =
    R"(Shows bodies, frames, masses, limits, tools, drives, the sources of the numbers, open questions and
the findings of the linter.
Examples:
  erfd info lola15
  erfd info my_robot.urdf --json)";

inline constexpr const char* lint_help =
    R"(Prints file:line:column: severity: message [check]; docs/robot-file.md explains the checks.
Exit status: 0 no errors, 1 errors found (with --strict: or warnings), 2 a file cannot be read.
Examples:
  erfd lint my_robot.toml
  erfd lint robots/*.toml --strict)";

inline constexpr const char* convert_help =
    R"(DH rows, modified DH rows, screws and shapes become placements in a URDF. What a URDF cannot carry
is said on stderr. A file is written completely or not at all, and overwritten only with --force.
Examples:
  erfd convert lola15 --to urdf
  erfd convert arm.urdf -o arm.toml
  erfd convert lola15 --placement -o lola15_placement.toml)";

inline constexpr const char* id_help =
    R"(tau = H qdd + C qd + gravity + external, with external = -J^T w of the wrenches. Lists have one
number a joint, in file order. A free base puts in front of them: q = quaternion w,x,y,z and
position x,y,z; qd, qdd, tau = angular, then linear part, in axes of the base. Drives are not
included.
Examples:
  erfd id lola15
  erfd id lola15 --q 0,-30,60,0,45,0 --qd 40,40,40,60,60,90 --deg --inertia
  erfd id lola15 --payload 15,0,0,0.1 --wrench 0,0,-150,0,0,0
  erfd id planar2r --states motion.csv --csv torques.csv)";

inline constexpr const char* fd_help =
    R"(Solves H qdd = tau - C qd - gravity - external. Lists have one number a joint, in file order. A free
base puts in front of them: q = quaternion w,x,y,z and position x,y,z; qd, tau, qdd = angular, then
linear part, in axes of the base. Drives are not included.
Examples:
  erfd fd lola15                                  how it falls when nothing holds it
  erfd fd planar2r --q 30,-20 --deg --tau 5,1
  erfd fd planar2r --states torques.csv --json)";

inline constexpr const char* fk_help =
    R"(Positions in m, roll, pitch, yaw about the fixed axes x, y, z in deg, quaternion w, x, y, z. The
Jacobian gives angular, then linear velocity of the frame in world axes. A free base puts quaternion
w,x,y,z and position x,y,z in front of the joints.
Examples:
  erfd fk lola15 --q 0,-30,60,0,45,0 --deg
  erfd fk lola15 --all
  erfd fk lola15 --frame forearm --jacobian --json
  erfd fk lola15 --states motion.csv --csv path.csv)";

inline constexpr const char* drives_help =
    R"(Shows the transmission, the inertia of rotors and links as joints and motors feel it, the reserves
of speed and torque, and what contradicts itself. The workspace is tried at random positions within
the ranges of the joints, the same ones at every call.
Examples:
  erfd drives lola15
  erfd drives lola15 --payload 15,0,0,0.1
  erfd drives irb6 --json)";

inline constexpr const char* compare_help =
    R"(Runs every algorithm with numbers that count, in quad precision, and against the clock: M
multiplications, A additions, divisions and calls of sin and cos; ns a call; largest relative error.
Below stand the figures that the papers print for as many joints. --growth finds the order: exact
polynomials in the number of joints n, and the slope of log cost against log n.
Examples:
  erfd compare lola15
  erfd compare lola15 --task fd --kinematics given --no-timing
  erfd compare --growth --svg plots
  erfd compare --growth --to 12 --task id --json)";

}  // namespace erfd
