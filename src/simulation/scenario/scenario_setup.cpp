#include "erfd/simulation/scenario_setup.hpp"

#include "erfd/base/error.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/loops/closure.hpp"
#include "erfd/model/frames.hpp"

#include "simulation/scenario/bind.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

Payload payload_of(const ScenarioPayload& p) {
  Payload payload;
  payload.mass = p.mass;
  payload.com = {p.com[0], p.com[1], p.com[2]};
  const auto& i = p.inertia;
  payload.I_com << i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2];
  return payload;
}

Model loaded(const Model& robot, const std::optional<ScenarioPayload>& payload) {
  return payload ? robot.with_payload(robot.tool(), payload_of(*payload)) : robot;
}

Model loaded(const Model& robot, const std::optional<ScenarioPayload>& payload,
             const std::vector<Payload>& at_flange) {
  Model model = loaded(robot, payload);
  for (const Payload& load : at_flange) model = model.with_payload(flange_of(robot), load);
  return model;
}

/// With what is fixed to its bodies for the whole run.
Model with_loads(const Scenario& scenario, const Model& robot) {
  Model model = robot;
  for (const ScenarioLoad& fixed : scenario.loads)
    model = model.with_payload(model.frame_index(fixed.frame), payload_of(fixed.load));
  return model;
}

std::vector<Payload> first_of(const std::vector<CarriedLoads>& loads) {
  return loads.empty() ? std::vector<Payload>() : loads.front().loads;
}

/// An Error of the library as a finding at its place in the file.
template <class Make>
auto at_place(const Scenario& scenario, Location at, Make make) {
  try {
    return make();
  } catch (const FileError&) {
    throw;
  } catch (const Error& refusal) {
    Diagnostics findings(scenario.file);
    findings.error("scenario", at, refusal.what());
    throw FileError(std::move(findings));
  }
}

std::shared_ptr<const Reference> waypoints_of(const ScenarioReference& r, const Model& robot,
                                              const VectorX<double>& q) {
  const auto count = static_cast<Eigen::Index>(r.points.size());
  VectorX<double> times(count);
  MatrixX<double> points(q.size(), count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const ScenarioPoint& point = r.points[static_cast<std::size_t>(k)];
    times[k] = point.time;
    points.col(k) = joint_vector(*point.q, robot, q);
  }
  return spline_motion(times, points);
}

std::shared_ptr<const Reference> reference_of(const ScenarioReference& r, const Model& robot,
                                              const VectorX<double>& q,
                                              const ScenarioFiles& files) {
  const auto get = [&](const JointField& field, const VectorX<double>& fallback) {
    return field ? joint_vector(*field, robot, fallback) : fallback;
  };
  const VectorX<double> ones = VectorX<double>::Ones(q.size());  // of passive joints, which rest
  switch (r.kind) {
    case ReferenceKind::set_point:
      return set_point(get(r.q, q));
    case ReferenceKind::quintic:
      return polynomial_move(get(r.from, q), get(r.to, q), r.start, r.duration);
    case ReferenceKind::cycloid:
      return cycloid_move(get(r.from, q), get(r.to, q), r.start, r.duration);
    case ReferenceKind::polynomial: {
      const VectorX<double> zeros = VectorX<double>::Zero(q.size());
      const auto rates = [&](const JointField& field) {
        return field ? get(field, zeros) : VectorX<double>();
      };
      return boundary_polynomial(
          {get(r.from, q), rates(r.start_speed), rates(r.start_acceleration)},
          {get(r.to, q), rates(r.end_speed), rates(r.end_acceleration)}, r.start, r.duration,
          r.degree);
    }
    case ReferenceKind::spline:
      return waypoints_of(r, robot, q);
    case ReferenceKind::trapezoid:
      return trapezoid_move(get(r.from, q), get(r.to, q), r.start, get(r.speed, ones),
                            get(r.acceleration, ones));
    case ReferenceKind::sine:
      return sine_motion(get(r.centre, q), get(r.amplitude, VectorX<double>::Zero(q.size())),
                         get(r.frequency, ones), get(r.phase, VectorX<double>::Zero(q.size())));
    case ReferenceKind::table:
    case ReferenceKind::program:
      break;
  }
  const std::vector<double>& t = files.reference.value().times;
  return table_motion(VectorX<double>::Map(t.data(), static_cast<Eigen::Index>(t.size())),
                      files.reference->values);
}

/// For passive joints, of which nothing is asked.
VectorX<double> ones_of(const Model& robot) {
  return VectorX<double>::Ones(static_cast<Eigen::Index>(robot.joints().size()));
}

DriveKnowledge knowledge_of(const ScenarioController& c, const Model& robot,
                            const std::optional<Drives>& drives) {
  DriveKnowledge known;
  if (drives && c.knows_drives) known.drives = &*drives;
  if (!c.compensates_friction) return known;
  if (c.friction_speed)
    return {known.drives, joint_vector(*c.friction_speed, robot, ones_of(robot))};
  known.friction_speed.resize(static_cast<Eigen::Index>(robot.joints().size()));
  for (Eigen::Index j = 0; j < known.friction_speed.size(); ++j)
    known.friction_speed[j] =
        is_angle(robot.joints()[static_cast<std::size_t>(j)].kind) ? 0.01 : 0.001;
  return known;
}

/// Row before t, held or on a straight line to the next; the ends stay.
void value_at(const TimeTable& table, bool hold, double t, Out<double> u) {
  const auto next = std::upper_bound(table.times.begin(), table.times.end(), t);
  const Eigen::Index k = next - table.times.begin();
  if (k == 0 || hold || next == table.times.end()) {
    u = table.values.col(std::max<Eigen::Index>(k - 1, 0));
    return;
  }
  const double before = *(next - 1), share = (t - before) / (*next - before);
  u = (1 - share) * table.values.col(k - 1) + share * table.values.col(k);
}

}  // namespace

ScenarioSetup::ScenarioSetup(const Scenario& scenario, const Model& unloaded,
                             std::optional<Drives> drives, const ScenarioFiles& files) {
  Diagnostics findings(scenario.file);
  check_scenario(scenario, unloaded, findings);
  if (findings.has_errors()) throw FileError(std::move(findings));
  const Model robot = with_loads(scenario, unloaded);
  make_plant(scenario, robot, std::move(drives), files.loads);
  const bool program =
      scenario.controller && scenario.controller->reference->kind == ReferenceKind::program;
  const bool loops = robot.is_constrained();
  q_ = loops ? robot.start() : robot.neutral();
  qd_ = VectorX<double>::Zero(robot.nv());
  const auto joints = static_cast<Eigen::Index>(robot.joints().size());
  if (scenario.q)
    q_.tail(joints) = joint_vector(*scenario.q, robot, q_.tail(joints));
  else if (program)
    q_.tail(joints) = files.reference.value().values.col(0);
  else if (scenario.controller && !scenario.controller->reference->points.empty())
    q_.tail(joints) =
        joint_vector(*scenario.controller->reference->points.front().q, robot, q_.tail(joints));
  if (scenario.qd) qd_.tail(joints) = joint_vector(*scenario.qd, robot);
  if (robot.has_free_base()) {
    const auto& [spin, speed] = std::tie(scenario.base_spin, scenario.base_speed);
    qd_.head<6>() << spin[0], spin[1], spin[2], speed[0], speed[1], speed[2];
  }
  if (loops) close_start(scenario, robot);
  given_ = VectorX<double>::Zero(joints);
  if (plant_->drives()) drive_state_.emplace(*plant_->drives());
  speed_a_ = given_a_ = VectorX<double>::Zero(plant_->drives() ? plant_->drives()->count() : 0);

  settings_.duration =
      scenario.duration > 0 ? scenario.duration : files.reference.value().times.back();
  settings_.output_period = scenario.output_period;
  settings_.control_period = scenario.control_period;
  settings_.integration = scenario.integration;
  settings_.integrator = scenario.integrator.empty() ? integrator_for(*plant_, q_)
                                                     : find_integrator(scenario.integrator).name;
  settings_.max_steps = scenario.max_steps;
  make_wrenches(scenario);
  if (scenario.controller)
    make_law(scenario, robot, files);
  else
    make_input(scenario, files);
  std::sort(settings_.breaks.begin(), settings_.breaks.end());
}

/// Passive joints that the scenario names are where the search begins, others follow from where the robot is
/// put together.
void ScenarioSetup::close_start(const Scenario& scenario, const Model& robot) {
  LoopWorkspace ws(robot);
  const bool all = scenario.q && scenario.q->values.size() == robot.joints().size();
  at_place(scenario, scenario.q ? scenario.q->at : scenario.robot_at, [&] {
    const VectorX<double> asked = q_;
    LoopClosure closure;
    if (all) {
      closure = close_position(robot, ws, q_);
    } else {
      const auto joints = static_cast<Eigen::Index>(robot.joints().size());
      q_.tail(joints) = robot.start().tail(joints);
      closure = move_active<double>(robot, ws, asked, q_);
    }
    if (!closure.closed)
      throw Error(fmt::format(
          "initial: the loops of {} do not close there, a gap of {:.3g} is left (m, or the sine of "
          "an angle); the active joints are out of reach, or the passive ones far from where they "
          "close",
          robot.name(), closure.gap));
    close_velocity(robot, ws, q_, qd_);
  });
}

/// Every change of what is carried, by the scenario or by its program.
void ScenarioSetup::find_carried(const Scenario& scenario, const std::vector<CarriedLoads>& loads) {
  carried_ = {{.payload = scenario.payload, .at_flange = first_of(loads)}};
  std::size_t s = 0, l = loads.empty() ? 0 : 1;
  while (s < scenario.switches.size() || l < loads.size()) {
    CarriedInRun next = carried_.back();
    if (s == scenario.switches.size() ||
        (l < loads.size() && loads[l].time < scenario.switches[s].time)) {
      next.time = loads[l].time;
      next.at_flange = loads[l++].loads;
    } else {
      next.time = scenario.switches[s].time;
      next.payload = scenario.switches[s++].payload;
    }
    carried_.push_back(std::move(next));
  }
}

/// One model for each change of what is carried.
void ScenarioSetup::make_plant(const Scenario& scenario, const Model& robot,
                               std::optional<Drives> drives,
                               const std::vector<CarriedLoads>& loads) {
  find_carried(scenario, loads);
  std::vector<Model> models;
  for (const CarriedInRun& carried : carried_) {
    if (!models.empty())
      settings_.switches.push_back({carried.time, static_cast<int>(models.size())});
    models.push_back(loaded(robot, carried.payload, carried.at_flange));
  }
  plant_.emplace(at_place(scenario, scenario.input ? scenario.input->at : scenario.robot_at, [&] {
    return Plant({.models = std::move(models),
                  .drives = std::move(drives),
                  .input = scenario.input ? scenario.input->kind : PlantInput::joint_torques,
                  .motor_limits = scenario.motor_limits,
                  .algorithm = scenario.algorithm});
  }));
}

void ScenarioSetup::make_law(const Scenario& scenario, const Model& robot,
                             const ScenarioFiles& files) {
  const ScenarioController& c = *scenario.controller;
  const Model believed =
      loaded(robot, c.knows_payload ? scenario.payload : std::nullopt, first_of(files.loads));
  reference_ = at_place(scenario, c.reference->at, [&] {
    return reference_of(*c.reference, robot,
                        q_.tail(static_cast<Eigen::Index>(robot.joints().size())), files);
  });
  ControllerGains gains;
  for (const auto& [name, values] : c.gains)
    gain(gains, name) = values.values.size() == 1 ? VectorX<double>::Constant(1, values.values[0])
                                                  : joint_vector(values, robot, ones_of(robot));
  if (c.uncertain_payload)
    gains.uncertainty =
        payload_uncertainty(believed, believed.tool(), payload_of(*c.uncertain_payload));
  law_ = at_place(scenario, c.at, [&] {
    const DriveKnowledge known = knowledge_of(c, robot, plant_->drives());
    bare_law_ = make_controller(c.law, believed, reference_, gains, known);
    auto law = make_controller(c.law, believed, reference_, gains, known);
    if (c.rate_limit)
      law = rate_limited(std::move(law), joint_vector(*c.rate_limit, robot, ones_of(robot)));
    if (c.saturation)
      law = saturated(std::move(law), joint_vector(*c.saturation, robot, ones_of(robot)));
    return law;
  });
  if (law_->has_memory() && law_->state_count() == 0 && scenario.control_period == 0) {
    Diagnostics findings(scenario.file);
    findings.error("control-period", c.at,
                   fmt::format("controller: {} remembers earlier calls, so that it is called once "
                               "a cycle; write control_period_s = 0.001 at the top",
                               c.rate_limit ? "a rate limit" : "the law '" + c.law + "'"));
    throw FileError(std::move(findings));
  }
  settings_.reference = reference_.get();
  settings_.input_states = law_.get();
  input_ = [this](double t, In<double> q, In<double> qd, Out<double> u) {
    law_->torque(t, q, qd, u);
    if ((law_->has_memory() || law_->state_count() > 0) && plant_->drives() &&
        plant_->motor_limits())
      tell_what_motors_gave(q, qd, u);
  };
}

SampledDamping ScenarioSetup::sampled_damping(In<double> q) {
  if (!bare_law_ || bare_law_->state_count() > 0 || settings_.control_period == 0 ||
      plant_->model().is_constrained())
    return {};
  return erfd::sampled_damping(*plant_, *bare_law_, 0, q, VectorX<double>::Zero(q.size()),
                               settings_.control_period);
}

/// What the motors can give at the speed of the call; between the calls it may change a little.
void ScenarioSetup::tell_what_motors_gave(In<double> q, In<double> qd, In<double> u) {
  const Drives& drives = *plant_->drives();
  if (!set_position(drives, q, *drive_state_)) return;  // the plant says so
  motor_velocities(drives, *drive_state_, qd, speed_a_);
  motor_torques(drives, *drive_state_, u, given_a_);
  bool clipped = false;
  for (int i = 0; i < drives.count(); ++i) {
    const TorqueRange range = torque_range(drives.motor(i), speed_a_[i]);
    const double torque = std::clamp(given_a_[i], range.low, range.high);
    clipped = clipped || torque != given_a_[i];
    given_a_[i] = torque;
  }
  if (!clipped) return;  // the way there and back would round
  joint_torques(drives, *drive_state_, given_a_, given_);
  law_->applied(given_);
}

void ScenarioSetup::make_input(const Scenario& scenario, const ScenarioFiles& files) {
  const ScenarioInput& input = *scenario.input;
  if (input.values) {
    VectorX<double> all = joint_vector(*input.values, plant_->model()), u = all;
    if (plant_->input_count() < all.size()) {  // passive joints have no motor
      const std::vector<const Body*> active = active_joints(plant_->model());
      u.resize(plant_->input_count());
      for (Eigen::Index i = 0; i < u.size(); ++i)
        u[i] = all[active[static_cast<std::size_t>(i)] - plant_->model().joints().data()];
    }
    input_ = [u](double, In<double>, In<double>, Out<double> out) { out = u; };
    return;
  }
  const TimeTable& table = files.input.value();
  if (table.values.rows() != plant_->input_count())
    throw Error(fmt::format("{}: its input has {} numbers, but {} needs {}", scenario.file,
                            table.values.rows(), plant_->model().name(), plant_->input_count()));
  for (const double t : table.times)
    if (t > 0 && t < settings_.duration) settings_.breaks.push_back(t);
  input_ = [table, hold = input.hold](double t, In<double>, In<double>, Out<double> u) {
    value_at(table, hold, t, u);
  };
}

void ScenarioSetup::make_wrenches(const Scenario& scenario) {
  if (scenario.wrenches.empty()) return;
  wrenches_ = scenario.wrenches;
  acting_.reserve(wrenches_.size());
  const Model& model = plant_->model();
  std::vector<ExternalWrench<double>> all;
  for (const ScenarioWrench& w : wrenches_) {
    const FrameIndex frame = w.frame.empty() ? model.tool() : model.frame_index(w.frame);
    all.push_back({frame,
                   {{w.moment[0], w.moment[1], w.moment[2]}, {w.force[0], w.force[1], w.force[2]}},
                   {w.point[0], w.point[1], w.point[2]}});
    for (const double t : {w.from, w.to})
      if (t > 0 && t < settings_.duration) settings_.breaks.push_back(t);
  }
  settings_.wrenches = [this, all](double t, In<double>, In<double>) {
    acting_.clear();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (t >= wrenches_[i].from && t < wrenches_[i].to) acting_.push_back(all[i]);
    return std::span<const ExternalWrench<double>>(acting_);
  };
}

}  // namespace erfd
