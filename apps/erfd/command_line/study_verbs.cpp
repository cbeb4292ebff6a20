// Verbs about the algorithms and the equations of a robot: compare, generate, linearise; about the papers: reproduce;
// and about many cases: sweep.
#include "command_line/command_line.hpp"
#include "command_line/shared_options.hpp"
#include "output/help.hpp"
#include "verbs/verbs.hpp"

namespace erfd {
namespace {

void add_compare(CommandLine& line) {
  auto [verb, options] = line.add<CompareOptions>(
      "compare", "All algorithms: operations, time, error, growth", [&line](CompareOptions& given) {
        given.arguments = line.arguments;
        return run_compare(given);
      });
  optional_robot_argument(verb, options.robot.robot);
  without_option(verb, options.robot.without);
  reading_options(verb, options.robot);
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

void add_generate(CommandLine& line) {
  auto [verb, options] = line.add<GenerateOptions>(
      "generate", "Fast code of one robot: C, C++, Matlab, Python; formulas in LaTeX",
      [&line](GenerateOptions& given) {
        given.arguments = line.arguments;
        return run_generate(given);
      });
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

void add_reproduce(CommandLine& line) {
  auto [verb, options] = line.add<ReproduceOptions>(
      "reproduce", "Tables, figures and claims of the five papers, ours beside theirs",
      [&line](ReproduceOptions& given) {
        given.arguments = line.arguments;
        return run_reproduce(given);
      });
  verb.add_option("ENTRY", options.words,
                  "papers (kvrgic) or entries (kvrgic.table-1); default:\nthe whole catalogue")
      ->type_name("");
  verb.add_flag("--list", options.list, "what there is, nothing computed");
  text(verb, "--report", options.report, "write one page with tables and plots", "FILE");
  text(verb, "--svg", options.svg, "write the plots into this folder", "DIR");
  verb.add_flag("--markdown", options.markdown, "print docs/seeds.md");
  verb.add_flag("--force", options.force, "let --report and --svg overwrite files");
  json_flag(verb, options.json);
  verb.footer(reproduce_help);
}

void add_linearise(CommandLine& line) {
  auto [verb, options] = line.add<LineariseOptions>(
      "linearise", "The robot as a linear system about a state: A, B, eigenvalues", run_linearise);
  robot_options(verb, options.robot);
  text(verb, "--at", options.state.q, "joint positions [rad or m], default 0", numbers_type);
  text(verb, "--qd", options.state.qd, "joint velocities [rad/s or m/s], default 0", numbers_type);
  text(verb, "--tau", options.state.tau,
       "joint torques or forces [N m or N]; default: those that\nhold the state", numbers_type);
  verb.add_flag("--deg", options.state.degrees, "angles in and out are in degrees, not radians");
  json_flag(verb, options.json);
  verb.footer(linearise_help);
}

void add_sweep(CommandLine& line) {
  auto [verb, options] = line.add<SweepOptions>(
      "sweep", "Thousands of cases: what a number is worth when others are not known",
      static_cast<int (*)(const SweepOptions&)>(run_sweep));
  verb.add_option("STUDY", options.study, "a study file (.toml)")->required()->type_name("");
  text(verb, "--out", options.out, "folder of the journal and the results, default:\nSTUDY.sweep",
       "DIR");
  verb.add_option("--threads", options.threads, "default: one for each core")->type_name("N");
  text(verb, "--shard", options.shard, "run the I-th of N parts alone", "I/N");
  verb.add_option("--slurm", options.slurm, "submit as an array job of N parts, and watch it")
      ->type_name("N");
  verb.add_option("--cases", options.cases, "write the verdicts of the N worst jobs as pages")
      ->type_name("N");
  verb.add_flag("--collect", options.collect, "run nothing: what is done so far");
  verb.add_flag("--hash", options.hash, "print the SHA-256 of the results alone");
  json_flag(verb, options.json);
  verb.footer(sweep_help);
}

}  // namespace

void add_study_verbs(CommandLine& line) {
  add_compare(line);
  add_generate(line);
  add_reproduce(line);
  add_linearise(line);
  add_sweep(line);
}

}  // namespace erfd
