// erfd fd: forward dynamics, the accelerations that torques cause.
#include "erfd/report/torque_terms.hpp"

#include "output.hpp"
#include "robot_input.hpp"
#include "state_input.hpp"
#include "state_output.hpp"
#include "verbs.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

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

std::string json_page(const Model& model, const ReadStates& read) {
  Json json = json_head(model);
  Json::List list;
  for (const State& state : read.states) list.push_back(json_of_state(state, read.has_time));
  json.set("states", std::move(list));
  return json.text() + '\n';
}

}  // namespace

int run_fd(const DynamicsOptions& options) {
  const auto [model, left_out, file] = build_model(options.robot);
  const auto route = route_for(options.algorithm, "aba", Task::forward_dynamics, model);
  const auto wrenches = read_wrenches(model, options.state.wrenches);
  ReadStates read = read_states(model, options.state);
  if (read.has_qdd) talk("qdd of the states is not used: forward dynamics computes it");
  for (State& state : read.states) state.qdd = accelerations(model, *route, state, wrenches);
  for (const std::string& remark : left_out) talk(remark);
  if (options.csv) {
    write_file(*options.csv, csv_of_states(model, read), options.force);
    talk(fmt::format("wrote {}: {}", *options.csv, counted(read.states.size(), "state")));
  }
  if (options.json)
    print(json_page(model, read));
  else if (!options.csv)
    print(text_page(model, read, options));
  return exit_fine;
}

}  // namespace erfd
