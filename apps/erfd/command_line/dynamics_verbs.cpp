// Verbs about single states and given motions: fk, ik, id, fd, drives, torque.
#include "command_line/command_line.hpp"
#include "command_line/shared_options.hpp"
#include "output/help.hpp"
#include "verbs/verbs.hpp"

namespace erfd {
namespace {

void dynamics_options(CLI::App& verb, DynamicsOptions& options, bool inverse) {
  robot_options(verb, options.robot);
  text(verb, "--q", options.state.q, "joint positions [rad or m], default 0", numbers_type);
  text(verb, "--qd", options.state.qd, "joint velocities [rad/s or m/s], default 0", numbers_type);
  if (inverse)
    text(verb, "--qdd", options.state.qdd, "joint accelerations [rad/s^2 or m/s^2], default 0",
         numbers_type);
  else
    text(verb, "--tau", options.state.tau, "joint torques or forces [N m or N], default 0",
         numbers_type);
  verb.add_flag("--deg", options.state.degrees, "angles in and out are in degrees, not radians");
  text(verb, "--states", options.state.states,
       "many states: .csv with heads like q1_rad, q_elbow_deg,\nor .json", "FILE");
  wrench_option(verb, options.state.wrenches);
  text(verb, "--algorithm", options.algorithm,
       inverse ? "how the torques are computed, default rnea;\nerfd compare lists the algorithms"
               : "how they are computed, default aba;\nerfd compare lists the algorithms",
       "NAME");
  text(verb, "--csv", options.csv, "write all states with q, qd, qdd, tau to a file", "FILE");
  verb.add_flag("--force", options.force,
                inverse ? "let --csv and --svg overwrite files" : "let --csv overwrite a file");
  json_flag(verb, options.json);
}

void add_fk(CommandLine& line) {
  auto [verb, options] =
      line.add<FkOptions>("fk", "Forward kinematics: where the frames are", run_fk);
  robot_argument(verb, options.robot.robot);
  without_option(verb, options.robot.without);
  reading_options(verb, options.robot);
  text(verb, "--q", options.state.q, "joint positions [rad or m], default 0", numbers_type);
  text(verb, "--states", options.state.states, "many states from a .csv or .json file", "FILE");
  verb.add_flag("--deg", options.state.degrees, "angles are given in degrees, not radians");
  text(verb, "--frame", options.frame, "body or tool to show; default: the first tool", "NAME");
  verb.add_flag("--all", options.all, "show every frame");
  verb.add_flag("--jacobian", options.jacobian, "show the geometric Jacobian, too");
  text(verb, "--csv", options.csv, "write states and poses as CSV, in SI units", "FILE");
  verb.add_flag("--force", options.force, "overwrite the file of --csv");
  json_flag(verb, options.json);
  verb.footer(fk_help);
}

void add_ik(CommandLine& line) {
  auto [verb, options] = line.add<IkOptions>(
      "ik", "Inverse kinematics: postures that bring a frame to a pose", run_ik);
  robot_argument(verb, options.robot.robot);
  without_option(verb, options.robot.without);
  reading_options(verb, options.robot);
  verb.add_option("--position-mm", options.position_mm, "of the frame in the world [mm]: x,y,z")
      ->required()
      ->type_name(numbers_type);
  verb.add_option("--orientation", options.orientation,
                  "of the frame in the world [deg]: a,b,c with\nR = Rz(a) Ry(b) Rx(c), or "
                  "rpy:roll,pitch,yaw,\nor quaternion:w,x,y,z")
      ->required()
      ->type_name(numbers_type);
  text(verb, "--frame", options.frame, "tool or flange to bring there; default: the first tool",
       "NAME");
  text(verb, "--near", options.near,
       "posture from which the nearest is chosen [deg or mm];\ndefault: home of the robot file, or "
       "0",
       numbers_type);
  json_flag(verb, options.json);
  verb.footer(ik_help);
}

void add_id(CommandLine& line) {
  auto [verb, options] =
      line.add<DynamicsOptions>("id", "Inverse dynamics: the torques of a motion", run_id);
  dynamics_options(verb, options, true);
  verb.add_flag("--inertia", options.inertia, "show the inertia matrix H");
  verb.add_flag("--coriolis", options.coriolis, "show the Coriolis matrix C");
  verb.add_flag("--reactions", options.reactions, "show the loads of the joints (bearings)");
  verb.add_flag("--energy", options.energy, "show energies and power");
  svg_option(verb, options.svg, "torques over the states of --states");
  verb.footer(id_help);
}

void add_fd(CommandLine& line) {
  auto [verb, options] = line.add<DynamicsOptions>(
      "fd", "Forward dynamics: the accelerations that torques cause", run_fd);
  dynamics_options(verb, options, false);
  verb.add_flag(
      "--drives", options.drives,
      "with the drives of the robot: rotors, couplings, friction;\n--tau is what the motors "
      "give at the joints");
  verb.footer(fd_help);
}

void add_drives(CommandLine& line) {
  auto [verb, options] = line.add<DrivesOptions>(
      "drives", "Motors and gears: inertias, reserves, contradictions", run_drives);
  robot_options(verb, options.robot);
  verb.add_option("--samples", options.samples, "positions to try in the workspace, default 2000")
      ->type_name("N");
  verb.add_flag("--rotors", options.rotors,
                "in place of all that: what reflected rotors leave\nout, against rotors as bodies");
  verb.add_flag(
      "--tune", options.tune,
      "gains of the motors' cascades, the poles that they give,\nand the table of a scenario "
      "with them");
  verb.add_option("--bandwidth", options.bandwidth,
                  "of --tune: of the position loops [1/s], default 20")
      ->type_name("W");
  verb.add_option("--ratio", options.ratio,
                  "of --tune: how often as fast each inner loop is,\ndefault 4")
      ->type_name("R");
  text(verb, "--program", options.program,
       "of --report: what the motors run; a program, the name of one\nthat comes with erfd, or a "
       "motion (.csv)",
       "FILE");
  text(verb, "--report", options.report,
       "write a page: torque over speed of every motor with the\noperating points of --program "
       "(HTML, needs nothing else)",
       "FILE");
  svg_option(verb, options.svg, "torque over speed of every motor");
  verb.add_flag("--force", options.force, "let --report and --svg overwrite files");
  json_flag(verb, options.json);
  verb.footer(drives_help);
}

void add_torque(CommandLine& line) {
  auto [verb, options] = line.add<TorqueOptions>(
      "torque", "What a motion asks of joints, motors and bearings, and why", run_torque);
  robot_options(verb, options.robot);
  verb.add_option("MOTION", options.motion,
                  ".csv with heads like time_s, q1_rad, q_elbow_deg,\nor .json")
      ->required()
      ->type_name("");
  wrench_option(verb, options.wrenches);
  text(verb, "-o,--out", options.out,
       "write all samples: torques, causes, loads;\n.csv, .npz (numpy) or .mcap by the name",
       "FILE");
  text(verb, "--report", options.report,
       "write a page with 3D view and plots (HTML, needs nothing\nelse)", "FILE");
  svg_option(verb, options.svg, "torques over time, by their causes");
  verb.add_flag("--force", options.force, "let --out, --report and --svg overwrite files");
  json_flag(verb, options.json);
  verb.footer(torque_help);
}

}  // namespace

void add_dynamics_verbs(CommandLine& line) {
  add_fk(line);
  add_ik(line);
  add_id(line);
  add_fd(line);
  add_drives(line);
  add_torque(line);
}

}  // namespace erfd
