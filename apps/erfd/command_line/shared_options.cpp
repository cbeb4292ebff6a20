#include "command_line/shared_options.hpp"

namespace erfd {

CLI::Option* text(CLI::App& verb, const std::string& name, std::optional<std::string>& target,
                  const std::string& help, const std::string& type) {
  return verb.add_option(name, target, help)->type_name(type);
}

namespace {

constexpr const char* robot_help = "name of a known robot, or path of a .toml or .urdf file";

}  // namespace

void robot_argument(CLI::App& verb, std::string& robot) {
  verb.add_option("ROBOT", robot, robot_help)->required()->type_name("");
}

void optional_robot_argument(CLI::App& verb, std::string& robot) {
  verb.add_option("ROBOT", robot, robot_help)->type_name("");
}

void accept_option(CLI::App& verb, std::optional<std::string>& accept) {
  text(verb, "--accept", accept,
       "findings that do not stop: triangle-inequality,\ninertia-not-positive, missing-inertia, "
       "massless, xacro\nor any warning; each stays a note of erfd lint",
       "CHECKS");
}

void taking_options(CLI::App& verb, RobotOptions& robot) {
  accept_option(verb, robot.accept);
  text(verb, "--mimic", robot.mimic,
       "joints that follow others: fixed, or free to move of\ntheir own; default: they follow, "
       "which info, id, fd, fk,\ntorque, drives and simulate do",
       "HOW");
  verb.add_flag("--free-base", robot.free_base, "let a robot float that its file fixes");
}

void reading_options(CLI::App& verb, RobotOptions& robot,
                     void (*settings)(CLI::App&, std::vector<std::string>&)) {
  taking_options(verb, robot);
  settings(verb, robot.settings);
}

void without_option(CLI::App& verb, std::optional<std::string>& without) {
  text(verb, "--without", without,
       "parts of the file that may be left out: loops, which\nnot every verb computes, elastic or "
       "both",
       "PARTS");
}

void repeated_option(CLI::App& verb, const std::string& name, std::vector<std::string>& values,
                     const std::string& help, const std::string& type) {
  verb.add_option(name, values, help)
      ->type_name(type)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

void set_option(CLI::App& verb, std::vector<std::string>& settings) {
  repeated_option(verb, "--set", settings,
                  "a key of the robot file, as drive.motor2.ratio=80; may be\nrepeated; erfd info "
                  "ROBOT --keys lists the keys",
                  "KEY=VALUE");
}

void set_option_of_program(CLI::App& verb, std::vector<std::string>& settings) {
  repeated_option(verb, "--set", settings,
                  "a key of the robot file, as drive.motor2.ratio=80, or\ninput.ok=true, "
                  "line.28.speed=60%, option.period=0.004;\nmay be repeated",
                  "KEY=VALUE");
}

void robot_options(CLI::App& verb, RobotOptions& robot,
                   void (*settings)(CLI::App&, std::vector<std::string>&)) {
  robot_argument(verb, robot.robot);
  text(verb, "--tool", robot.tool, "tool to use, with its payload; default: the first of the file",
       "NAME");
  text(verb, "--payload", robot.payload, "point mass in the tool frame: mass_kg[,x_m,y_m,z_m]",
       numbers_type);
  text(verb, "--gravity", robot.gravity, "gravity in world axes [m/s^2]: gx,gy,gz", numbers_type);
  without_option(verb, robot.without);
  reading_options(verb, robot, settings);
}

void wrench_option(CLI::App& verb, std::vector<std::string>& wrenches) {
  repeated_option(verb, "--wrench", wrenches,
                  "of the environment on the robot, world axes:\nfx,fy,fz,nx,ny,nz[@frame] in N "
                  "and N m, default: at the tool",
                  "W");
}

void scene_option(CLI::App& verb, std::optional<std::string>& scene) {
  text(verb, "--scene", scene,
       "of --report: what stands around the robot; a scene file,\ndocs/robot-file.md", "FILE");
}

void svg_option(CLI::App& verb, std::optional<std::string>& svg, const std::string& what) {
  text(verb, "--svg", svg, "write a figure: " + what, "FILE");
}

void json_flag(CLI::App& verb, bool& json) {
  verb.add_flag("--json", json, "print JSON, in SI units");
}

}  // namespace erfd
