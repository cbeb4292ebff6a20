// Fastest motions of arms: against reachability by linear programs, against a dense grid of speeds,
// and against published times.
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/model/build.hpp"
#include "erfd/motion/time_optimal.hpp"
#include "erfd/robot/read.hpp"

#include "support/random_drives.hpp"
#include "support/random_robot.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <sstream>

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// a u + b x ≤ c.
struct Row {
  double a, b, c;
};

/// Largest x (sense 1) or smallest (−1) with all rows, x in [low, high], |u| ≤ 1e9: Seidel, one row after
/// the other. NaN without a point.
double extreme_x(const std::vector<Row>& rows, double low, double high, double sense, double& u) {
  double x = sense > 0 ? high : low;
  u = 0;
  const double big = 1e9;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row& r = rows[k];
    if (r.a * u + r.b * x <= r.c + 1e-9 * (1 + std::abs(r.c))) continue;
    // The optimum lies on this row: (u, x) = p + t d, t as free as the rows before leave it.
    const double norm = r.a * r.a + r.b * r.b;
    if (norm == 0) return std::nan("");
    const double pu = r.a * r.c / norm, px = r.b * r.c / norm, du = -r.b, dx = r.a;
    double from = -std::numeric_limits<double>::infinity(), to = -from;
    const auto cut = [&](double slope, double rest) {  // slope t ≤ rest
      if (std::abs(slope) < 1e-14 * (std::abs(du) + std::abs(dx))) {
        if (rest < -1e-9) to = -std::numeric_limits<double>::infinity();
      } else if (slope > 0) {
        to = std::min(to, rest / slope);
      } else {
        from = std::max(from, rest / slope);
      }
    };
    for (std::size_t i = 0; i < k; ++i)
      cut(rows[i].a * du + rows[i].b * dx, rows[i].c - rows[i].a * pu - rows[i].b * px);
    cut(dx, high - px), cut(-dx, px - low), cut(du, big - pu), cut(-du, big + pu);
    if (from > to + 1e-9 * (1 + std::abs(to))) return std::nan("");
    const double t = (dx * sense > 0) == (dx != 0) ? to : from;
    u = pu + t * du, x = px + t * dx;
  }
  return x;
}

/// Reachability as TOPP-RA does it: constant s̈ in a cell, rows at both of its ends.
class LinearPrograms {
 public:
  LinearPrograms(const JointPath& path, const Model& model, const Drives& drives, int cells) {
    const int n = path.joints();
    h_ = path.length() / cells;
    Workspace ws(model);
    PathPoint p{VectorX<double>(n), VectorX<double>(n), VectorX<double>(n)};
    VectorX<double> c(n), b(n);
    MatrixX<double> H(n, n);
    const VectorX<double> zero = VectorX<double>::Zero(n);
    const MatrixX<double> K_T = drives.K().transpose().inverse();
    for (int k = 0; k <= cells; ++k) {
      const double s = k * h_;
      path.at(s, path.piece_at(s), p);
      crba(model, ws, p.q, H);
      H += drives.reflected_inertia();
      rnea(model, ws, p.q, zero, zero, c);
      rnea(model, ws, p.q, p.dq, zero, b);
      const VectorX<double> ua = K_T * (H * p.dq), ub = K_T * (b - c + H * p.ddq), uc = K_T * c;
      std::vector<Row> rows;
      double most = 1e6;
      for (int i = 0; i < n; ++i) {
        const double limit = drives.motor(i).limits.torque_peak;
        rows.push_back({ua[i], ub[i], limit - uc[i]});
        rows.push_back({-ua[i], -ub[i], limit + uc[i]});
        const double speed = model.bodies()[static_cast<std::size_t>(i)].limits.speed;
        if (p.dq[i] != 0) most = std::min(most, std::pow(speed / p.dq[i], 2));
      }
      rows_.push_back(rows);
      most_.push_back(most);
    }
  }

  /// NaN where there is none.
  double time() {
    const std::size_t last = rows_.size() - 1;
    std::vector<double> low(last + 1, 0), high(last + 1, 0);
    double u = 0;
    for (std::size_t k = last; k-- > 0;) {
      std::vector<Row> rows = cell(k);
      rows.push_back({2 * h_, 1, high[k + 1]});
      rows.push_back({-2 * h_, -1, -low[k + 1]});
      high[k] = extreme_x(rows, 0, most_[k], 1, u);
      low[k] = std::max(0.0, extreme_x(rows, 0, most_[k], -1, u));
      if (std::isnan(high[k])) return high[k];
    }
    if (low[0] > 1e-9) return std::nan("");
    double x = 0, time = 0;
    for (std::size_t k = 0; k < last; ++k) {
      // The largest s̈ at this x: the rows in s̈ alone.
      std::vector<Row> rows = cell(k);
      rows.push_back({2 * h_, 1, high[k + 1]});
      double most = 1e9;
      for (const Row& r : rows)
        if (r.a > 0) most = std::min(most, (r.c - r.b * x) / r.a);
      const double next = std::max(0.0, x + 2 * h_ * most);
      time += 2 * h_ / (std::sqrt(x) + std::sqrt(next));
      x = next;
    }
    return time;
  }

 private:
  std::vector<Row> cell(std::size_t k) const {
    std::vector<Row> rows = rows_[k];
    for (const Row& r : rows_[k + 1]) rows.push_back({r.a + 2 * h_ * r.b, r.b, r.c});
    return rows;
  }

  double h_;
  std::vector<std::vector<Row>> rows_;
  std::vector<double> most_;
};

MatrixX<double> random_rows(int n, int count, std::mt19937& rng) {
  MatrixX<double> rows(n, count);
  for (int k = 0; k < count; ++k) rows.col(k) = random_vector(n, rng, 1);
  return rows;
}

/// Peaks that hold the arm everywhere on the path with something to spare.
Drives strong_drives(const JointPath& path, const Model& model, const DrivesRecipe& recipe,
                     std::mt19937& rng) {
  const Drives drives = random_drives(model.nv(), rng, recipe);
  Workspace ws(model);
  PathPoint p{VectorX<double>(model.nv()), VectorX<double>(model.nv()),
              VectorX<double>(model.nv())};
  VectorX<double> u(model.nv()), u_a(model.nv()), most = VectorX<double>::Zero(model.nv());
  for (int k = 0; k <= 200; ++k) {
    const double s = path.length() * k / 200;
    path.at(s, path.piece_at(s), p);
    const VectorX<double> zero = VectorX<double>::Zero(model.nv());
    rnea(model, ws, p.q, zero, zero, u);
    motor_torques(drives, u + u.cwiseAbs() * recipe.load_dependent, u_a);
    most = most.cwiseMax(u_a.cwiseAbs());
  }
  Drives::Parts parts = drives.parts();
  for (int i = 0; i < model.nv(); ++i)
    parts.motors[static_cast<std::size_t>(i)].limits.torque_peak =
        uniform(rng, 1.5, 5) * (most[i] + most.maxCoeff() * 0.05) + 3 * recipe.coulomb;
  return Drives(std::move(parts));
}

Model limited(const Model& model, std::mt19937& rng) {
  Model::Parts parts;
  parts.name = model.name();
  parts.gravity = model.gravity();
  parts.bodies = model.bodies();
  for (Body& body : parts.bodies) body.limits.speed = uniform(rng, 0.5, 6);
  return Model(std::move(parts));
}

int path_count() { return std::getenv("ERFD_LONG") != nullptr ? 200 : 40; }

TEST(TimeOptimalPathsLong, WithoutFrictionItIsTheAnswerOfLinearPrograms) {
  std::mt19937 rng(7);
  double above = 0, below = 0, beyond = 0;
  int compared = 0, within = 0;
  const DrivesRecipe rigid{0, 0, 0, 1};
  for (int k = 0; k < path_count(); ++k) {
    RobotRecipe recipe;
    recipe.joints = 2 + k % 6;
    const Model model = limited(random_robot(recipe, rng), rng);
    const SplinePath path(random_rows(model.nv(), 2 + k % 4, rng));
    const Drives drives = strong_drives(path, model, rigid, rng);
    const double reference = LinearPrograms(path, model, drives, 4000).time();
    const TimeOptimal fastest = fastest_motion(path, model, drives);
    ASSERT_EQ(fastest.found, !std::isnan(reference)) << "path " << k << ": " << fastest.why;
    if (!fastest.found) continue;
    ++compared;
    const double off = fastest.duration / reference - 1;
    above = std::max(above, off);
    below = std::max(below, -off);
    beyond = std::max(beyond, fastest.largest_share - 1);
    if (fastest.largest_share <= 1 + 1e-6) ++within;
    EXPECT_LE(off, 1e-3) << "path " << k;
    EXPECT_GE(off, -1e-3) << "path " << k;
  }
  std::printf("  %d paths: slower by at most %.1e, faster by %.1e, beyond a limit by %.1e\n",
              compared, above, below, beyond);
  EXPECT_GT(compared, path_count() * 9 / 10);
  EXPECT_GE(within, compared * 999 / 1000);
}

std::string data_file(const std::string& name) {
  const char* const folder = std::getenv("ERFD_DATA");
  return folder == nullptr ? std::string() : std::string(folder) + "/" + name;
}

/// Published times of one move: the line that names the model, its last grid.
double published(const std::string& text, const std::string& move, const std::string& model) {
  const std::size_t at = text.find(move);
  const std::size_t line = text.find(model, at);
  const std::size_t grid = text.find("N=5000 ", line);
  return at == text.npos || grid == text.npos ? std::nan("") : std::stod(text.substr(grid + 7));
}

class Puma560Moves : public ::testing::Test {
 protected:
  ReadResult read = read_robot_file(find_robot("puma560"));
  Model file = build(read.robot);
  const VectorX<double> torque_ =
      (VectorX<double>(6) << 97.6, 186.4, 89.4, 24.2, 20.1, 21.3).finished();

  Model model(bool speeds) const {
    Model::Parts parts;
    parts.name = "puma560";
    parts.gravity = file.gravity();
    parts.bodies = file.bodies();
    for (Body& body : parts.bodies)
      if (!speeds) body.limits.speed = std::numeric_limits<double>::infinity();
    return Model(std::move(parts));
  }

  Drives drives(bool rotors, bool coulomb, bool viscous, bool line) const {
    Drives::Parts parts = make_drives(read.robot, file).parts();
    for (std::size_t i = 0; i < 6; ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      Motor& motor = parts.motors[i];
      const double ratio = std::abs(parts.K(k, k)), w = motor.limits.speed;
      motor.limits = {};
      motor.limits.torque_peak = torque_[k] / ratio;
      if (!rotors) motor.rotor_inertia = 0;
      if (!viscous) motor.friction.viscous = 0;
      if (!coulomb) motor.friction.moving_positive = motor.friction.moving_negative = 0;
      motor.friction.starting_positive = motor.friction.moving_positive;
      motor.friction.starting_negative = motor.friction.moving_negative;
      if (line) motor.limits.curve = {{0, torque_[k] / ratio}, {w, 0}};
      if (line) motor.limits.speed = w;
    }
    for (ShaftFriction& friction : parts.joint_friction) friction = {};
    return Drives(std::move(parts));
  }
};

TEST_F(Puma560Moves, TakeThePublishedTimesAndLongerWithTheRealDrive) {
  const std::string name = data_file("toppra/puma560_toppra.txt");
  std::ifstream in(name);
  if (name.empty() || !in)
    GTEST_SKIP() << "ERFD_DATA names no folder with toppra/puma560_toppra.txt";
  std::stringstream text;
  text << in.rdbuf();
  constexpr double deg = std::numbers::pi / 180;
  const auto posture = [](std::initializer_list<double> degrees) {
    VectorX<double> q(6);
    int i = 0;
    for (const double d : degrees) q[i++] = d * deg;
    return q;
  };
  const VectorX<double> qn = posture({0, 45, 180, 0, 45, 0}), qz = posture({0, 0, 0, 0, 0, 0});
  struct Move {
    const char* name;
    VectorX<double> from, to;
  };
  // The fourth move starts at "qr", whose angles the file does not say.
  const Move moves[] = {
      {"PUMA move qn -> J1", qn, qn + posture({90, -45, -90, 60, 30, 60})},
      {"PUMA move qz -> qn", qz, qn},
      {"PUMA move (-45", posture({-45, 45, 180, 0, 45, 0}), posture({45, 0, 135, 45, 0, 45})}};
  for (const Move& move : moves) {
    const StraightPath path(move.from, move.to);
    std::printf("  %s\n", move.name);
    const auto time = [&](const char* what, bool speeds, const Drives& d, bool compare) {
      const TimeOptimal fastest = fastest_motion(path, model(speeds), d);
      EXPECT_TRUE(fastest.found) << move.name << what << fastest.why;
      EXPECT_LE(fastest.largest_share, 1 + 1e-6) << move.name << what;
      const double reference = compare ? published(text.str(), move.name, what) : 0;
      std::printf("    %-24s %.6f s", what, fastest.duration);
      if (compare) std::printf("  published %.4f s", reference);
      std::printf("\n");
      EXPECT_NEAR(compare ? fastest.duration / reference : 1, 1, 1e-3) << move.name << what;
      return fastest.duration;
    };
    time("rigid links + torque", false, drives(false, false, false, false), true);
    time("+ speed", true, drives(false, false, false, false), true);
    time("+ rotor", true, drives(true, false, false, false), true);
    const double coulomb = time("+ Coulomb", true, drives(true, true, false, false), true);
    const double viscous = time("+ viscous", true, drives(true, true, true, false), false);
    const double line = time("+ torque-speed line", true, drives(true, true, true, true), false);
    EXPECT_GE(viscous, coulomb * (1 - 1e-3));
    EXPECT_GT(line, viscous);
  }
}

}  // namespace
}  // namespace erfd::test
