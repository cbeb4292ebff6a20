// What the help of each verb says below its options.
#pragma once

namespace erfd {

inline constexpr const char* command_help = R"(Examples:
  erfd robots                                     robots that come with the program
  erfd info lola15                                what it is made of, what is known, what is guessed
  erfd id lola15 --q 0,-30,60,0,45,0 --deg        torques that hold it there
  erfd verify lola15 lola15_reference             can the robot do this program, and why not?
  erfd torque lola15 lift.csv --payload 15        torques of a motion, and their causes
  erfd lint my_robot.toml                         every problem of a robot file
  erfd convert puma560 -o puma560.urdf            DH table to URDF

`erfd help VERB` shows options and examples of a verb. Results go to stdout, remarks to stderr.
`-` in place of a file is standard input (ROBOT, PROGRAM, MOTION, --states) or output (--csv, --out,
--svg); what would be printed then goes to stderr.
Exit status: 0 fine, 1 a check said no, 2 wrong usage or bad input.)";

inline constexpr const char* help_help =
    R"(`erfd help VERB` and `erfd VERB --help` are the same.
Examples:
  erfd help
  erfd help verify)";

inline constexpr const char* doctor_help =
    R"(Versions, the page, the folders of robots and programs, erfd-compare, the instructions of the
engine; of what is missing, the cure.
Exit status: 0 nothing is missing, 1 something is.
Examples:
  erfd doctor
  erfd doctor --json)";

inline constexpr const char* completion_help =
    R"(Installed with erfd for bash, zsh and fish. From a build: put the script where your shell looks, or
load it into the running one. It completes verbs, options, names of robots and programs, and files.
Examples:
  source <(erfd completion bash)
  erfd completion zsh > ~/.zfunc/_erfd
  erfd completion fish > ~/.config/fish/completions/erfd.fish
  erfd completion programs)";

inline constexpr const char* man_help =
    R"(Installed with erfd: `man erfd`, `man erfd-verify`. The pages say what `erfd help` says.
Examples:
  erfd man verify | man -l -
  erfd man --folder man1)";

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
  erfd info lola15 --keys
  erfd info puma560 --base-parameters
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
  erfd convert lola15 --placement -o lola15_placement.toml
  erfd convert program lola15 pick.mod -o pick.src)";

inline constexpr const char* id_help =
    R"(tau = H qdd + C qd + gravity + external, with external = -J^T w of the wrenches. Lists have one
number a joint, in file order. A free base puts in front of them: q = quaternion w,x,y,z and
position x,y,z; qd, qdd, tau = angular, then linear part, in axes of the base. Drives are not
included: see erfd torque.
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

inline constexpr const char* torque_help =
    R"(Peak and root mean square of every joint and motor torque over a motion, and what the peak is needed
for: inertia, Coriolis, gravity, payload, external wrenches, rotors, friction (viscous, Coulomb,
load-dependent); largest bearing loads. Velocities and accelerations that the file does not give are
derivatives of a cubic spline, where less than a thousandth of the joint's largest velocity is rest.
The wrenches act all the time.
Examples:
  erfd torque lola15 lift.csv
  erfd torque lola15 lift.csv --payload 15 --out lift_torques.csv
  erfd torque lola15 lift.csv --wrench 0,0,-150,0,0,0 --out lift.mcap --json)";

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

inline constexpr const char* ik_help =
    R"(Arms with six revolute joints and a spherical wrist show every branch that reaches the pose: signs
of shoulder, elbow and wrist, the code that programs write, joint positions in deg or mm turned
towards --near, and which joint is beyond its range. Parallel robots are solved leg by leg, others
by iteration; with loops --near has the active joints.
Exit status: 0 reached, 1 no posture within the joints' ranges, 2 bad input.
Examples:
  erfd ik lola15 --position-mm 786.9329,402.9624,632.855 --orientation 15,-60,-175.03779
  erfd ik puma560 --position-mm 400,200,900 --orientation rpy:180,0,0 --near 0,90,-90,0,0,0
  erfd ik scara --position-mm 400,200,300 --orientation quaternion:0,1,0,0 --json)";

inline constexpr const char* reproduce_help =
    R"(What each of the five papers shows, what ERFD computes at this call, the printed number beside ours,
and the verdict: confirmed, corrected (right after a correction that is named), refuted, not
reproducible. Entries that are not computed name the tests that measure them.
Exit status: 0 every verdict is the one that the catalogue states, 1 one of them is not, 2 bad input.
Examples:
  erfd reproduce --list
  erfd reproduce kvrgic.table-1
  erfd reproduce szkodny --json
  erfd reproduce --report gallery.html)";

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

inline constexpr const char* linearise_help =
    R"(Small deviations from a state move as d/dt (dq, dqd) = A (dq, dqd) + B dtau. Prints the blocks of A
and B, exact to rounding, and the eigenvalues of A. Without --tau the state is held by its own
torques, so that the accelerations are zero. Motors and friction are not part of it.
Examples:
  erfd linearise lola15 --at 0,30,-20,0,45,0 --deg
  erfd linearise planar2r --at 1.5708,0 --json)";

inline constexpr const char* generate_help =
    R"(Writes one file that needs nothing: functions of this robot as straight lists of operations,
without branches, memory or state, from inertias regrouped along the joints. The file says its
conventions and checks itself: compiled with -DERFD_SELF_TEST it is a program that ends with 0 if
all results are right. Motors and friction are not part of it. --count shows what each way of
shortening brings.
Examples:
  erfd generate lola15 --out lola15.c
  erfd generate puma560 --function H,fk,jacobian --language python
  erfd generate irb140 --function gravity --language latex --out irb140.tex
  erfd generate lola15 --function id,fd --count)";

inline constexpr const char* sweep_help =
    R"(STUDY says which numbers of robot, program or options are not known, how they spread, and what is done
with each of them. Every job that is done is kept in the folder at once: a study that is stopped, killed
or started again goes on where it was, and its results are the same. Under mpirun, srun or in a Slurm
array every process takes its part. Writes results.csv and report.html when all jobs are done.
docs/study-file.md explains the file.
Exit status: 0 all jobs are done, 1 some are not, 2 bad input.
Examples:
  erfd sweep examples/studies/tolerances.toml
  erfd sweep study.toml --threads 2 --out results
  erfd sweep study.toml --shard 1/4
  mpirun -n 4 erfd sweep study.toml --threads 1
  erfd sweep study.toml --collect --cases 3)";

inline constexpr const char* plan_help =
    R"(Reads an L-IRL program and plans the motion that it asks for: geometry first, then time, then one
posture a cycle of the controller. Whether the motors can do it: see erfd verify. PROGRAM is a file,
or the name of a program that comes with erfd. docs/program-language.md and docs/planner.md explain
both.
Exit status: 0 planned, 1 something cannot be reached, 2 the program cannot be used.
Examples:
  erfd plan lola15 lola15_reference
  erfd plan lola15 my_program.irl --smoothed --csv motion.csv
  erfd plan centrifuge3 profile.toml     what the pilot feels: docs/g-profile.md)";

inline constexpr const char* simulate_help =
    R"(Moves a robot through time as a scenario file says: initial state, drives with friction and motor
limits, a control law with its reference or torques or currents, changes of payload, wrenches.
Prints where the energy went, whether the sums add up, friction events, limits of motors that were
reached, the final state. A run that is killed leaves NAME.part and NAME.checkpoint.json; --resume
goes on with them, and the samples are the same as without the break.
Exit status: 0 completed, 1 the run stopped (NaN, singular, too many steps), 2 bad input.
Examples:
  erfd simulate examples/scenarios/falling_arm.toml
  erfd simulate scenario.toml --duration 5 --out run.mcap
  erfd simulate scenario.toml --reference my_program.irl
  erfd simulate scenario.toml --out run.mcap --resume
  erfd simulate scenario.toml --report run.html
  erfd simulate scenario.toml --live)";

inline constexpr const char* verify_help =
    R"(Plans a program, moves the robot through it cycle by cycle with what its motors can give, and says
of each move whether it is achievable, which limit of which axis decides, when, by how much, and
why. PROGRAM is a file, the name of a program that comes with erfd, or a recorded motion: a *.csv
of positions over time, judged as it is. docs/verdict.md explains the answer.
Exit status: 0 achievable, 1 not achievable, 2 the program or the robot cannot be used.
Examples:
  erfd verify lola15 lola15_reference
  erfd verify lola15 my_program.irl --report verdict.html
  erfd verify lola15 my_program.irl --payload 10,0,0,0.1 --json
  erfd verify lola15 my_program.irl --csv motion
  erfd verify lola15 recorded.csv)";

inline constexpr const char* size_help =
    R"(For each motor: the most torque, speed and power that the programs ask for, their root mean square over the
program that asks for most, the share of what the motor can give, and the inertia of links and load to that of the rotor.
With --motors, for each motor of the robot the smallest motor of a catalogue that would do with the gear that is there,
and with another ratio (a quarter to four times the present one; 10 to 320 where the robot file has no gear);
friction stays that of the place. How much the robot could carry over its reach: held at rest in every posture that was
tried, and moved by the programs. Cycles with jumps of speed are left out.
Exit status: 0 sized, 2 bad input.
Examples:
  erfd size lola15 pick_and_place
  erfd size lola15 pick_and_place palletise --motors examples/motors/servos.toml --reserve 20%
  erfd size lola15 pick_and_place --motors examples/motors/servos.toml --report sizes.html)";

inline constexpr const char* optimise_help =
    R"(PROGRAM is a path or a program. A path is a *.csv with rows of joint positions (columns q1_rad … or
q_NAME_deg …): looks for the fastest motion from rest to rest along the natural cubic spline
through them. All limits of motors and joints hold, with friction, rotors and coupling; torque_max
and speed_max of joints serve where a robot has no drives. Says what binds where and what more of
it would gain, samples the motion for the controller, and verifies the samples.
Of a program says what would work: for each run between two stops the largest share of its speed,
and the least time on its path. docs/algorithms/time-optimal.md explains the method.
Exit status: 0 found and verified, or the program is achievable, 1 not so, 2 bad input.
Examples:
  erfd optimise puma560 path.csv
  erfd optimise puma560 path.csv -o fastest.csv && erfd verify puma560 fastest.csv
  erfd optimise lola15 path.csv --payload 10 --period 0.004 --json
  erfd optimise lola15 pick_and_place)";

inline constexpr const char* repair_help =
    R"(Of a program that is beyond a limit lists what would cure it, each computed and proven by reading,
planning and verifying it anew, with what it costs in cycle time: other speeds, accelerations and
blends in its lines, smoothed turning, stronger motors, other gears, a smaller payload, another place
of the targets. Shows the difference to the repaired text, in which nothing else changes; --apply or
--out write it. docs/repair.md explains what is looked for, and in which sense it is the least.
Exit status: 0 achievable, or cured in its own lines, 1 not so, 2 bad input.
Examples:
  erfd repair lola15 my_program.irl
  erfd repair lola15 my_program.irl --apply
  erfd repair lola15 pick_and_place --payload 60 -o repaired.irl
  erfd repair lola15 lola15_reference --json)";

inline constexpr const char* serve_help =
    R"(Prints an address with a token on stderr; open it in a browser on this computer. Without the token
it tells nothing, and other computers cannot connect, unless --remote lets them watch: over TLS, by
a certificate and a token of their own. Ctrl-C ends the server. docs/server.md explains what is
protected and how, docs/live-protocol.md how a controller sends its samples and how the live view
knows the program that it runs.
Examples:
  erfd serve lola15 lola15_reference
  erfd serve lola15 lola15_reference --live
  erfd serve lola15 my_program.irl --folder programs
  erfd serve --live
  erfd serve lola15 --live --live-socket /run/user/1000/erfd)";

}  // namespace erfd
