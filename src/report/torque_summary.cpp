#include "erfd/report/torque_summary.hpp"

#include "erfd/dynamics/felt.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

TorquePeak peak_at(double time, double torque, const MatrixX<double>& terms, Eigen::Index i) {
  TorquePeak peak;
  peak.peak = torque;
  peak.time = time;
  for (std::size_t k = 0; k < peak.causes.size(); ++k)
    peak.causes[k] = terms(i, static_cast<Eigen::Index>(k));
  return peak;
}

/// "tau1" as "tau1_inertia" … with the same unit.
void add_causes(const Column& total, std::vector<Column>& columns) {
  for (const TorqueCause cause : torque_causes())
    columns.push_back({total.name + '_' + std::string(name_of(cause)), total.unit});
}

void add_loads(const Model& model, std::vector<Column>& columns) {
  int number = 0;
  for (std::size_t i = 0; i < model.joints().size(); ++i) {
    const std::string name = "load" + std::to_string(++number) + '_';
    for (const char* axis : {"fx", "fy", "fz"}) columns.push_back({name + axis, "N"});
    for (const char* axis : {"nx", "ny", "nz"}) columns.push_back({name + axis, "N m"});
  }
}

void add_motor_sides(const Drives& drives, std::vector<Column>& columns) {
  const auto add = [&](const char* name, const char* unit) {
    for (int i = 1; i <= drives.count(); ++i)
      columns.push_back({"motor" + std::to_string(i) + '_' + name, unit});
  };
  add("angle", "rad");
  add("speed", "rad/s");
  if (knows_currents(drives)) add("current", "A");
  if (knows_voltages(drives)) add("voltage", "V");
}

void append_motor_sides(const Drives& drives, const MotorSignals& motors,
                        std::vector<double>& row) {
  const auto add = [&](const VectorX<double>& part) {
    row.insert(row.end(), part.begin(), part.end());
  };
  add(motors.angle);
  add(motors.speed);
  if (knows_currents(drives)) add(motors.current);
  if (knows_voltages(drives)) add(motors.voltage);
}

void append(std::vector<double>& row, const MatrixX<double>& terms) {
  for (Eigen::Index i = 0; i < terms.rows(); ++i)
    for (Eigen::Index k = 0; k < terms.cols(); ++k) row.push_back(terms(i, k));
}

}  // namespace

TorqueSummary::TorqueSummary(const LoadedRobot& robot)
    : bearings_(static_cast<std::size_t>(robot.links.body_count())) {
  const auto size = [](Row& row, int n) {
    row.peaks.resize(static_cast<std::size_t>(n));
    row.rms.resize(static_cast<std::size_t>(n));
  };
  size(joints_, robot.links.nv());
  size(motors_, robot.motor_count());
}

void TorqueSummary::Row::add(double time, bool first, const VectorX<double>& total,
                             const MatrixX<double>& terms) {
  for (Eigen::Index i = 0; i < total.size(); ++i) {
    TorquePeak& peak = peaks[static_cast<std::size_t>(i)];
    if (first || std::abs(total[i]) > std::abs(peak.peak)) peak = peak_at(time, total[i], terms, i);
    RunningRms& running = rms[static_cast<std::size_t>(i)];
    running.add(time, total[i]);
    peak.rms = running.value();
  }
}

void TorqueSummary::add(double time, const TorqueSplit& split) {
  const bool first = count_++ == 0;
  if (first) first_ = time;
  last_ = time;
  joints_.add(time, first, split.joint_total, split.joint);
  motors_.add(time, first, split.motor_total, split.motor);
  for (std::size_t i = 0; i < bearings_.size(); ++i) bearings_[i].add(time, split.reactions[i]);
}

ColumnTable torque_columns(const LoadedRobot& robot, const ReadStates& motion) {
  ColumnTable table{"torque", {{"time", "s"}}};
  std::vector<Column>& columns = table.columns;
  const auto add = [&](const std::vector<Column>& more) {
    columns.insert(columns.end(), more.begin(), more.end());
  };
  const std::vector<Column> taus = columns_of(robot.links, Quantity::effort);
  std::vector<Column> motors;
  for (int i = 1; i <= robot.motor_count(); ++i)
    motors.push_back({"motor" + std::to_string(i), "N m"});
  for (const auto quantity : {Quantity::position, Quantity::velocity, Quantity::acceleration})
    add(columns_of(robot.links, quantity));
  add(taus);
  add(motors);
  for (const Column& tau : taus) add_causes(tau, columns);
  for (const Column& motor : motors) add_causes(motor, columns);
  add_loads(robot.links, columns);
  add(felt_columns(robot.links));
  if (robot.drives) add_motor_sides(*robot.drives, columns);
  if (motion.has_move) columns.push_back({"move", ""});
  if (motion.has_payload)
    for (const std::string& head : payload_heads()) columns.push_back({head, ""});
  return table;
}

void set_torque_row(const LoadedRobot& robot, const ReadStates& motion, const State& state,
                    const TorqueSplit& split, MotorSensors* sensors, std::vector<double>& row) {
  row.assign(1, state.time);
  for (const VectorX<double>* part :
       {&state.q, &state.qd, &state.qdd, &split.joint_total, &split.motor_total})
    row.insert(row.end(), part->begin(), part->end());
  append(row, split.joint);
  append(row, split.motor);
  for (std::size_t i = 0; i < split.reactions.size(); ++i) {
    if (robot.links.bodies()[i].is_free()) continue;
    const auto& [moment, force] = split.reactions[i];
    row.insert(row.end(), force.begin(), force.end());
    row.insert(row.end(), moment.begin(), moment.end());
  }
  append_felt(robot.links, state.q, state.qd, state.qdd, row);
  if (sensors != nullptr)
    append_motor_sides(*robot.drives, sensors->read(state.q, state.qd, split.motor_total), row);
  if (motion.has_move) row.push_back(state.move);
  const auto payload = numbers_of(state.payload);
  if (motion.has_payload) row.insert(row.end(), payload.begin(), payload.end());
}

}  // namespace erfd
