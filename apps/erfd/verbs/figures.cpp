#include "verbs/figures.hpp"

#include "erfd/base/units.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

namespace erfd {
namespace {

std::vector<double> level(std::size_t count, double value) {
  return std::vector<double>(count, value);
}

/// Lines at ± the value; none where it is not known.
void add_limits(Panel& panel, std::size_t count, double value) {
  if (!std::isfinite(value)) return;
  panel.lines.push_back({"limit", LineKind::limit, level(count, value)});
  panel.lines.push_back({"limit", LineKind::limit, level(count, -value)});
}

std::vector<double> row_of(const MatrixX<double>& matrix, Eigen::Index row, Eigen::Index count) {
  std::vector<double> values(static_cast<std::size_t>(count),
                             std::numeric_limits<double>::quiet_NaN());
  for (Eigen::Index k = 0; k < std::min(count, matrix.cols()); ++k)
    values[static_cast<std::size_t>(k)] = matrix(row, k);
  return values;
}

/// "inertia", "load friction": names of causes for people.
std::string cause_text(TorqueCause cause) {
  std::string name(name_of(cause));
  std::replace(name.begin(), name.end(), '_', ' ');
  if (cause == TorqueCause::coriolis || cause == TorqueCause::coulomb)
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  return name;
}

bool counts(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double x) { return std::abs(x) > 1e-9; });
}

}  // namespace

std::string states_figure(const Model& model, const ReadStates& read) {
  PanelPlot plot{fmt::format("Joint torques of {}", model.name()),
                 read.has_time ? "time [s]" : "state",
                 {},
                 {}};
  for (std::size_t k = 0; k < read.states.size(); ++k)
    plot.x.push_back(read.has_time ? read.states[k].time : static_cast<double>(k + 1));
  const std::vector<Coordinate> efforts = coordinates(model, Quantity::effort);
  for (std::size_t i = 0; i < efforts.size(); ++i) {
    Panel panel{fmt::format("{} [{}]", efforts[i].name, efforts[i].unit),
                {{"tau", LineKind::signal, {}}}};
    for (const State& state : read.states)
      panel.lines.front().values.push_back(state.tau[static_cast<Eigen::Index>(i)]);
    plot.panels.push_back(std::move(panel));
  }
  return svg_of(plot);
}

TorqueFigure::TorqueFigure(const LoadedRobot& robot) : robot_(robot) {
  const int shafts = robot.drives ? robot.motor_count() : robot.links.nv();
  values_.resize(static_cast<std::size_t>(shafts));
  for (auto& shaft : values_) shaft.resize(1 + torque_cause_count);
}

void TorqueFigure::add(double time, const TorqueSplit& split) {
  times_.push_back(time);
  const MatrixX<double>& causes = robot_.drives ? split.motor : split.joint;
  const VectorX<double>& total = robot_.drives ? split.motor_total : split.joint_total;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    values_[i][0].push_back(total[row]);
    for (Eigen::Index k = 0; k < torque_cause_count; ++k)
      values_[i][static_cast<std::size_t>(k) + 1].push_back(causes(row, k));
  }
}

std::string TorqueFigure::svg(const std::string& motion) const {
  PanelPlot plot{
      fmt::format("{} torques of {} on {}", robot_.drives ? "Motor" : "Joint",
                  std::filesystem::path(motion).filename().string(), robot_.links.name()),
      "time [s]",
      times_,
      {}};
  const std::vector<Coordinate> efforts = coordinates(robot_.links, Quantity::effort);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Motor* motor = robot_.drives ? &robot_.drives->motor(static_cast<int>(i)) : nullptr;
    Panel panel{motor != nullptr ? fmt::format("{} [N m]", motor->name)
                                 : fmt::format("{} [{}]", efforts[i].name, efforts[i].unit),
                {{"total", LineKind::signal, values_[i][0]}}};
    for (const TorqueCause cause : torque_causes())
      if (const auto& values = values_[i][static_cast<std::size_t>(cause) + 1]; counts(values))
        panel.lines.push_back({cause_text(cause), LineKind::signal, values});
    if (motor != nullptr) add_limits(panel, times_.size(), motor->limits.torque_peak);
    plot.panels.push_back(std::move(panel));
  }
  return svg_of(plot);
}

std::string simulation_figure(const SimulationPage& page, const Reference* reference) {
  const std::vector<Sample>& samples = page.result.samples;
  const Model& model = page.plant.model();
  PanelPlot plot{
      fmt::format("Run of {}", std::filesystem::path(page.scenario.file).filename().string()),
      "time [s]",
      {},
      {}};
  std::vector<VectorX<double>> asked;
  for (const Sample& sample : samples) {
    plot.x.push_back(sample.t);
    if (reference == nullptr) continue;
    VectorX<double> q(model.nv()), qd(model.nv()), qdd(model.nv());
    reference->at(sample.t, q, qd, qdd);
    asked.push_back(std::move(q));
  }
  for (const Body& body : model.bodies()) {
    if (body.kind == JointKind::free) continue;
    const bool slides = body.kind == JointKind::prismatic;
    const double scale = slides ? 1000 : 1 / degree;
    Panel panel{fmt::format("{}: position [{}]", body.joint, slides ? "mm" : "deg"),
                {{"run", LineKind::signal, {}}}};
    if (reference != nullptr) panel.lines.push_back({"asked", LineKind::asked, {}});
    for (std::size_t k = 0; k < samples.size(); ++k) {
      panel.lines[0].values.push_back(scale * samples[k].q[body.q_index]);
      if (reference != nullptr) panel.lines[1].values.push_back(scale * asked[k][body.v_index]);
    }
    plot.panels.push_back(std::move(panel));
  }
  const std::vector<Coordinate> efforts = coordinates(model, Quantity::effort);
  const auto& drives = page.plant.drives();
  for (Eigen::Index i = 0; !samples.empty() && i < samples.front().torque.size(); ++i) {
    const auto index = static_cast<std::size_t>(i);
    Panel panel{drives ? fmt::format("{}: torque [N m]", drives->motors()[index].name)
                       : fmt::format("{}: torque [{}]", efforts[index].name, efforts[index].unit),
                {{"run", LineKind::signal, {}}}};
    for (const Sample& sample : samples) panel.lines[0].values.push_back(sample.torque[i]);
    if (drives) add_limits(panel, samples.size(), drives->motors()[index].limits.torque_peak);
    plot.panels.push_back(std::move(panel));
  }
  return svg_of(plot);
}

namespace {

/// Where a motor is asked for more than it has then; cycles with jumps of the plan count as such.
std::vector<PanelMark> overloads_of(const MotionRecord& record, Eigen::Index motor) {
  std::vector<PanelMark> marks;
  const Eigen::Index cycles = std::min(record.ua_asked.cols(), record.ua_low.cols());
  for (Eigen::Index k = 0; k < cycles; ++k) {
    const double asked = record.ua_asked(motor, k);
    const bool jumps = record.jumps.size() > static_cast<std::size_t>(k) &&
                       record.jumps[static_cast<std::size_t>(k)];
    if (!jumps && asked <= record.ua_high(motor, k) && asked >= record.ua_low(motor, k)) continue;
    const double from = static_cast<double>(k) * record.period, to = from + record.period;
    if (!marks.empty() && from - marks.back().to < 0.5 * record.period)
      marks.back().to = to;
    else
      marks.push_back({from, to});
  }
  return marks;
}

}  // namespace

std::string verdict_figure(const JudgedCase& s) {
  const MotionRecord& record = s.verification.motion;
  const Eigen::Index cycles = std::max(record.q.cols(), record.ua_asked.cols());
  PanelPlot plot{fmt::format("{} on {}: {}", s.program.name, s.model.name(),
                             s.verification.achievable ? "achievable" : "NOT achievable"),
                 "time [s]",
                 {},
                 {},
                 "beyond what the motor has, or a jump of speed"};
  for (Eigen::Index k = 0; k < cycles; ++k)
    plot.x.push_back(static_cast<double>(k) * record.period);
  Panel path{"tool off its path [mm]", {{"achieved", LineKind::signal, {}}}};
  path.lines[0].values = level(plot.x.size(), std::numeric_limits<double>::quiet_NaN());
  for (Eigen::Index k = 0; k < std::min(cycles, record.path_error.size()); ++k)
    path.lines[0].values[static_cast<std::size_t>(k)] = 1000 * record.path_error[k];
  plot.panels.push_back(std::move(path));
  for (Eigen::Index i = 0; i < record.ua_asked.rows(); ++i)
    plot.panels.push_back(
        {fmt::format("{}: torque [N m]", s.drives.motor(static_cast<int>(i)).name),
         {{"achieved", LineKind::signal, row_of(record.ua, i, cycles)},
          {"asked", LineKind::asked, row_of(record.ua_asked, i, cycles)},
          {"limit", LineKind::limit, row_of(record.ua_low, i, cycles)},
          {"limit", LineKind::limit, row_of(record.ua_high, i, cycles)}},
         overloads_of(record, i)});
  return svg_of(plot);
}

std::string drives_figure(const DriveFacts& facts) {
  constexpr int points = 240;
  double fastest = 0;
  const auto range_of_speed = [&](std::size_t i) {
    const double limit = facts.motor(i).limits.speed;
    return std::isfinite(limit) ? limit : facts.surveys[i].most_speed.value;
  };
  for (std::size_t i = 0; i < facts.surveys.size(); ++i)
    fastest = std::max(fastest, range_of_speed(i));
  PanelPlot plot{
      fmt::format("Motors of {}", facts.robot.model.name()), "motor speed [rpm]", {}, {}};
  for (int k = 0; k <= points; ++k) plot.x.push_back(fastest / rpm * k / points);
  for (std::size_t i = 0; i < facts.surveys.size(); ++i) {
    const Motor& motor = facts.motor(i);
    Panel panel{fmt::format("{}: torque [N m]", motor.name), {{"largest", LineKind::signal, {}}}};
    for (const double x : plot.x) {
      const double speed = x * rpm;
      panel.lines[0].values.push_back(speed <= range_of_speed(i) * (1 + 1e-12)
                                          ? torque_range(motor, speed).high
                                          : std::numeric_limits<double>::quiet_NaN());
    }
    const double holding = std::abs(facts.surveys[i].most_holding.value);
    panel.lines.push_back({"gravity, at most", LineKind::asked, level(plot.x.size(), holding)});
    if (std::isfinite(motor.limits.torque_rated))
      panel.lines.push_back(
          {"rated", LineKind::limit, level(plot.x.size(), motor.limits.torque_rated)});
    plot.panels.push_back(std::move(panel));
  }
  return svg_of(plot);
}

}  // namespace erfd
