// The Manutec r3 with elastic gears, drives, friction and controllers against the reference run of the
// Modelica Standard Library 4.0, RobotR3.FullRobot (Dymola 2020x, tolerance 1e-6).
//
//   s'' trapezoid; asked q_d = q_0 + s (q_1 − q_0)                          KinematicPTP, swing 0.5 s   (1)
//   u = kp (i q_d − θ_m) + i qd_d − θ_m'                                    Controller: P              (2)
//   x' = u / Ts,   i_ref = ks (x + u)                                       PI                         (3)
//   C' = (i_ref − i) w / (0.04 D)                                           Motor: current controller  (4)
//   i' = (5 C − 250 i − k θ_m') 2 D w / 250                                 armature                   (5)
//
// (2) to (5) run beside the plant in cycles of 25 µs; the motors get the currents.
#include "erfd/drives/drives.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"
#include "erfd/simulation/simulate.hpp"

#include "support/source_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

constexpr double degree_in_rad = 0.017453292519943295;
constexpr double start[6] = {-60, 20, 90, 0, -110, 0}, goal[6] = {60, -70, -35, 45, 110, 45};
constexpr double speed[6] = {3, 1.5, 5, 3.1, 3.1, 4.1}, acceleration[6] = {15, 15, 15, 60, 60, 60};
constexpr double ratio[6] = {-105, 210, 60, -99, 79.2, -99};
constexpr double kp = 5, ks = 0.5, Ts = 0.05;
constexpr double w[6] = {4590, 5500, 5500, 6250, 6250, 7400}, D[6] = {.6, .6, .6, .55, .55, .27},
                 k[6] = {1.1616, 1.1616, 1.1616, .2365, .2608, .0842};
constexpr double cycle = 25e-6, run_end = 1.8560446;

/// (1): path parameter and its rate.
std::pair<double, double> path_at(double t) {
  double fastest = 0, hardest = 0;
  for (int j = 0; j < 6; ++j) {
    const double way = std::abs(goal[j] - start[j]) * degree_in_rad;
    fastest = std::max(fastest, way / speed[j]);
    hardest = std::max(hardest, way / acceleration[j]);
  }
  const double v = 1 / fastest, a = 1 / hardest, ramp = v / a, end = fastest + ramp;
  if (t < ramp) return {a * t * t / 2, a * t};
  if (t < fastest) return {v * (t - ramp / 2), v};
  if (t < end) return {1 - a * (end - t) * (end - t) / 2, a * (end - t)};
  return {1, 0};
}

struct AxisControl {
  double x = 0, C = 0, i = 0;

  struct Asked {
    double current, u;
  };
  Asked asked(int j, double t, double angle, double speed_of_motor) const {
    const auto [s, sd] = path_at(t);
    const double way = (goal[j] - start[j]) * degree_in_rad;
    const double q_d = start[j] * degree_in_rad + s * way, qd_d = sd * way;
    const double u = kp * (ratio[j] * q_d - angle) + ratio[j] * qd_d - speed_of_motor;  // (2)
    return {ks * (x + u), u};                                                           // (3)
  }
  /// Steps of (3) to (5), short against 1/w, with the motor as it is now.
  void advance(int j, double t, double dt, double angle, double speed_of_motor) {
    constexpr int parts = 8;
    const double h = dt / parts;
    for (int n = 0; n < parts; ++n) {
      const auto rates = [&](double at_x, double at_C, double at_i) {
        const AxisControl here{at_x, at_C, at_i};
        const Asked a = here.asked(j, t + n * h, angle, speed_of_motor);
        return std::array{a.u / Ts, (a.current - at_i) * w[j] / (0.04 * D[j]),
                          (5 * at_C - 250 * at_i - k[j] * speed_of_motor) * 2 * D[j] * w[j] / 250};
      };
      const auto r = rates(x, C, i),
                 m = rates(x + h / 2 * r[0], C + h / 2 * r[1], i + h / 2 * r[2]);
      x += h * m[0], C += h * m[1], i += h * m[2];
    }
  }
};

struct Row {
  double t, angle[6], current[6];
};

/// The robot as the project ships it.
std::vector<Row> our_run() {
  const ReadResult read = read_robot_file(source_tree("robots/manutec_r3.toml"));
  const Model robot = build(read.robot);
  const Plant plant({.models = {robot},
                     .drives = make_drives(read.robot, robot),
                     .input = PlantInput::motor_currents,
                     .motor_limits = false});
  EXPECT_EQ(plant.coordinates(), 9);
  VectorX<double> q(6);
  for (int j = 0; j < 6; ++j) q[j] = start[j] * degree_in_rad;
  std::array<AxisControl, 6> axes;
  double last = 0;
  bool begun = false;
  const auto input = [&](double t, In<double> at, In<double> speeds, Out<double> u) {
    for (int j = 0; j < 6; ++j) {
      AxisControl& axis = axes[static_cast<std::size_t>(j)];
      const double angle = ratio[j] * at[j], turning = ratio[j] * speeds[j];
      if (!begun) {  // in equilibrium: the current that holds the weight, asked for by (3)
        axis.i = u[j];
        axis.C = 50 * axis.i;
        axis.x = axis.i / ks - axis.asked(j, 0, angle, 0).u;
      } else {
        axis.advance(j, last, t - last, angle, turning);
      }
      u[j] = axis.i;
    }
    last = t;
    begun = true;
  };
  std::vector<Row> rows;
  // What holds the weight at the start.
  VectorX<double> hold(6);
  {
    EngineWorkspace ws(plant.engine());
    const VectorX<double> zero = VectorX<double>::Zero(6);
    inverse_dynamics(plant.engine(), ws, q, zero, zero, hold);
    for (int j = 0; j < 6; ++j) hold[j] /= ratio[j] * k[j];
  }
  const auto first = [&](double t, In<double> at, In<double> speeds, Out<double> u) {
    if (!begun) u = hold;
    input(t, at, speeds, u);
  };
  SimulationSettings settings{.duration = run_end,
                              .output_period = run_end / 40000,
                              .control_period = cycle,
                              .integration = {.relative = 1e-7, .absolute = 1e-8}};
  settings.keep_samples = false;
  settings.observer = [&](const Sample& s) {
    Row row{s.t, {}, {}};
    for (int j = 0; j < 6; ++j) {
      row.angle[j] = s.q[j];
      row.current[j] = s.torque[j] / k[j];
    }
    rows.push_back(row);
    return true;
  };
  const SimulationResult run = simulate(plant, first, q, VectorX<double>::Zero(6), settings);
  EXPECT_TRUE(run.ok()) << describe_fault(plant, run);
  return rows;
}

const std::vector<Row>& run_once() {
  static const std::vector<Row> rows = our_run();
  return rows;
}

double between(const std::vector<Row>& rows, double t, const double (Row::*part)[6], int j) {
  const auto next = std::lower_bound(rows.begin() + 1, rows.end() - 1, t,
                                     [](const Row& row, double time) { return row.t < time; });
  const auto n = static_cast<std::size_t>(next - rows.begin());
  const Row &a = rows[n - 1], &b = rows[n];
  const double share = std::min(1.0, (t - a.t) / (b.t - a.t));
  return (a.*part)[j] + share * ((b.*part)[j] - (a.*part)[j]);
}

constexpr double angle_bound = 1e-3, current_share = 0.02;
constexpr double peak[6] = {15.80, 13.41, 17.53, 8.23, 7.97, 9.53};  // of the reference [A]

// Five rows of the reference: time, six angles, currents of axes 1 to 3.
constexpr double reference[5][10] = {
    {0, -1.047197551, .349065850, 1.570796327, 0, -1.919862177, 0, 0, -1.888091, -3.678835},
    {0.5, -.299971262, -.211063708, .791065304, .279551550, -.552437615, .280111895, .730389,
     -1.088482, -2.423693},
    {1.0, .543760630, -.847754444, -.091946900, .598500456, .996362434, .597928115, -1.356834,
     2.833998, 3.270460},
    {1.5, 1.046280593, -1.223092605, -.608789702, .784784108, 1.922031381, .784971533, .251883,
     3.019450, 2.530629},
    {1.856045, 1.046822409, -1.223647247, -.610908070, .784784108, 1.920234599, .785339123,
     -.340717, 2.648168, 2.115810}};

TEST(ManutecR3, RunsAsTheModelicaModelAtFiveTimes) {
  double angles = 0, currents = 0;
  for (const auto& row : reference) {
    for (int j = 0; j < 6; ++j) {
      const double off = std::abs(between(run_once(), row[0], &Row::angle, j) - row[1 + j]);
      EXPECT_LT(off, angle_bound) << "axis " << j + 1 << " at " << row[0] << " s";
      angles = std::max(angles, off);
    }
    for (int j = 0; j < 3; ++j) {
      const double off = std::abs(between(run_once(), row[0], &Row::current, j) - row[7 + j]);
      EXPECT_LT(off, current_share * peak[j]) << "axis " << j + 1 << " at " << row[0] << " s";
      currents = std::max(currents, off / peak[j]);
    }
  }
  std::printf("r3 at five times: angles within %.1e rad, currents within %.2f %% of the peak\n",
              angles, 100 * currents);
}

TEST(ManutecR3, NeedsThePeakCurrentsOfTheModelicaModel) {
  for (int j = 0; j < 6; ++j) {
    double largest = 0;
    for (const Row& row : run_once()) largest = std::max(largest, std::abs(row.current[j]));
    EXPECT_NEAR(largest, peak[j], current_share * peak[j]) << "axis " << j + 1;
  }
}

/// All samples of the reference, where ERFD_DATA names the folder that has it.
TEST(ManutecR3, RunsAsTheModelicaModelAllAlong) {
  const char* const folder = std::getenv("ERFD_DATA");
  std::ifstream in(std::string(folder == nullptr ? "" : folder) +
                   "/r3_FullRobot_MSL400_Dymola2020x_tol1e-6.csv");
  if (!in) GTEST_SKIP() << "ERFD_DATA names no folder with the reference run";
  std::string line, cell;
  std::getline(in, line);
  std::map<std::string, std::size_t> column;
  for (std::istringstream heads(line); std::getline(heads, cell, ',');)
    column.emplace(cell.substr(1, cell.size() - 2), column.size());
  double angles = 0, currents = 0;
  int samples = 0;
  while (std::getline(in, line)) {
    std::vector<double> values;
    for (std::istringstream cells(line); std::getline(cells, cell, ',');)
      values.push_back(std::stod(cell));
    const double t = values[0];
    ++samples;
    for (int j = 0; j < 6; ++j) {
      const std::string n = std::to_string(j + 1);
      const double phi = values[column.at("mechanics.r" + n + ".phi")],
                   i = values[column.at("axis" + n + ".motor.La.i")];
      angles = std::max(angles, std::abs(between(run_once(), t, &Row::angle, j) - phi));
      currents =
          std::max(currents, std::abs(between(run_once(), t, &Row::current, j) - i) / peak[j]);
    }
  }
  std::printf("r3, %d samples: angles within %.1e rad, currents within %.2f %% of the peak\n",
              samples, angles, 100 * currents);
  EXPECT_LT(angles, angle_bound);
  EXPECT_LT(currents, current_share);
}

}  // namespace
}  // namespace erfd::test
