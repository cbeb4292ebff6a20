// All options of the command. The only file that sees CLI11, whose header takes seconds to compile.
#include "cli.hpp"

#include "erfd/base/diagnostics.hpp"
#include "erfd/base/numbers.hpp"

#include "input/standard_input.hpp"
#include "output/help.hpp"
#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <algorithm>
#include <exception>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace erfd {
namespace {

constexpr int help_column = 28;
constexpr const char* numbers_type = "N,N,...";

/// Of `erfd help`, which only this file can answer.
struct HelpOptions {
  std::optional<std::string> verb;
};

/// What every verb has.
struct GeneralOptions {
  bool quiet = false;
  std::string color = "auto";
};

struct AllOptions {
  GeneralOptions general;
  HelpOptions help;
  InfoOptions info;
  LintOptions lint;
  ConvertOptions convert;
  DynamicsOptions id, fd;
  TorqueOptions torque;
  FkOptions fk;
  DrivesOptions drives;
  IkOptions ik;
  CompareOptions compare;
  GenerateOptions generate;
  LineariseOptions linearise;
  OptimiseOptions optimise;
  PlanOptions plan;
  VerifyOptions verify;
  SimulateOptions simulate;
  RobotsOptions robots;
  ServeOptions serve;
  DoctorOptions doctor;
  CompletionOptions completion;
  ManOptions man;
};

/// Says its bounds in the error alone, not in the help.
CLI::Validator port_number() { return CLI::Range(0, 65535).description(""); }

CLI::Option* text(CLI::App& verb, const std::string& name, std::optional<std::string>& target,
                  const std::string& help, const std::string& type = "TEXT") {
  return verb.add_option(name, target, help)->type_name(type);
}

void robot_argument(CLI::App& verb, std::string& robot) {
  verb.add_option("ROBOT", robot, "name of a known robot, or path of a .toml or .urdf file")
      ->required()
      ->type_name("");
}

void without_option(CLI::App& verb, std::optional<std::string>& without) {
  text(verb, "--without", without,
       "parts of the file that may be left out: loops, which\nnot every verb computes, elastic or "
       "both",
       "PARTS");
}

void set_option(CLI::App& verb, std::vector<std::string>& settings) {
  verb.add_option(
          "--set", settings,
          "a key of the robot file, as drive.motor2.ratio=80; may be\nrepeated; erfd info ROBOT "
          "--keys lists the keys")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

/// Besides: what is asked of the robot.
void set_option_of_program(CLI::App& verb, std::vector<std::string>& settings) {
  set_option(verb, settings);
  verb.get_option("--set")->description(
      "a key of the robot file, as drive.motor2.ratio=80, or\ninput.ok=true, line.28.speed=60%, "
      "option.period=0.004;\nmay be repeated");
}

void json_flag(CLI::App& verb, bool& json) {
  verb.add_flag("--json", json, "print JSON, in SI units");
}

void robot_options(CLI::App& verb, RobotOptions& robot,
                   void (*settings)(CLI::App&, std::vector<std::string>&) = set_option) {
  robot_argument(verb, robot.robot);
  text(verb, "--tool", robot.tool, "tool to use, with its payload; default: the first of the file",
       "NAME");
  text(verb, "--payload", robot.payload, "point mass in the tool frame: mass_kg[,x_m,y_m,z_m]",
       numbers_type);
  text(verb, "--gravity", robot.gravity, "gravity in world axes [m/s^2]: gx,gy,gz", numbers_type);
  without_option(verb, robot.without);
  settings(verb, robot.settings);
}

void wrench_option(CLI::App& verb, std::vector<std::string>& wrenches) {
  verb.add_option("--wrench", wrenches,
                  "of the environment on the robot, world axes:\nfx,fy,fz,nx,ny,nz[@frame] in N "
                  "and N m, default: at the tool")
      ->type_name("W")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

void svg_option(CLI::App& verb, std::optional<std::string>& svg, const std::string& what) {
  text(verb, "--svg", svg, "write a figure: " + what, "FILE");
}

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

void add_info(CLI::App& app, InfoOptions& options) {
  CLI::App& verb =
      *app.add_subcommand("info", "What a robot is made of, and how much of it is known");
  robot_argument(verb, options.robot);
  verb.add_flag("--keys", options.keys, "list the keys that --set takes, with their values");
  verb.add_flag("--base-parameters", options.base_parameters,
                "the inertial parameters that its motion depends on,\nand what is added to what");
  set_option(verb, options.settings);
  json_flag(verb, options.json);
  verb.footer(info_help);
}

void add_lint(CLI::App& app, LintOptions& options) {
  CLI::App& verb =
      *app.add_subcommand("lint", "Every problem of robot files, with file:line:column");
  verb.add_option("FILE", options.files, "robot files or names of known robots")
      ->required()
      ->type_name("");
  verb.add_flag("--strict", options.strict, "warnings fail, too");
  json_flag(verb, options.json);
  verb.footer(lint_help);
}

void add_convert(CLI::App& app, ConvertOptions& options) {
  CLI::App& verb = *app.add_subcommand("convert", "Robot files from TOML to URDF and back");
  robot_argument(verb, options.robot);
  text(verb, "-o,--out", options.out, "file to write; without it the text goes to stdout", "FILE");
  text(verb, "--to", options.to, "toml or urdf; default: by the name of the file, or the other one",
       "FORMAT");
  verb.add_flag("--placement", options.placement,
                "write TOML with placements instead of DH rows and screws");
  set_option(verb, options.settings);
  verb.add_flag("--force", options.force, "overwrite the file");
  verb.footer(convert_help);
}

void add_id(CLI::App& app, DynamicsOptions& options) {
  CLI::App& verb = *app.add_subcommand("id", "Inverse dynamics: the torques of a motion");
  dynamics_options(verb, options, true);
  verb.add_flag("--inertia", options.inertia, "show the inertia matrix H");
  verb.add_flag("--coriolis", options.coriolis, "show the Coriolis matrix C");
  verb.add_flag("--reactions", options.reactions, "show the loads of the joints (bearings)");
  verb.add_flag("--energy", options.energy, "show energies and power");
  svg_option(verb, options.svg, "torques over the states of --states");
  verb.footer(id_help);
}

void add_fd(CLI::App& app, DynamicsOptions& options) {
  CLI::App& verb =
      *app.add_subcommand("fd", "Forward dynamics: the accelerations that torques cause");
  dynamics_options(verb, options, false);
  verb.footer(fd_help);
}

void add_torque(CLI::App& app, TorqueOptions& options) {
  CLI::App& verb =
      *app.add_subcommand("torque", "What a motion asks of joints, motors and bearings, and why");
  robot_options(verb, options.robot);
  verb.add_option("MOTION", options.motion,
                  ".csv with heads like time_s, q1_rad, q_elbow_deg,\nor .json")
      ->required()
      ->type_name("");
  wrench_option(verb, options.wrenches);
  text(verb, "-o,--out", options.out,
       "write all samples: torques, causes, loads;\n.csv, .npz (numpy) or .mcap by the name",
       "FILE");
  svg_option(verb, options.svg, "torques over time, by their causes");
  verb.add_flag("--force", options.force, "let --out and --svg overwrite files");
  json_flag(verb, options.json);
  verb.footer(torque_help);
}

void add_fk(CLI::App& app, FkOptions& options) {
  CLI::App& verb = *app.add_subcommand("fk", "Forward kinematics: where the frames are");
  robot_argument(verb, options.robot.robot);
  without_option(verb, options.robot.without);
  set_option(verb, options.robot.settings);
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

void add_drives(CLI::App& app, DrivesOptions& options) {
  CLI::App& verb =
      *app.add_subcommand("drives", "Motors and gears: inertias, reserves, contradictions");
  robot_options(verb, options.robot);
  verb.add_option("--samples", options.samples, "positions to try in the workspace, default 2000")
      ->type_name("N");
  svg_option(verb, options.svg, "torque over speed of every motor");
  verb.add_flag("--force", options.force, "let --svg overwrite a file");
  json_flag(verb, options.json);
  verb.footer(drives_help);
}

void add_ik(CLI::App& app, IkOptions& options) {
  CLI::App& verb =
      *app.add_subcommand("ik", "Inverse kinematics: postures that bring a frame to a pose");
  robot_argument(verb, options.robot.robot);
  without_option(verb, options.robot.without);
  set_option(verb, options.robot.settings);
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

void add_compare(CLI::App& app, CompareOptions& options) {
  CLI::App& verb =
      *app.add_subcommand("compare", "All algorithms: operations, time, error, growth");
  text(verb, "ROBOT", options.robot, "name of a known robot, or path of a .toml or .urdf file", "");
  without_option(verb, options.without);
  set_option(verb, options.settings);
  verb.add_flag("--growth", options.growth, "no robot: chains of 2, 3, ... joints instead");
  verb.add_option("--to", options.up_to, "joints of the longest chain of --growth, default 40")
      ->type_name("N");
  verb.add_option("--task", options.task, "id, h, fd or all (default)")->type_name("TASK");
  verb.add_option("--rule", options.rule,
                  "without-trivial (default): no operations with\nconstant 0 and 1, none among "
                  "constants; as-written:\nall that is executed")
      ->type_name("RULE");
  verb.add_option("--kinematics", options.kinematics,
                  "counted (default), or given: the poses of the\nbodies cost nothing")
      ->type_name("HOW");
  verb.add_option("--states", options.states,
                  "random states for the error against quad precision,\ndefault 100; 0 leaves "
                  "the errors out")
      ->type_name("N");
  verb.add_flag("--no-timing", options.no_timing, "leave the times out");
  text(verb, "--svg", options.svg, "write plots into this folder", "DIR");
  verb.add_flag("--force", options.force, "let --svg overwrite files");
  json_flag(verb, options.json);
  verb.footer(compare_help);
}

void add_linearise(CLI::App& app, LineariseOptions& options) {
  CLI::App& verb = *app.add_subcommand(
      "linearise", "The robot as a linear system about a state: A, B, eigenvalues");
  robot_options(verb, options.robot);
  text(verb, "--at", options.state.q, "joint positions [rad or m], default 0", numbers_type);
  text(verb, "--qd", options.state.qd, "joint velocities [rad/s or m/s], default 0", numbers_type);
  text(verb, "--tau", options.state.tau,
       "joint torques or forces [N m or N]; default: those that\nhold the state", numbers_type);
  verb.add_flag("--deg", options.state.degrees, "angles in and out are in degrees, not radians");
  json_flag(verb, options.json);
  verb.footer(linearise_help);
}

void add_generate(CLI::App& app, GenerateOptions& options) {
  CLI::App& verb = *app.add_subcommand(
      "generate", "Fast code of one robot: C, C++, Matlab, Python; formulas in LaTeX");
  robot_options(verb, options.robot);
  verb.add_option("--function", options.functions,
                  "id,fd,H,bias,gravity,fk,jacobian,regressor: one or\nmore of them; default id,fd")
      ->type_name("NAMES");
  verb.add_option("--language", options.language, "default c")
      ->type_name("c|c++|matlab|python|latex");
  verb.add_flag("--float", options.single_precision, "float in place of double, in C and C++");
  verb.add_flag("--batch", options.batch, "C and C++: also functions for arrays of states");
  text(verb, "--name", options.name, "of the functions: NAME_id; default: the robot's", "NAME");
  verb.add_flag("--count", options.count, "no code: its operations, pass by pass");
  text(verb, "--out", options.out, "write into a file; default: standard output", "FILE");
  verb.add_flag("--force", options.force, "let --out overwrite a file");
  json_flag(verb, options.json);
  verb.footer(generate_help);
}

void program_options(CLI::App& verb, ProgramOptions& options) {
  robot_options(verb, options.robot, set_option_of_program);
  verb.add_option("PROGRAM", options.program,
                  "L-IRL, RAPID or KRL file, folder of a controller's backup,\nor name of a "
                  "program that comes with erfd")
      ->required()
      ->type_name("");
  text(verb, "--orientation", options.orientation,
       "what three angles of the program mean:\nzyx, Rz(a) Ry(b) Rx(c), or ori_lola, Ry(-b) Rz(c) "
       "Rx(a);\ndefault: what the robot file says",
       "NAME");
  verb.add_option("--input", options.inputs,
                  "value that the program asks for from outside:\nok=true, count=3, height=12.5")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
  verb.add_option("--with", options.more, "further file or folder of a RAPID or KRL program")
      ->type_name("FILE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
  verb.add_option("--entry", options.entry, "routine that a RAPID or KRL program begins with")
      ->type_name("NAME");
  verb.add_option("--cycles", options.cycles,
                  "how often an endless loop of a RAPID or KRL program\nis run, default 1")
      ->type_name("N");
  text(verb, "--wrench", options.wrench,
       "of the environment on the tool where the program names\nnone, world axes: "
       "fx,fy,fz,nx,ny,nz in "
       "N and N m",
       numbers_type);
  verb.add_option("--period", options.period,
                  "cycle of the controller [s]; default: of the robot file")
      ->type_name("T");
  verb.add_option_function<std::string>(
          "--speed",
          [&options](const std::string& share) {
            options.speed_scale = parse_share("--speed", share);
          },
          "override, as on a teach pendant: the same motion in\nother time, as 60%; default 100%")
      ->type_name("SHARE");
  verb.add_option("--jerk-time", options.jerk_time,
                  "ptp moves: time to full acceleration [s]; default 0,\nat once")
      ->type_name("T");
  verb.add_flag(
      "--smoothed", options.smoothed,
      "where moves join at speed (c_speed), let the tool's\nturning speed change smoothly, not at "
      "once");
  verb.add_flag("--fly-corners", options.fly_corners,
                "go through corners marked c_speed at speed, not by\nway of a stop");
}

void add_plan(CLI::App& app, PlanOptions& options) {
  CLI::App& verb = *app.add_subcommand("plan", "The motion that a robot program asks for");
  program_options(verb, options.program);
  text(verb, "--csv", options.csv, "write the postures of all cycles, in SI units", "FILE");
  verb.add_flag("--force", options.force, "let --csv overwrite a file");
  json_flag(verb, options.json);
  verb.footer(plan_help);
}

void add_optimise(CLI::App& app, OptimiseOptions& options) {
  CLI::App& verb =
      *app.add_subcommand("optimise", "The fastest motion along a path, and what holds it back");
  program_options(verb, options.program);
  text(verb, "-o,--out", options.out,
       "of a path: write the samples (CSV), as `erfd verify` reads them", "FILE");
  svg_option(verb, options.svg,
             "speed along the path and torques of\nthe motors within their limits");
  verb.add_flag("--force", options.force, "let --out and --svg overwrite files");
  json_flag(verb, options.json);
  verb.footer(optimise_help);
}

void add_verify(CLI::App& app, VerifyOptions& options) {
  CLI::App& verb =
      *app.add_subcommand("verify", "Can the robot do what a program asks, and why not?");
  program_options(verb, options.program);
  verb.add_option("--gain", options.position_gain,
                  "how quickly an axis catches up [1/s], default 20;\n0: never, as published")
      ->type_name("K");
  verb.add_option("--shortfall", options.shortfall,
                  "what a motor at its limit means for the others:\nconsistent (default), mixed, "
                  "full, as_printed (docs/drives.md)")
      ->type_name("NAME");
  verb.add_option("--actuators", options.actuator_model,
                  "equations of motors and gears: corrected (default)\nor as_published")
      ->type_name("NAME");
  text(verb, "--report", options.report, "write a page with plots (HTML, needs nothing else)",
       "FILE");
  text(verb, "--csv", options.csv, "write asked.csv and achieved.csv, in SI units", "DIR");
  svg_option(verb, options.svg, "torques of the motors, asked and\nachieved, with their limits");
  verb.add_flag("--force", options.force, "let --csv, --report and --svg overwrite files");
  json_flag(verb, options.json);
  verb.footer(verify_help);
}

void add_simulate(CLI::App& app, SimulateOptions& options) {
  CLI::App& verb =
      *app.add_subcommand("simulate", "The robot with its drives in time, and an audit of the run");
  verb.add_option("SCENARIO", options.scenario, "scenario file, docs/scenario-file.md")
      ->required()
      ->type_name("");
  verb.add_option("--duration", options.duration, "length of the run [s]; default: of the scenario")
      ->type_name("T");
  without_option(verb, options.without);
  set_option(verb, options.settings);
  text(verb, "--reference", options.reference,
       "what the controller follows: a program (.irl, or the name of\none that comes with erfd) or "
       "a motion "
       "(.csv, .json);\ndefault: of the scenario",
       "FILE");
  text(verb, "--integrator", options.integrator,
       "dopri5, implicit, rk4 or paper;\ndefault: of the scenario", "NAME");
  text(verb, "-o,--out", options.out,
       "write the samples: .csv, .npz (numpy) or .mcap by the name;\ndefault: of the scenario",
       "FILE");
  text(verb, "--report", options.report,
       "write a page with 3D view and plots (HTML, needs nothing\nelse)", "FILE");
  svg_option(verb, options.svg, "positions and torques over time");
  verb.add_flag("--force", options.force, "let --out, --report and --svg overwrite files");
  verb.add_option("--live", options.live,
                  "send the samples in real time to `erfd serve --live`;\nPORT on 127.0.0.1, "
                  "default 6560")
      ->option_text("[PORT]")
      ->expected(0, 1)
      ->default_str("6560")
      ->check(CLI::Range(1, 65535));
  verb.add_option("--live-speed", options.live_speed,
                  "simulated seconds a second of --live, default 1")
      ->type_name("K");
  verb.add_flag("--resume", options.resume, "go on with a run that was broken off");
  verb.add_option("--checkpoint", options.checkpoint_period,
                  "time between checkpoints by the clock [s], default 2")
      ->type_name("T");
  json_flag(verb, options.json);
  verb.footer(simulate_help);
}

void add_robots(CLI::App& app, RobotsOptions& options) {
  CLI::App& verb = *app.add_subcommand("robots", "The robots that can be called by name");
  json_flag(verb, options.json);
  verb.footer(robots_help);
}

void add_serve(CLI::App& app, ServeOptions& options) {
  CLI::App& verb =
      *app.add_subcommand("serve", "Studio and live view in the browser, on this computer only");
  text(verb, "ROBOT", options.robot, "name of a known robot, or path of a .toml or .urdf file", "");
  text(verb, "PROGRAM", options.program,
       "L-IRL file, or name of a program that comes with erfd: verified at once", "");
  without_option(verb, options.without);
  text(verb, "--folder", options.folder, "where programs are opened and saved; default: nowhere",
       "DIR");
  verb.add_option("--port", options.port, "port of the page; default: a free one")
      ->type_name("N")
      ->check(port_number());
  verb.add_flag("--live", options.live, "listen for samples of a running robot");
  verb.add_option("--live-port", options.live_port,
                  "TCP port on 127.0.0.1 for samples, default 6560")
      ->type_name("N")
      ->check(port_number());
  text(verb, "--live-socket", options.live_socket,
       "Unix socket for samples, for this user only,\nin place of the port", "FILE");
  verb.add_option("--allow-origin", options.allowed_origins,
                  "page of a viewer that may open /foxglove,\nsuch as https://app.foxglove.dev")
      ->type_name("URL");
  verb.footer(serve_help);
}

void add_doctor(CLI::App& app, DoctorOptions& options) {
  CLI::App& verb = *app.add_subcommand("doctor", "What this erfd is made of, and what it lacks");
  json_flag(verb, options.json);
  verb.footer(doctor_help);
}

void add_completion(CLI::App& app, CompletionOptions& options) {
  CLI::App& verb = *app.add_subcommand("completion", "A script that completes erfd in a shell");
  verb.add_option("SHELL", options.what,
                  "the shell; or robots, programs: the names that can be given")
      ->required()
      ->type_name("bash|zsh|fish|robots|programs");
  verb.footer(completion_help);
}

void add_man(CLI::App& app, ManOptions& options) {
  CLI::App& verb = *app.add_subcommand("man", "The help as pages for man");
  text(verb, "VERB", options.verb, "whose page is printed; default: that of the command", "");
  text(verb, "--folder", options.folder, "write the pages of all verbs", "DIR");
  verb.add_flag("--force", options.force, "let --folder overwrite files");
  verb.footer(man_help);
}

void add_help(CLI::App& app, HelpOptions& options) {
  CLI::App& verb = *app.add_subcommand("help", "What the command can do, or one of its verbs");
  text(verb, "VERB", options.verb, "whose options and examples are shown; default: all verbs", "");
  verb.footer(help_help);
}

void general_options(CLI::App& verb, GeneralOptions& options) {
  verb.add_flag("--quiet", options.quiet, "no remarks and no progress on stderr, errors alone");
  verb.add_option("--color", options.color, "colours; auto: on a terminal without $NO_COLOR")
      ->type_name("auto|always|never");
}

void declare(CLI::App& app, AllOptions& options) {
  app.name("erfd");
  app.set_version_flag("--version", std::string("erfd ") + ERFD_VERSION);
  app.get_formatter()->column_width(help_column);
  app.get_formatter()->label("REQUIRED", "");
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  add_robots(app, options.robots);
  add_info(app, options.info);
  add_lint(app, options.lint);
  add_convert(app, options.convert);
  add_fk(app, options.fk);
  add_ik(app, options.ik);
  add_id(app, options.id);
  add_fd(app, options.fd);
  add_drives(app, options.drives);
  add_torque(app, options.torque);
  add_compare(app, options.compare);
  add_generate(app, options.generate);
  add_linearise(app, options.linearise);
  add_plan(app, options.plan);
  add_verify(app, options.verify);
  add_optimise(app, options.optimise);
  add_simulate(app, options.simulate);
  add_serve(app, options.serve);
  add_doctor(app, options.doctor);
  add_completion(app, options.completion);
  add_man(app, options.man);
  add_help(app, options.help);
  general_options(app, options.general);
  for (CLI::App* verb : app.get_subcommands({})) {
    verb->group("Verbs");
    general_options(*verb, options.general);
  }
  app.require_subcommand(1);
  app.footer(command_help);
}

/// "erfd id" once the verb is known.
std::string called(const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  return verbs.empty() ? "erfd" : "erfd " + verbs.front()->get_name();
}

std::string cure(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest_word(word, known);
  return near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
}

std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

ManualOption described(const CLI::Option& option) {
  ManualOption entry;
  for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
  if (option.get_positional()) entry.names = {option.get_name(true)};
  const std::string type = option.get_type_name();  // behind a colon CLI11 says what it checks
  entry.value =
      option.get_option_text().empty() ? type.substr(0, type.find(':')) : option.get_option_text();
  if (option.get_items_expected_max() == 0) entry.value.clear();
  entry.text = option.get_description();
  entry.optional = !option.get_required();
  entry.many = option.get_positional() && option.get_items_expected_max() > 1;
  return entry;
}

ManualVerb described(const CLI::App& verb) {
  ManualVerb entry{verb.get_name(), verb.get_description(), {}, {}, verb.get_footer()};
  for (const CLI::Option* option : verb.get_options())
    (option->get_positional() ? entry.arguments : entry.options).push_back(described(*option));
  return entry;
}

/// All that CLI11 was told, for man pages and completions.
Manual manual_of(const CLI::App& app) {
  Manual manual{std::string("erfd ") + ERFD_VERSION, described(app), {}};
  manual.command.arguments = {{{"VERB"}, "", "what to do; see below", false}};
  for (const CLI::App* verb : app.get_subcommands({})) manual.verbs.push_back(described(*verb));
  return manual;
}

/// `erfd help VERB` is `erfd VERB --help`.
int run_help(CLI::App& app, const HelpOptions& options) {
  const std::vector<std::string> known = verbs_of(app);
  if (options.verb && std::find(known.begin(), known.end(), *options.verb) == known.end())
    throw Error(fmt::format("unknown verb '{}'{}; verbs: {}", *options.verb,
                            cure(*options.verb, known), fmt::join(known, ", ")));
  app.clear();  // CLI11 shows the help of the verb that was called
  print_help(options.verb ? app.get_subcommand(*options.verb)->help(app.get_name()) : app.help(),
             help_column);
  return exit_fine;
}

int run(CLI::App& app, const AllOptions& options) {
  if (app.got_subcommand("info")) return run_info(options.info);
  if (app.got_subcommand("lint")) return run_lint(options.lint);
  if (app.got_subcommand("convert")) return run_convert(options.convert);
  if (app.got_subcommand("id")) return run_id(options.id);
  if (app.got_subcommand("fd")) return run_fd(options.fd);
  if (app.got_subcommand("torque")) return run_torque(options.torque);
  if (app.got_subcommand("fk")) return run_fk(options.fk);
  if (app.got_subcommand("drives")) return run_drives(options.drives);
  if (app.got_subcommand("plan")) return run_plan(options.plan);
  if (app.got_subcommand("optimise")) return run_optimise(options.optimise);
  if (app.got_subcommand("verify")) return run_verify(options.verify);
  if (app.got_subcommand("simulate")) return run_simulate(options.simulate);
  if (app.got_subcommand("serve")) return run_serve(options.serve);
  if (app.got_subcommand("ik")) return run_ik(options.ik);
  if (app.got_subcommand("compare")) return run_compare(options.compare);
  if (app.got_subcommand("generate")) return run_generate(options.generate);
  if (app.got_subcommand("linearise")) return run_linearise(options.linearise);
  if (app.got_subcommand("doctor")) return run_doctor(options.doctor);
  if (app.got_subcommand("completion")) return run_completion(manual_of(app), options.completion);
  if (app.got_subcommand("man")) return run_man(manual_of(app), options.man);
  if (app.got_subcommand("help")) return run_help(app, options.help);
  return run_robots(options.robots);
}

/// The options of a verb that are given as "-", by their names.
std::vector<std::string> given_as_standard_stream(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& value : option->results())
      if (value == standard_stream) names.push_back(option->get_name());
  return names;
}

/// Takes standard input for the argument that is "-", and gives standard output to the file that is.
/// @throws Error if one of them is wanted twice.
void connect_standard_streams(const CLI::App& verb, Manners& manners) {
  std::vector<std::string> in, out;
  for (const std::string& name : given_as_standard_stream(verb)) {
    const auto is_one_of = [&](std::initializer_list<const char*> names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (is_one_of({"ROBOT", "PROGRAM", "MOTION", "FILE", "--states"})) in.push_back(name);
    if (is_one_of({"--csv", "--out", "--svg"})) out.push_back(name);
  }
  const auto refuse_two = [](const std::vector<std::string>& names, const char* what) {
    if (names.size() > 1)
      throw Error(fmt::format("'-' is given for {}, expected for one: {} once",
                              fmt::join(names, " and "), what));
  };
  refuse_two(in, "standard input can be read");
  if (!in.empty() &&
      (verb.get_name() == "serve" || verb.get_name() == "compare" || verb.get_name() == "generate"))
    throw Error(fmt::format("{}: found '-', expected a name or a file", in.front()));
  refuse_two(out, "standard output can be written");
  if (!out.empty() && out.front() == (verb.get_name() == "verify"    ? "--csv"
                                      : verb.get_name() == "compare" ? "--svg"
                                                                     : ""))
    throw Error(
        fmt::format("{}: found '-', expected a folder: several files are written", out.front()));
  if (!out.empty() && verb.get_name() != "convert") {
    if (verb.count("--json") > 0)
      throw Error(
          fmt::format("{} -: found together with --json, which is printed there, too; "
                      "name a file",
                      out.front()));
    manners.stdout_taken = true;
  }
  if (!in.empty()) take_standard_input();
}

std::optional<bool> colour_of(const std::string& word) {
  if (word == "auto") return std::nullopt;
  if (word == "always" || word == "never") return word == "always";
  throw Error(fmt::format("--color: found '{}', expected auto, always or never", word));
}

/// A program from standard input is a text with a name.
void take_program(ProgramOptions& options) {
  if (options.program != standard_stream) return;
  options.program = standard_input_name;
  options.program_text = standard_input();
}

/// What CLI11 found wrong, in our words where a likely slip can be named.
std::string complaint(CLI::App& app, const CLI::ParseError& error) {
  const auto verbs = app.get_subcommands();
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) return error.what();
  std::vector<std::string> known;
  if (verbs.empty())
    known = verbs_of(app);
  else
    for (const CLI::Option* option : verbs.front()->get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  const char* what = extras.front().starts_with('-') ? "option"
                     : verbs.empty()                 ? "verb"
                                                     : "argument";
  return fmt::format("unknown {} '{}'{}", what, extras.front(), cure(extras.front(), known));
}

int report(CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    std::ostringstream help, ignored;
    app.exit(error, help, ignored);
    print_help(help.str(), help_column);
    return exit_fine;
  }
  tell(fmt::format("{}: {}", called(app), complaint(app, error)));
  tell(fmt::format("`{} --help` shows what is possible", called(app)));
  return exit_bad_input;
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  CLI::App app{"Robot dynamics: what will this robot really do?"};
  try {
    AllOptions options;
    declare(app, options);
    if (argc < 2) {
      print_help(app.help(), help_column);
      return exit_fine;
    }
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return report(app, error);
    }
    options.compare.arguments = options.generate.arguments = argv;
    Manners manners{.colour = colour_of(options.general.color), .quiet = options.general.quiet};
    connect_standard_streams(*app.get_subcommands().front(), manners);
    set_manners(manners);
    take_program(options.plan.program);
    take_program(options.verify.program);
    take_program(options.optimise.program);
    return run(app, options);
  } catch (const FileError& error) {
    tell(error.what());
  } catch (const std::exception& error) {
    tell(fmt::format("{}: {}", called(app), error.what()));
  }
  return exit_bad_input;
}

}  // namespace erfd
