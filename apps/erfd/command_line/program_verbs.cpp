// Verbs about programs and motions in time: plan, verify, optimise, simulate.
#include "erfd/base/numbers.hpp"

#include "command_line/command_line.hpp"
#include "command_line/shared_options.hpp"
#include "command_line/streams.hpp"
#include "output/help.hpp"
#include "verbs/verbs.hpp"

namespace erfd {
namespace {

/// A verb whose program may come from standard input.
template <class Options>
auto with_program(int (*run)(const Options&)) {
  return [run](Options& options) {
    take_program(options.program);
    return run(options);
  };
}

void input_option(CLI::App& verb, std::vector<std::string>& inputs) {
  repeated_option(verb, "--input", inputs,
                  "value that the program asks for from outside:\nok=true, count=3, height=12.5",
                  "NAME=VALUE");
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
  input_option(verb, options.inputs);
  repeated_option(verb, "--with", options.more, "further file or folder of a RAPID or KRL program",
                  "FILE");
  verb.add_option("--entry", options.entry, "routine that a RAPID or KRL program begins with")
      ->type_name("NAME");
  verb.add_option("--cycles", options.cycles,
                  "how often an endless loop of a RAPID or KRL program\nis run, default 1")
      ->type_name("N");
  text(verb, "--wrench", options.wrench,
       "of the environment on the tool where the program names\nnone, world axes: "
       "fx,fy,fz,nx,ny,nz in N and N m",
       numbers_type);
  quantity(verb, "--period", options.period, seconds_units,
           "cycle of the controller [s], as 4ms; default: of the\nrobot file", "T");
  verb.add_option_function<std::string>(
          "--speed",
          [&options](const std::string& share) {
            options.speed_scale = parse_share("--speed", share);
          },
          "override, as on a teach pendant: the same motion in\nother time, as 60%; default 100%")
      ->type_name("SHARE");
  quantity(verb, "--jerk-time", options.jerk_time, seconds_units,
           "ptp moves: time to full acceleration [s]; default 0,\nat once", "T");
  verb.add_flag(
      "--smoothed", options.smoothed,
      "where moves join at speed (c_speed), let the tool's\nturning speed change smoothly, not at "
      "once");
  verb.add_flag("--fly-corners", options.fly_corners,
                "go through corners marked c_speed at speed, not by\nway of a stop");
}

void add_plan(CommandLine& line) {
  auto [verb, options] = line.add<PlanOptions>("plan", "The motion that a robot program asks for",
                                               with_program(run_plan));
  program_options(verb, options.program);
  text(verb, "--csv", options.csv, "write the postures of all cycles, in SI units", "FILE");
  verb.add_flag("--force", options.force, "let --csv overwrite a file");
  json_flag(verb, options.json);
  verb.footer(plan_help);
}

void add_verify(CommandLine& line) {
  auto [verb, options] = line.add<VerifyOptions>(
      "verify", "Can the robot do what a program asks, and why not?", with_program(run_verify));
  program_options(verb, options.program);
  quantity(verb, "--gain", options.position_gain, rate_units,
           "how quickly an axis catches up [1/s], default 20;\n0: never, as published", "K");
  verb.add_option("--shortfall", options.shortfall,
                  "what a motor at its limit means for the others:\nconsistent (default), mixed, "
                  "full, as_printed (docs/drives.md)")
      ->type_name("NAME");
  verb.add_option("--actuators", options.actuator_model,
                  "equations of motors and gears: corrected (default)\nor as_published")
      ->type_name("NAME");
  text(verb, "--report", options.report, "write a page with plots (HTML, needs nothing else)",
       "FILE");
  scene_option(verb, options.scene);
  text(verb, "--csv", options.csv, "write asked.csv and achieved.csv, in SI units", "DIR");
  svg_option(verb, options.svg, "torques of the motors, asked and\nachieved, with their limits");
  verb.add_flag("--force", options.force, "let --csv, --report and --svg overwrite files");
  json_flag(verb, options.json);
  verb.footer(verify_help);
}

void add_optimise(CommandLine& line) {
  auto [verb, options] = line.add<OptimiseOptions>(
      "optimise", "The fastest motion along a path, and what holds it back",
      with_program(run_optimise));
  program_options(verb, options.program);
  text(verb, "-o,--out", options.out,
       "of a path: write the samples (CSV), as `erfd verify` reads them", "FILE");
  svg_option(verb, options.svg,
             "speed along the path and torques of\nthe motors within their limits");
  quantity(verb, "--tool-speed", options.tool_speed, speed_units,
           "of a path: largest speed of the tool [m/s]; default: none", "V");
  quantity(verb, "--tool-acceleration", options.tool_acceleration, acceleration_units,
           "of a path: largest acceleration of the tool [m/s^2];\ndefault: none", "A");
  verb.add_flag("--force", options.force, "let --out and --svg overwrite files");
  json_flag(verb, options.json);
  verb.footer(optimise_help);
}

void add_repair(CommandLine& line) {
  auto [verb, options] = line.add<RepairOptions>(
      "repair", "What would make a program achievable, proven and with its price",
      with_program(run_repair));
  program_options(verb, options.program);
  verb.add_flag("--apply", options.apply, "write the repaired text into PROGRAM itself");
  text(verb, "-o,--out", options.out, "write the repaired text into a file", "FILE");
  verb.add_flag("--program-only", options.program_only,
                "look for cures in the lines of the program alone");
  verb.add_flag("--force", options.force, "let --out overwrite a file");
  json_flag(verb, options.json);
  verb.footer(repair_help);
}

void add_size(CommandLine& line) {
  auto [verb, options] = line.add<SizeOptions>(
      "size", "What programs ask of the motors, and which motors would do", with_program(run_size));
  program_options(verb, options.program);
  verb.add_option("MORE", options.more, "further programs of the same robot")->type_name("");
  text(verb, "--motors", options.motors, "motors to choose from (TOML, docs/motor-catalogue.md)",
       "FILE");
  verb.add_option_function<std::string>(
          "--reserve",
          [&options](const std::string& share) {
            options.reserve = parse_share("--reserve", share);
            if (options.reserve >= 1)
              throw Error("--reserve: found '" + share + "', expected less than 100%");
          },
          "what has to stay free of each limit, as 20%; default 0%")
      ->type_name("SHARE");
  text(verb, "--report", options.report, "write a page with figures (HTML, needs nothing else)",
       "FILE");
  svg_option(verb, options.svg, "payload over the reach of the tool");
  verb.add_flag("--force", options.force, "let --report and --svg overwrite files");
  json_flag(verb, options.json);
  verb.footer(size_help);
}

void add_simulate(CommandLine& line) {
  auto [verb, options] = line.add<SimulateOptions>(
      "simulate", "The robot with its drives in time, and an audit of the run", run_simulate);
  verb.add_option("SCENARIO", options.scenario, "scenario file, docs/scenario-file.md")
      ->required()
      ->type_name("");
  verb.add_option("MORE", options.beside,
                  "further scenarios of the same robot, up to three: --report\nshows all runs "
                  "beside each other")
      ->type_name("");
  quantity(verb, "--duration", options.duration, seconds_units,
           "length of the run [s]; default: of the scenario", "T");
  without_option(verb, options.robot.without);
  reading_options(verb, options.robot, set_option_of_program);
  input_option(verb, options.inputs);
  wrench_option(verb, options.wrenches);
  text(verb, "--reference", options.reference,
       "what the controller follows: a program (.irl, or the name of\none that comes with erfd) or "
       "a motion (.csv, .json);\ndefault: of the scenario",
       "FILE");
  text(verb, "--integrator", options.integrator,
       "dopri5, implicit, rk4 or paper;\ndefault: of the scenario", "NAME");
  text(verb, "-o,--out", options.out,
       "write the samples: .csv, .npz (numpy) or .mcap by the name;\ndefault: of the scenario",
       "FILE");
  text(verb, "--report", options.report,
       "write a page with 3D view and plots (HTML, needs nothing\nelse)", "FILE");
  scene_option(verb, options.scene);
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
  verb.add_flag("--timing", options.timing,
                "tell how long the run took by the clock, and how many calls");
  verb.add_flag("--resume", options.resume, "go on with a run that was broken off");
  quantity(verb, "--checkpoint", options.checkpoint_period, seconds_units,
           "time between checkpoints by the clock [s], default 2", "T");
  json_flag(verb, options.json);
  verb.footer(simulate_help);
}

}  // namespace

void add_program_verbs(CommandLine& line) {
  add_plan(line);
  add_verify(line);
  add_optimise(line);
  add_repair(line);
  add_size(line);
  add_simulate(line);
}

}  // namespace erfd
