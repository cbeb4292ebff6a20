// Fastest motions of arms on random paths, against reachability by linear programs.
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/motion/time_optimal.hpp"

#include "support/random_drives.hpp"
#include "support/random_robot.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <Eigen/LU>
#include <glpk.h>
#include <gtest/gtest.h>

namespace erfd::test {
namespace {

/// a u + b x ≤ c.
struct Row {
  double a, b, c;
};

/// Linear programs in u and x, solved by the GNU Linear Programming Kit.
class Programs {
 public:
  Programs() : problem_(glp_create_prob()) {
    glp_init_smcp(&control_);
    control_.msg_lev = GLP_MSG_OFF;
    glp_add_cols(problem_, 2);
    glp_set_col_bnds(problem_, 1, GLP_FR, 0, 0);
  }
  ~Programs() { glp_delete_prob(problem_); }
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  /// Rows scaled to 1, with 0 ≤ x ≤ most.
  void set(const std::vector<Row>& rows, double most) {
    glp_set_col_bnds(problem_, 2, GLP_DB, 0, most);
    const auto count = static_cast<int>(rows.size());
    if (const int have = glp_get_num_rows(problem_); have < count)
      glp_add_rows(problem_, count - have);
    for (int k = count; k < glp_get_num_rows(problem_); ++k)
      glp_set_row_bnds(problem_, k + 1, GLP_FR, 0, 0);
    const int columns[] = {0, 1, 2};
    for (int k = 0; k < count; ++k) {
      const Row& r = rows[static_cast<std::size_t>(k)];
      const double scale = 1 / (std::abs(r.a) + std::abs(r.b) + 1e-300);
      const double values[] = {0, scale * r.a, scale * r.b};
      glp_set_mat_row(problem_, k + 1, 2, columns, values);
      glp_set_row_bnds(problem_, k + 1, GLP_UP, 0, scale * r.c);
    }
  }

  /// Largest (sense 1) or smallest (−1) x; NaN without a point.
  double extreme_x(double sense) { return extreme(0, sense); }
  /// Largest u at an x.
  double largest_u(double x) {
    glp_set_col_bnds(problem_, 2, GLP_FX, x, x);
    return extreme(1, 0);
  }

 private:
  double extreme(double by_u, double by_x) {
    glp_set_obj_dir(problem_, GLP_MAX);
    glp_set_obj_coef(problem_, 1, by_u);
    glp_set_obj_coef(problem_, 2, by_x);
    if (glp_simplex(problem_, &control_) != 0) {
      glp_std_basis(problem_);
      if (glp_simplex(problem_, &control_) != 0) return std::nan("");
    }
    if (glp_get_status(problem_) != GLP_OPT) return std::nan("");
    return glp_get_col_prim(problem_, by_u != 0 ? 1 : 2);
  }

  glp_prob* problem_;
  glp_smcp control_{};
};

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
    Programs programs;
    for (std::size_t k = last; k-- > 0;) {
      std::vector<Row> rows = cell(k);
      rows.push_back({2 * h_, 1, high[k + 1]});
      rows.push_back({-2 * h_, -1, -low[k + 1]});
      programs.set(rows, most_[k]);
      high[k] = programs.extreme_x(1);
      low[k] = std::max(0.0, programs.extreme_x(-1));
      if (std::isnan(high[k])) return high[k];
    }
    if (low[0] > 1e-9) return std::nan("");
    double x = 0, time = 0;
    for (std::size_t k = 0; k < last; ++k) {
      std::vector<Row> rows = cell(k);
      rows.push_back({2 * h_, 1, high[k + 1]});
      programs.set(rows, most_[k]);
      const double u = programs.largest_u(x);
      if (std::isnan(u)) return u;
      const double next = std::max(0.0, x + 2 * h_ * u);
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

int path_count() { return std::getenv("ERFD_LONG") != nullptr ? 200 : 12; }

TEST(TimeOptimalPathsLong, WithoutFrictionItIsTheAnswerOfLinearPrograms) {
  std::mt19937 rng(7);
  double above = 0, below = 0, beyond = 0;
  int compared = 0, within = 0, lost = 0;
  const DrivesRecipe rigid{0, 0, 0, 1};
  for (int k = 0; k < path_count(); ++k) {
    RobotRecipe recipe;
    recipe.joints = 2 + k % 6;
    const Model model = limited(random_robot(recipe, rng), rng);
    const SplinePath path(random_rows(model.nv(), 2 + k % 4, rng));
    const Drives drives = strong_drives(path, model, rigid, rng);
    // Constant s̈ in a cell may leave no way on a grid where there is one.
    double reference = std::nan("");
    for (const int cells : {2000, 3000, 4500})
      if (std::isnan(reference)) reference = LinearPrograms(path, model, drives, cells).time();
    const TimeOptimal fastest = fastest_motion(path, model, drives);
    if (std::isnan(reference)) {
      lost += fastest.found ? 1 : 0;
      EXPECT_LE(fastest.largest_share, 1 + 1e-6) << "path " << k;
      continue;
    }
    ASSERT_TRUE(fastest.found) << "path " << k << ": " << fastest.why;
    ++compared;
    const double off = fastest.duration / reference - 1;
    above = std::max(above, off);
    below = std::max(below, -off);
    beyond = std::max(beyond, fastest.largest_share - 1);
    if (fastest.largest_share <= 1 + 1e-6) ++within;
    EXPECT_LE(off, 1e-3) << "path " << k;
    EXPECT_GE(off, -1e-3) << "path " << k;
  }
  std::printf(
      "  %d paths: slower by at most %.1e, faster by %.1e, beyond a limit by %.1e; %d that the "
      "programs do not find\n",
      compared, above, below, beyond, lost);
  EXPECT_LE(lost, path_count() / 100);
  EXPECT_GT(compared, path_count() * 9 / 10);
  EXPECT_GE(within, compared * 999 / 1000);
}

/// Of a tool, by differences of its places in time.
TEST(TimeOptimalPaths, AToolKeepsItsSpeedAndAccelerationOnUglyArms) {
  std::mt19937 rng(77);
  for (int k = 0; k < 4; ++k) {
    RobotRecipe recipe;
    recipe.joints = 3 + k;
    Model::Parts parts = limited(random_robot(recipe, rng), rng).parts();
    parts.frames = {{"tool", {recipe.joints - 1}, {}}};
    parts.frames.front().X_BF.p = {0.2, -0.1, 0.3};
    const Model model(std::move(parts));
    const SplinePath path(random_rows(model.nv(), 3, rng));
    const Drives drives = strong_drives(path, model, {0.2, 0.1, 0.001, 1}, rng);
    const TimeOptimal free = fastest_motion(path, model, drives);
    ASSERT_TRUE(free.found) << free.why;
    Workspace ws(model);
    PathPoint p{VectorX<double>(model.nv()), VectorX<double>(model.nv()),
                VectorX<double>(model.nv())};
    const auto place = [&](const TimeOptimal& motion, double t) {
      const double s = motion.at(t).s;
      path.at(s, path.piece_at(s), p);
      return Vector3<double>(frame_pose<double>(model, ws, p.q, {0}).p);
    };
    struct Seen {
      double speed = 0, acceleration = 0;
    };
    const auto seen = [&](const TimeOptimal& motion) {
      Seen most;
      const double d = 1e-4 * motion.duration;
      for (int i = 1; i < 500; ++i) {
        const double t = motion.duration * i / 500;
        const Vector3<double> a = place(motion, t - d), b = place(motion, t),
                              c = place(motion, t + d);
        most.speed = std::max(most.speed, (c - a).norm() / (2 * d));
        most.acceleration = std::max(most.acceleration, (c - 2 * b + a).norm() / (d * d));
      }
      return most;
    };
    const Seen before = seen(free);
    TimeOptimalSettings settings;
    settings.tool = ToolLimits{.frame = {0}};
    settings.tool->speed = 0.6 * before.speed;
    settings.tool->acceleration = 0.5 * before.acceleration;
    const TimeOptimal held = fastest_motion(path, model, drives, settings);
    ASSERT_TRUE(held.found) << held.why;
    EXPECT_GT(held.duration, free.duration);
    EXPECT_LE(held.largest_share, 1 + 1e-6);
    const Seen after = seen(held);
    EXPECT_LE(after.speed, settings.tool->speed * (1 + 1e-5));
    EXPECT_LE(after.acceleration, settings.tool->acceleration * (1 + 1e-3));
    EXPECT_TRUE(after.speed > 0.999 * settings.tool->speed ||
                after.acceleration > 0.99 * settings.tool->acceleration);
  }
}

}  // namespace
}  // namespace erfd::test
