// erfd fd: forward dynamics, the accelerations that torques cause.
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/elastic_joints.hpp"
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/io/motion_loads.hpp"
#include "erfd/simulation/simulate.hpp"

#include "input/robot_input.hpp"
#include "input/state_input.hpp"
#include "output/output.hpp"
#include "output/state_output.hpp"
#include "verbs/verbs.hpp"

#include <span>

#include <fmt/format.h>

namespace erfd {
namespace {

/// @throws Error if the robot cannot accelerate finitely: its inertia matrix is singular.
VectorX<double> accelerations(const Model& model, Algorithm& algorithm, const State& state,
                              std::span<const ExternalWrench<double>> wrenches) {
  VectorX<double> qdd(model.nv()), tau(model.nv());
  spring_torques<double>(model, state.q, state.qd, tau);
  tau += state.tau;
  if (!model.is_constrained()) {
    algorithm.forward_dynamics(state.q, state.qd, tau, qdd, wrenches);
  } else {
    LoopWorkspace loops(model);
    VectorX<double> lambda(model.constraint_rows());
    loop_forward_by_multipliers<double>(model, loops, state.q, state.qd, tau, qdd, lambda,
                                        wrenches);
  }
  if (!qdd.allFinite())
    throw Error(fmt::format(
        "forward dynamics of {}: the accelerations are not finite; a joint moves no mass here, "
        "or the numbers of the state are too large",
        model.name()));
  return qdd;
}

/// The plant of a robot whose motors give what is asked, with the load of a state.
Plant plant_of(const ModelledRobot& robot, const Model& carrying, const DynamicsOptions& options) {
  const RobotDescription& file = robot.chosen.description;
  if (file.drives.empty())
    throw Error(
        fmt::format("--drives: {} has no drives, expected one [[drive]] a joint", file.name));
  return Plant({.models = {carrying},
                .drives = make_drives(file, robot.model),
                .motor_limits = false,
                .algorithm = options.algorithm.value_or("engine")});
}

/// Accelerations with rotors, couplings and friction. @return the torques of the motors
VectorX<double> move_by_drives(const Plant& plant, std::span<const ExternalWrench<double>> wrenches,
                               State& state) {
  const Sample moment =
      moment_of(plant, state.tau.tail(plant.input_count()), state.q, state.qd, wrenches);
  state.qdd = moment.qdd;
  return moment.torque;
}

std::string motor_table(const Plant& plant, const VectorX<double>& torques,
                        const TextStyle& style) {
  Table table;
  std::vector<std::string> names;
  for (const Motor& motor : plant.drives()->motors()) names.push_back(motor.name);
  table.text("motor", names);
  table.results("gives", "N m", span_of(torques));
  return '\n' + bold("Motors", style) + "\n\n" + table.layout(style);
}

/// Joints at rest that their friction does not let go.
std::string holding_sentence(const Plant& plant, const State& state) {
  std::string names;
  for (const Body& body : plant.model().joints())
    if (state.qd[body.v_index] == 0 && state.qdd[body.v_index] == 0)
      names += (names.empty() ? "" : ", ") + body.joint;
  return names.empty() ? names : fmt::format("\nFriction holds {}.\n", names);
}

std::string acceleration_table(const Model& model, const State& state, bool degrees,
                               const TextStyle& style) {
  Table table;
  table.text("joint", names_of(coordinates(model, Quantity::acceleration)));
  if (!model.has_free_base()) add_column(table, model, "q", Quantity::position, state.q, degrees);
  add_column(table, model, "qd", Quantity::velocity, state.qd, degrees);
  add_column(table, model, "tau", Quantity::effort, state.tau, degrees);
  add_column(table, model, "qdd", Quantity::acceleration, state.qdd, degrees);
  return table.layout(style);
}

/// What is told of the states besides their accelerations.
struct Answers {
  std::optional<Plant> plant = {};           ///< with --drives: that of the last load
  std::vector<VectorX<double>> motors = {};  ///< torques of each state [N m]
  std::vector<int> iterations = {};          ///< of each state; 0: the algorithm has none
};

std::string text_page(const Model& model, const ReadStates& read, const Answers& answers,
                      const DynamicsOptions& options) {
  const TextStyle style = stdout_style();
  const std::string head = bold("Joint accelerations", style) + "\n" + title_of(model) + "\n\n";
  const bool degrees = options.state.degrees;
  if (options.state.states)
    return head + table_of_states(model, read, Quantity::acceleration, degrees).layout(style);
  std::string text = head + acceleration_table(model, read.states.front(), degrees, style);
  if (answers.plant)
    text += motor_table(*answers.plant, answers.motors.front(), style) +
            holding_sentence(*answers.plant, read.states.front());
  if (answers.iterations.front() > 0)
    text += fmt::format("\n{} of {}.\n",
                        counted(static_cast<std::size_t>(answers.iterations.front()), "iteration"),
                        *options.algorithm);
  return text;
}

std::string json_page(const ModelledRobot& robot, const ReadStates& read, const Answers& answers) {
  Json json = json_head(robot.model);
  Json::List list;
  for (std::size_t k = 0; k < read.states.size(); ++k) {
    Json state = json_of_state(read, read.states[k]);
    if (answers.plant) state.set("motor_N_m", Json::numbers(span_of(answers.motors[k])));
    if (answers.iterations[k] > 0) state.set("iterations", answers.iterations[k]);
    list.push_back(std::move(state));
  }
  json.set("states", std::move(list));
  set_left_out(robot.chosen.left_out, json);
  return json.text() + '\n';
}

}  // namespace

int run_fd(const DynamicsOptions& options) {
  if (options.csv) check_output(*options.csv, options.force);
  const ModelledRobot robot = build_model(options.robot, {Loops::closed, Purpose::dynamics, true});
  const Model& model = robot.model;
  if (options.algorithm && model.is_constrained())
    throw Error(
        "--algorithm: a robot with closed loops has one route here, by multipliers; leave "
        "it out");
  const auto wrenches = read_wrenches(model, options.state.wrenches);
  ReadStates read = read_states(model, options.state);
  if (read.has_qdd) talk("qdd of the states is not used: forward dynamics computes it");
  const Model carrier = read.has_payload ? robot.chosen.carrier() : model;
  std::optional<Model> carrying;
  std::unique_ptr<Algorithm> algorithm;
  Answers answers;
  for_each_load(read.states, [&](std::size_t k, bool changed) {
    if (changed) {
      carrying = with_load_of(carrier, read.states[k]);
      if (options.drives)
        answers.plant = plant_of(robot, *carrying, options);
      else
        algorithm = algorithm_for(options.algorithm, "aba", Task::forward_dynamics, *carrying);
    }
    if (answers.plant)
      answers.motors.push_back(move_by_drives(*answers.plant, wrenches, read.states[k]));
    else
      read.states[k].qdd = accelerations(*carrying, *algorithm, read.states[k], wrenches);
    answers.iterations.push_back(algorithm ? algorithm->iterations() : 0);
  });
  if (!options.drives)
    for (const std::string& remark : robot.remarks) talk(remark);
  const Later csv([&] {
    if (!options.csv) return;
    write_file(*options.csv, csv_of_states(model, read), options.force);
    talk_about_file(*options.csv, counted(read.states.size(), "state"));
    for (const std::string& sentence : robot.chosen.left_out) talk(sentence);
  });
  if (options.json)
    print(json_page(robot, read, answers));
  else if (!options.csv)
    print(text_page(model, read, answers, options) +
          left_out_text(robot.chosen.left_out, stdout_style()));
  csv.complain();
  return exit_fine;
}

}  // namespace erfd
