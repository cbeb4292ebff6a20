// What the user has asked for, verb by verb. command_line/ fills it; the verbs never see the command
// line.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace erfd {

/// Lists of numbers stay text here; numbers.hpp reads them, so that a wrong one is named with its
/// option.
using NumbersText = std::optional<std::string>;

/// A robot, and what is changed on it for one call.
struct RobotOptions {
  std::string robot;
  std::optional<std::string> tool;
  NumbersText payload, gravity;
  std::optional<std::string> without;  ///< parts of the file to leave out: "loops,elastic"
  std::vector<std::string> settings;   ///< "drive.motor2.ratio=80"
  std::optional<std::string> accept;   ///< checks: "triangle-inequality,massless"
  std::optional<std::string> mimic;    ///< "fixed" or "free"
  bool free_base = false;
};

/// One state from the command line, or many from a file.
struct StateOptions {
  NumbersText q, qd, qdd, tau;
  bool degrees = false;
  std::optional<std::string> states;
  std::vector<std::string> wrenches;
};

struct InfoOptions {
  RobotOptions robot;
  bool json = false, keys = false, base_parameters = false;
};

struct LintOptions {
  std::vector<std::string> files;
  std::optional<std::string> accept;
  bool json = false, strict = false;
};

/// Inverse and forward dynamics share their input and their ways out.
struct DynamicsOptions {
  RobotOptions robot;
  StateOptions state;
  std::optional<std::string> algorithm;
  bool inertia = false, coriolis = false, reactions = false, energy = false;  ///< id
  bool drives = false;                                                        ///< fd
  std::optional<std::string> csv, svg;
  bool json = false, force = false;
};

struct TorqueOptions {
  RobotOptions robot;
  std::string motion;
  std::vector<std::string> wrenches;
  std::optional<std::string> out, report, svg;
  bool json = false, force = false;
};

struct FkOptions {
  RobotOptions robot;
  StateOptions state;
  std::optional<std::string> frame, csv;
  bool all = false, jacobian = false, json = false, force = false;
};

struct IkOptions {
  RobotOptions robot;
  std::string position_mm, orientation;
  std::optional<std::string> frame;
  NumbersText near;
  bool json = false;
};

struct CompareOptions {
  const char* const* arguments = nullptr;  ///< of the command line, for a program of its own
  RobotOptions robot;                      ///< no name: of --growth
  std::string task = "all", rule = "without-trivial", kinematics = "counted";
  int states = 100, up_to = 40;
  bool growth = false, no_timing = false, json = false, force = false;
  std::optional<std::string> svg;
};

struct ReproduceOptions {
  const char* const* arguments = nullptr;  ///< as of CompareOptions
  std::vector<std::string> words;          ///< papers and entries; none: all
  std::optional<std::string> report, svg;
  bool list = false, markdown = false, json = false, force = false;
};

struct LineariseOptions {
  RobotOptions robot;
  StateOptions state;  ///< q is --at
  bool json = false;
};

struct GenerateOptions {
  const char* const* arguments = nullptr;  ///< as of CompareOptions
  RobotOptions robot;
  std::string functions = "id,fd", language = "c";
  std::optional<std::string> name, out;
  bool single_precision = false, batch = false, count = false, json = false, force = false;
};

struct DrivesOptions {
  RobotOptions robot;
  int samples = 2000;
  std::optional<std::string> program, report, svg;
  bool tune = false;
  double bandwidth = 20, ratio = 4;
  bool rotors = false, json = false, force = false;
};

/// A program, the robot that runs it, and how the planner reads it.
struct ProgramOptions {
  RobotOptions robot;
  std::string program;
  std::optional<std::string> program_text;  ///< in place of the file; `program` is its name
  std::optional<std::string> orientation;
  std::vector<std::string> inputs;  ///< "ok=true"
  std::vector<std::string> more;    ///< further files of the program
  std::string entry;                ///< routine to begin with
  int cycles = 1;
  NumbersText wrench;  ///< on the tool, where the program names none
  std::optional<double> period;
  double jerk_time = 0;
  bool smoothed = false, fly_corners = false;
  double speed_scale = 1;  ///< override: PlannerSettings::speed
};

struct ConvertOptions {
  RobotOptions robot;                   ///< its name may be "program"
  std::vector<std::string> of_program;  ///< behind "program": robot and program
  ProgramOptions program;               ///< --with, --entry, --cycles, --input
  std::optional<std::string> out, to;
  bool placement = false, force = false;
};

struct OptimiseOptions {
  ProgramOptions program;  ///< or a path of joint positions
  std::optional<std::string> out, svg;
  std::optional<double> tool_speed, tool_acceleration;  ///< [m/s], [m/s^2]
  bool json = false, force = false;
};

struct SweepOptions {
  std::string study;
  std::optional<std::string> out, shard;
  std::optional<int> slurm;  ///< parts of an array job
  int threads = 0, cases = 0;
  bool json = false, hash = false, collect = false;
};

struct RepairOptions {
  ProgramOptions program;
  std::optional<std::string> out;
  bool apply = false, program_only = false, json = false, force = false;
};

struct SizeOptions {
  ProgramOptions program;         ///< the first one
  std::vector<std::string> more;  ///< further programs
  std::optional<std::string> motors, report, svg;
  double reserve = 0;
  bool json = false, force = false;
};

struct PlanOptions {
  ProgramOptions program;
  std::optional<std::string> csv;
  bool json = false, force = false;
};

struct VerifyOptions {
  ProgramOptions program;
  std::string actuator_model = "corrected", shortfall = "consistent";
  double position_gain = 20;
  std::optional<std::string> csv, report, scene, svg;
  bool json = false, force = false;
};

struct SimulateOptions {
  std::string scenario;
  std::vector<std::string> beside;  ///< further ones, for a page of all
  std::optional<double> duration;
  std::optional<std::string> reference, out, integrator, report, scene, svg;
  RobotOptions robot;                 ///< how that of the scenario is taken; no name
  std::vector<std::string> inputs;    ///< of the program that is followed: "ok=true"
  std::vector<std::string> wrenches;  ///< besides those of the scenario, all the time
  std::optional<int> live;            ///< port
  double live_speed = 1;
  double checkpoint_period = 2;
  bool json = false, force = false, resume = false, timing = false;
};

struct RobotsOptions {
  bool json = false;
};

struct DoctorOptions {
  bool json = false;
};

struct CompletionOptions {
  std::string what;  ///< a shell, or the names that its script asks for
};

struct ManOptions {
  std::optional<std::string> verb, folder;
  bool force = false;
};

struct ServeOptions {
  RobotOptions robot;  ///< no name: the studio begins with a robot of its own
  std::optional<std::string> program, folder, live_socket;
  std::optional<std::string> remote, certificate, key, viewer_token;
  int port = 0, live_port = 6560;
  bool live = false;
  std::vector<std::string> allowed_origins;
};

}  // namespace erfd
