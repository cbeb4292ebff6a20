// erfd id: inverse dynamics, the torques of a motion.
#include "erfd/drives/torque_split.hpp"
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/coriolis.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/elastic_joints.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/io/motion_loads.hpp"

#include "input/robot_input.hpp"
#include "input/state_input.hpp"
#include "output/output.hpp"
#include "output/state_output.hpp"
#include "verbs/figures.hpp"
#include "verbs/verbs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {
namespace {

/// What `erfd id` shows: the payload counts as part of the links, drives are left out.
constexpr std::pair<const char*, TorqueCause> shown_terms[] = {{"inertia", TorqueCause::inertia},
                                                               {"coriolis", TorqueCause::coriolis},
                                                               {"gravity", TorqueCause::gravity},
                                                               {"external", TorqueCause::external}};

/// Everything about one robot and what acts on it; answers for one state at a time.
class InverseDynamics {
 public:
  InverseDynamics(const DynamicsOptions& options, Model model)
      : options_(options),
        model_(std::move(model)),
        ws_(model_),
        links_{model_},
        split_(links_),
        split_ws_(links_),
        algorithm_(algorithm_for(options.algorithm, "rnea", Task::inverse_dynamics, model_)),
        wrenches_(read_wrenches(model_, options.state.wrenches)),
        loops_(model_) {
    if (has_loops() && (options.inertia || options.coriolis || options.reactions))
      throw Error(
          "--inertia, --coriolis and --reactions of a robot with closed loops are not "
          "computed yet; leave them out");
  }

  /// The torques by the algorithm asked for. @throws Error if the terms do not add up to them.
  VectorX<double> torques(const State& state);
  const TorqueSplit& split(const State& state) {
    split_torques(links_, split_ws_, state.q, state.qd, state.qdd, split_, wrenches_);
    if (has_loops()) project_split(state);
    return split_;
  }

  MatrixX<double> inertia(const State& state) {
    MatrixX<double> H(model_.nv(), model_.nv());
    crba(model_, ws_, state.q, H);
    return has_loops() ? of_active(H, state) : H;
  }
  MatrixX<double> of_active(const MatrixX<double>& H, const State& state);
  MatrixX<double> coriolis(const State& state) {
    MatrixX<double> C(model_.nv(), model_.nv());
    coriolis_matrix(model_, ws_, state.q, state.qd, C);
    return C;
  }
  const std::vector<Force<double>>& reactions(const State& state) { return split(state).reactions; }
  double kinetic(const State& state) { return kinetic_energy(model_, ws_, state.q, state.qd); }
  double potential(const State& state) { return potential_energy(model_, ws_, state.q); }

  Json json(const ReadStates& read, const State& state);
  std::string page(const State& state, const TextStyle& style);

 private:
  bool has_loops() const { return model_.is_constrained(); }
  void project_split(const State& state);
  std::string cut_table(const State& state, const TextStyle& style);
  std::vector<Force<double>> cut_wrenches(const State& state);
  std::string torque_table(const State& state, const TextStyle& style);
  std::string spring_text(const State& state);
  VectorX<double> springs(const State& state) {
    VectorX<double> tau(model_.nv());
    spring_torques<double>(model_, state.q, state.qd, tau);
    return tau;
  }
  std::string reaction_table(const State& state, const TextStyle& style);

  const DynamicsOptions& options_;
  const Model model_;
  Workspace ws_;
  LoadedRobot links_;
  TorqueSplit split_;
  TorqueSplitWorkspace split_ws_;
  std::unique_ptr<Algorithm> algorithm_;
  std::vector<ExternalWrench<double>> wrenches_;
  LoopWorkspace loops_;
};

/// What each cause asks of the active joints: Gᵀ times what it asks of the open tree.
void InverseDynamics::project_split(const State& state) {
  const std::vector<int>& active = loops_.active();
  MatrixX<double> G(model_.nv(), static_cast<Eigen::Index>(active.size()));
  loop_matrix(model_, loops_, state.q, G);
  const MatrixX<double> projected = G.transpose() * split_.joint;
  split_.joint.setZero();
  for (std::size_t k = 0; k < active.size(); ++k)
    split_.joint.row(active[k]) = projected.row(static_cast<Eigen::Index>(k));
}

/// Gᵀ H G in the entries of the active joints; passive ones have no inertia of their own.
MatrixX<double> InverseDynamics::of_active(const MatrixX<double>& H, const State& state) {
  const std::vector<int>& active = loops_.active();
  MatrixX<double> G(model_.nv(), static_cast<Eigen::Index>(active.size()));
  loop_matrix(model_, loops_, state.q, G);
  const MatrixX<double> reduced = G.transpose() * H * G;
  MatrixX<double> all = MatrixX<double>::Zero(H.rows(), H.cols());
  for (std::size_t i = 0; i < active.size(); ++i)
    for (std::size_t k = 0; k < active.size(); ++k)
      all(active[i], active[k]) =
          reduced(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k));
  return all;
}

/// On body b, about the cut joint, in world axes.
std::vector<Force<double>> InverseDynamics::cut_wrenches(const State& state) {
  VectorX<double> lambda(model_.constraint_rows());
  loop_forces<double>(model_, loops_, state.q, state.qd, state.qdd, state.tau, lambda, wrenches_);
  std::vector<Force<double>> list;
  for (int k = 0; k < static_cast<int>(model_.constraints().size()); ++k)
    list.push_back(cut_wrench(model_, loops_, state.q, lambda, k));
  return list;
}

std::string InverseDynamics::cut_table(const State& state, const TextStyle& style) {
  std::vector<std::string> names, on;
  std::vector<double> columns[6];
  double scale = 0;
  const std::vector<Force<double>> list = cut_wrenches(state);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const CutJoint& cut = model_.constraints()[i];
    names.push_back(cut.name);
    on.push_back(cut.body_b.is_world() ? "world" : model_.body(cut.body_b).name);
    scale = std::max(scale, list[i].vector().cwiseAbs().maxCoeff());
    for (int k = 0; k < 3; ++k) {
      columns[k].push_back(list[i].force[k]);
      columns[3 + k].push_back(list[i].moment[k]);
    }
  }
  Table table;
  table.text("loop", names).text("on body", on);
  const char* heads[] = {"fx", "fy", "fz", "nx", "ny", "nz"};
  for (int k = 0; k < 6; ++k)
    table.results(heads[k], k < 3 ? "N" : "N m", without_rounding(columns[k], scale));
  return table.layout(style);
}

VectorX<double> InverseDynamics::torques(const State& state) {
  VectorX<double> tau(model_.nv());
  if (has_loops()) {
    const std::vector<int>& active = loops_.active();
    VectorX<double> of_active(static_cast<Eigen::Index>(active.size()));
    loop_inverse_dynamics<double>(model_, loops_, state.q, state.qd, state.qdd, of_active,
                                  wrenches_);
    tau.setZero();
    for (std::size_t k = 0; k < active.size(); ++k)
      tau[active[k]] = of_active[static_cast<Eigen::Index>(k)];
  } else {
    algorithm_->inverse_dynamics(state.q, state.qd, state.qdd, tau, wrenches_);
  }
  if (model_.nv() == 0) return tau;
  const TorqueSplit& terms = split(state);
  // Rounding of both routes grows with the size of the terms and with the number of joints.
  const double allowed = 1e-9 * terms.joint.cwiseAbs().rowwise().sum().maxCoeff();
  const double worst = (terms.joint.rowwise().sum() - tau).cwiseAbs().maxCoeff();
  if (!(worst <= allowed))
    throw Error(fmt::format(
        "inverse dynamics: the terms differ from the torques by {:.3g}, expected less than {:.3g}",
        worst, allowed));
  return tau;
}

Json InverseDynamics::json(const ReadStates& read, const State& state) {
  Json json = json_of_state(read, state), terms;
  const MatrixX<double>& columns = split(state).joint;
  for (const auto& [name, cause] : shown_terms) {
    const VectorX<double> term = columns.col(static_cast<Eigen::Index>(cause));
    terms.set(name, Json::numbers(span_of(term)));
  }
  json.set("terms", std::move(terms));
  if (!model_.constraints().empty()) {
    Json::List list;
    const std::vector<Force<double>> cuts = cut_wrenches(state);
    for (std::size_t i = 0; i < cuts.size(); ++i)
      list.emplace_back(Json::Object{{"loop", model_.constraints()[i].name},
                                     {"force_N", Json::numbers({cuts[i].force.data(), 3})},
                                     {"moment_N_m", Json::numbers({cuts[i].moment.data(), 3})}});
    json.set("cut_joints", std::move(list));
  }
  if (options_.inertia) json.set("inertia_matrix", Json::matrix(inertia(state)));
  if (options_.coriolis) json.set("coriolis_matrix", Json::matrix(coriolis(state)));
  if (options_.reactions) {
    Json::List list;
    const auto& forces = reactions(state);
    for (std::size_t i = 0; i < forces.size(); ++i)
      list.emplace_back(Json::Object{{"body", model_.bodies()[i].name},
                                     {"force_N", Json::numbers({forces[i].force.data(), 3})},
                                     {"moment_N_m", Json::numbers({forces[i].moment.data(), 3})}});
    json.set("reactions", std::move(list));
  }
  if (!model_.springs().empty()) json.set("springs_give", Json::numbers(span_of(springs(state))));
  if (options_.energy)
    json.set("energy", Json::Object{{"kinetic_J", kinetic(state)},
                                    {"potential_J", potential(state)},
                                    {"power_W", state.tau.dot(state.qd)}});
  return json;
}

std::string InverseDynamics::torque_table(const State& state, const TextStyle& style) {
  const bool degrees = options_.state.degrees;
  const auto efforts = coordinates(model_, Quantity::effort);
  const std::string unit = unit_of(efforts);
  const MatrixX<double>& terms = split(state).joint;
  const double scale = terms.size() > 0 ? terms.cwiseAbs().maxCoeff() : 0;
  Table table;
  table.text("joint", names_of(efforts));
  if (!model_.has_free_base()) {
    add_column(table, model_, "q", Quantity::position, state.q, degrees);
    add_column(table, model_, "qd", Quantity::velocity, state.qd, degrees);
    add_column(table, model_, "qdd", Quantity::acceleration, state.qdd, degrees);
  }
  const auto add = [&](const char* head, const VectorX<double>& term) {
    table.results(head, unit, without_rounding(span_of(term), scale));
  };
  const char* heads[] = {"H qdd", "C qd", "gravity", "external"};
  for (std::size_t i = 0; i < std::size(shown_terms); ++i)
    add(heads[i], terms.col(static_cast<Eigen::Index>(shown_terms[i].second)));
  add("tau", state.tau);
  return table.layout(style);
}

/// What of the torques above the springs of the joints give; drives give the rest.
std::string InverseDynamics::spring_text(const State& state) {
  const VectorX<double> given = springs(state);
  std::vector<std::string> parts;
  for (const JointSpring& spring : model_.springs()) {
    const Body& body = model_.body(spring.body);
    parts.push_back(fmt::format("{} {} at {}", with_digits(given[body.v_index]),
                                measure_of(body.kind).effort, body.joint));
  }
  return parts.empty() ? "" : fmt::format("\nOf tau, springs give {}.\n", fmt::join(parts, ", "));
}

std::string InverseDynamics::reaction_table(const State& state, const TextStyle& style) {
  std::vector<std::string> names;
  std::vector<double> columns[8];
  const auto& forces = reactions(state);
  double scale = 0;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    scale = std::max(scale, forces[i].vector().cwiseAbs().maxCoeff());
    const auto& [moment, force] = forces[i];
    names.push_back(model_.bodies()[i].joint);
    for (int k = 0; k < 3; ++k) {
      columns[k].push_back(force[k]);
      columns[4 + k].push_back(moment[k]);
    }
    columns[3].push_back(std::hypot(force.x(), force.y()));
    columns[7].push_back(std::hypot(moment.x(), moment.y()));
  }
  Table table;
  table.text("joint", names);
  const char* heads[] = {"fx", "fy", "fz", "radial", "nx", "ny", "nz", "tilting"};
  for (int k = 0; k < 8; ++k)
    table.results(heads[k], k < 4 ? "N" : "N m", without_rounding(columns[k], scale));
  return table.layout(style);
}

std::string InverseDynamics::page(const State& state, const TextStyle& style) {
  std::string page = bold("Joint torques", style) + "  tau = H qdd + C qd + gravity + external\n" +
                     title_of(model_) + "\n\n" + torque_table(state, style) + spring_text(state);
  if (!model_.constraints().empty())
    page += '\n' +
            headed("Forces in the cut joints", "on the body named, about the joint, in world axes",
                   style) +
            '\n' + cut_table(state, style);
  if (options_.inertia)
    page += '\n' + bold("Inertia matrix H", style) + "\n\n" +
            table_of_matrix(model_, inertia(state), "kg m^2", "kg m", "kg").layout(style);
  if (options_.coriolis)
    page += '\n' + bold("Coriolis matrix C", style) + "\n\n" +
            table_of_matrix(model_, coriolis(state), "N m s", "N s", "N s/m").layout(style);
  if (options_.reactions)
    page += '\n' +
            headed("Loads of the joints",
                   "parent on body, about the joint, in axes of the joint (z is the joint axis)",
                   style) +
            '\n' + reaction_table(state, style);
  if (options_.energy)
    page += '\n' + bold("Energy", style) +
            fmt::format("  kinetic {} J, potential {} J, power of the joints {} W\n",
                        with_digits(kinetic(state)), with_digits(potential(state)),
                        with_digits(state.tau.dot(state.qd)));
  return page;
}

std::string json_page(const ModelledRobot& robot, Json::List states) {
  Json json = json_head(robot.model);
  json.set("states", std::move(states));
  set_left_out(robot.chosen.left_out, json);
  return json.text() + '\n';
}

std::string text_page(const Model& model, InverseDynamics& dynamics, const ReadStates& read,
                      const DynamicsOptions& options) {
  const TextStyle style = stdout_style();
  if (!options.state.states) return dynamics.page(read.states.front(), style);
  if (options.inertia || options.coriolis || options.reactions || options.energy)
    throw Error("--inertia, --coriolis, --reactions and --energy of many states need --json");
  return bold("Joint torques", style) + "\n" + title_of(model) + "\n\n" +
         table_of_states(model, read, Quantity::effort, false).layout(style);
}

}  // namespace

int run_id(const DynamicsOptions& options) {
  if (options.csv) check_output(*options.csv, options.force);
  if (options.svg) check_output(*options.svg, options.force);
  if (options.svg && !options.state.states)
    throw Error("--svg: found one state, expected many; give them with --states");
  const ModelledRobot robot = build_model(options.robot, {Loops::closed, Purpose::torques, true});
  const Model& model = robot.model;
  if (options.algorithm && model.is_constrained())
    throw Error(
        "--algorithm: a robot with closed loops has one route, Gamma_c = G' Gamma_tree; "
        "leave it out");
  ReadStates read = read_states(model, options.state);
  if (read.has_tau) talk("tau of the states is not used: inverse dynamics computes it");
  const Model carrier = read.has_payload ? robot.chosen.carrier() : model;
  std::optional<InverseDynamics> dynamics;
  Json::List states;
  for_each_load(read.states, [&](std::size_t k, bool changed) {
    State& state = read.states[k];
    if (changed) dynamics.emplace(options, with_load_of(carrier, state));
    state.tau = dynamics->torques(state);
    if (options.json) states.push_back(dynamics->json(read, state));
  });
  for (const std::string& remark : robot.remarks) talk(remark);
  const Later svg([&] {
    if (!options.svg) return;
    write_file(*options.svg, states_figure(model, read), options.force);
    talk_about_file(*options.svg);
  });
  const Later csv([&] {
    if (!options.csv) return;
    write_file(*options.csv, csv_of_states(model, read), options.force);
    talk_about_file(*options.csv, counted(read.states.size(), "state"));
    for (const std::string& sentence : robot.chosen.left_out) talk(sentence);
  });
  if (options.json)
    print(json_page(robot, std::move(states)));
  else if (!options.csv)
    print(text_page(model, *dynamics, read, options) +
          left_out_text(robot.chosen.left_out, stdout_style()));
  csv.complain();
  svg.complain();
  return exit_fine;
}

}  // namespace erfd
