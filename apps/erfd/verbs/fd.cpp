// erfd fd: forward dynamics, the accelerations that torques cause.
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/elastic_joints.hpp"
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/io/motion_loads.hpp"

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

std::string text_page(const Model& model, const ReadStates& read, const DynamicsOptions& options) {
  const TextStyle style = stdout_style();
  const std::string head = bold("Joint accelerations", style) + "\n" + title_of(model) + "\n\n";
  const bool degrees = options.state.degrees;
  if (options.state.states)
    return head + table_of_states(model, read, Quantity::acceleration, degrees).layout(style);
  return head + acceleration_table(model, read.states.front(), degrees, style);
}

std::string json_page(const ModelledRobot& robot, const ReadStates& read) {
  Json json = json_head(robot.model);
  Json::List list;
  for (const State& state : read.states) list.push_back(json_of_state(read, state));
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
  for_each_load(read.states, [&](std::size_t k, bool changed) {
    if (changed) {
      carrying = with_load_of(carrier, read.states[k]);
      algorithm = algorithm_for(options.algorithm, "aba", Task::forward_dynamics, *carrying);
    }
    read.states[k].qdd = accelerations(*carrying, *algorithm, read.states[k], wrenches);
  });
  for (const std::string& remark : robot.remarks) talk(remark);
  const Later csv([&] {
    if (!options.csv) return;
    write_file(*options.csv, csv_of_states(model, read), options.force);
    talk_about_file(*options.csv, counted(read.states.size(), "state"));
    for (const std::string& sentence : robot.chosen.left_out) talk(sentence);
  });
  if (options.json)
    print(json_page(robot, read));
  else if (!options.csv)
    print(text_page(model, read, options) + left_out_text(robot.chosen.left_out, stdout_style()));
  csv.complain();
  return exit_fine;
}

}  // namespace erfd
