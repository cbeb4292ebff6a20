// The run of [KV20] section 8: Figs. 4 to 7 (A4 to A7 of E) and what the motors can do.
#include "erfd/base/units.hpp"
#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/math/rotation.hpp"

#include "reproduce/papers/kvrgic_items.hpp"
#include "reproduce/papers/kvrgic_run.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace erfd {
namespace {

/// The moves 2 to 10 of the listing, which run along the path without a stop.
constexpr std::size_t first_of_path = 1, end_of_path = 10;

VectorX<double> peaks_of(const MatrixX<double>& rows) {
  return rows.cwiseAbs().rowwise().maxCoeff();
}

VectorX<double> torque_limits(const Drives& drives) {
  VectorX<double> limits(drives.count());
  for (int i = 0; i < drives.count(); ++i) limits[i] = drives.motor(i).limits.torque_peak;
  return limits;
}

/// Cycles in which a motor is asked for more than it has. Where the plan jumps it is asked for the quotient of
/// the jump and a cycle.
VectorX<double> cycles_beyond(const MotionRecord& m, bool with_jumps = true) {
  VectorX<double> count = VectorX<double>::Zero(m.ua_asked.rows());
  for (Eigen::Index k = 0; k < m.ua_asked.cols(); ++k)
    for (Eigen::Index i = 0; i < m.ua_asked.rows(); ++i)
      if ((with_jumps || !m.jumps[static_cast<std::size_t>(k)]) &&
          (m.ua_asked(i, k) > m.ua_high(i, k) || m.ua_asked(i, k) < m.ua_low(i, k)))
        ++count[i];
  return count;
}

double largest(const VectorX<double>& values) { return values.size() > 0 ? values.maxCoeff() : 0; }

/// Coordinates in the work plane, whose normal is Ry(−30°) Rx(4.96221°) z (errata §5).
PlotSeries path_in_plane(const std::string& name, const std::vector<Pose<double>>& poses,
                         Eigen::Index begin, Eigen::Index end, const Vector3<double>& middle) {
  const Matrix3<double> plane = rotation_y(-30 * degree) * rotation_x(4.96221 * degree);
  PlotSeries series{name, {}};
  for (Eigen::Index k = begin; k < std::min<Eigen::Index>(end, std::ssize(poses)); ++k) {
    const Vector3<double> p = plane.transpose() * (poses[static_cast<std::size_t>(k)].p - middle);
    series.points.emplace_back(1000 * p.y(), 1000 * p.x());
  }
  return series;
}

std::vector<double> tool_speeds(const std::vector<Pose<double>>& poses, double period,
                                Eigen::Index count) {
  std::vector<double> speeds;
  for (Eigen::Index k = 0; k < count; ++k) {
    const auto at = static_cast<std::size_t>(std::min<Eigen::Index>(k, std::ssize(poses) - 2));
    speeds.push_back((poses[at + 1].p - poses[at].p).norm() / period);
  }
  return speeds;
}

/// Torques of all cycles by an algorithm, of the asked motion.
MatrixX<double> torques_by(std::string_view name, const LolaRun& run, Load load) {
  const auto algorithm = make_algorithm<double>(name, run.judged.model);
  const MotionRecord& m = run.motion();
  const MatrixX<double> qd = starting_speeds(m);
  const ExternalWrench<double> wrench{run.judged.model.tool(), wrench_of(load).value()};
  MatrixX<double> tau(m.q_asked.rows(), run.cycles());
  VectorX<double> column(tau.rows());
  for (Eigen::Index k = 0; k < run.cycles(); ++k) {
    algorithm->inverse_dynamics(m.q_asked.col(k), qd.col(k), m.qdd_asked.col(k), column,
                                {&wrench, 1});
    tau.col(k) = column;
  }
  return tau;
}

/// Accelerations that mRNEA gives back for these torques.
MatrixX<double> accelerations_of(const MatrixX<double>& tau, const LolaRun& run, Load load) {
  const auto algorithm = make_algorithm<double>("mrnea", run.judged.model);
  const MotionRecord& m = run.motion();
  const MatrixX<double> qd = starting_speeds(m);
  const ExternalWrench<double> wrench{run.judged.model.tool(), wrench_of(load).value()};
  MatrixX<double> qdd(tau.rows(), tau.cols());
  VectorX<double> column(tau.rows());
  for (Eigen::Index k = 0; k < tau.cols(); ++k) {
    algorithm->forward_dynamics(m.q_asked.col(k), qd.col(k), tau.col(k), column, {&wrench, 1});
    qdd.col(k) = column;
  }
  return qdd;
}

Table motors_table(const LolaRun& free, const LolaRun& s, const LolaRun& e) {
  std::vector<std::string> names;
  for (const Motor& motor : free.judged.drives.motors()) names.push_back(motor.name);
  const auto texts = [](const VectorX<double>& values, const char* form) {
    std::vector<std::string> cells;
    for (const double value : values) cells.push_back(fmt::format(fmt::runtime(form), value));
    return cells;
  };
  Table table;
  table.text("motor", names)
      .right("peak torque", "N m", texts(torque_limits(free.judged.drives), "{:.2f}"));
  for (const auto& [head, run] :
       {std::pair{"without load", &free}, std::pair{"S", &s}, std::pair{"E", &e}})
    table
        .right(fmt::format("asked, {}", head), "N m",
               texts(peaks_of(run->motion().ua_asked), "{:.2f}"))
        .right("beyond", "cycles", texts(cycles_beyond(run->motion()), "{:.0f}"));
  return table;
}

}  // namespace

Reproduction kvrgic_path(const Progress&) {
  const LolaRun run = run_lola();
  const auto& moves = run.judged.plan.moves;
  Reproduction found;
  double length = 0;
  for (std::size_t k = first_of_path; k < end_of_path; ++k) length += 1000 * moves[k].length;
  const double time = moves[end_of_path - 1].end_time - moves[first_of_path].start_time;
  const Eigen::Index begin = moves[first_of_path].first_sample,
                     end = moves[end_of_path - 1].end_sample;
  const auto wrist = run.judged.plan.q.row(4).segment(begin, end - begin).cwiseAbs().minCoeff();
  found.numbers = {confirmed("moves of the program", "", 13, static_cast<double>(moves.size()), 0),
                   confirmed("length of the continuous path", "mm", 3073.453, length, 5.1e-4),
                   confirmed("time of the continuous path, in whole cycles", "s", 7.728, time,
                             5.1e-4 + run.judged.plan.period),
                   shown("least |q5| on it", "deg", wrist / degree),
                   shown("tool off its path with Algorithm 1, at most", "mm",
                         1000 * largest(run.motion().path_error))};
  const Vector3<double> middle =
      run.motion().X_WT_asked[static_cast<std::size_t>((begin + end) / 2)].p;
  LinePlot path{"Path of the tool centre in the work plane",
                {"y of the plane [mm]"},
                {"x of the plane [mm]"},
                {}};
  path.same_scale = true;
  path.series = {path_in_plane("without Algorithm 1", run.motion().X_WT_asked, begin, end, middle),
                 path_in_plane("with Algorithm 1", run.motion().X_WT, begin, end, middle)};
  found.plots.emplace_back(std::move(path));
  PanelPlot speed{"Speed of the tool centre", "time [s]", {}, {}};
  const double period = run.motion().period;
  for (Eigen::Index k = 0; k < run.cycles(); ++k)
    speed.x.push_back(static_cast<double>(k) * period);
  speed.panels.push_back(
      {"v_ee [m/s]",
       {{"with Algorithm 1", LineKind::signal,
         tool_speeds(run.motion().X_WT, period, run.cycles())},
        {"without", LineKind::asked, tool_speeds(run.motion().X_WT_asked, period, run.cycles())}}});
  found.plots.emplace_back(std::move(speed));
  return found;
}

Reproduction kvrgic_program(const Progress&) {
  const LolaRun run = run_lola();
  const auto& moves = run.verification.moves;
  std::vector<std::string> numbers, verdicts, reasons;
  for (const MoveVerdict& move : moves) {
    numbers.push_back(std::to_string(move.move + 1));
    verdicts.emplace_back(move.achievable ? "achievable" : "NOT achievable");
    reasons.push_back(move.reason);
  }
  Reproduction found;
  found.numbers = {
      confirmed("moves that get a verdict", "", 13, static_cast<double>(moves.size()), 0),
      confirmed("the motors cannot follow it as it stands (1: yes)", "", 1,
                run.verification.achievable ? 0 : 1, 0)};
  found.tables.push_back(
      {"Verdicts of the moves",
       Table().right("move", "", numbers).text("verdict", verdicts).text("why", reasons, 400)});
  return found;
}

Reproduction kvrgic_torques(const Progress&) {
  Reproduction found;
  for (const Load load : {Load::serbian, Load::english}) {
    const LolaRun run = run_lola({.load = load});
    const MatrixX<double> rnea = torques_by("rnea", run, load),
                          mrnea = torques_by("mrnea", run, load),
                          expanded = torques_by("mrnea_expanded", run, load),
                          qdd = accelerations_of(rnea, run, load);
    const std::string of = fmt::format(" ({})", word_of(load));
    const double scale = rnea.cwiseAbs().maxCoeff();
    found.numbers.push_back(confirmed("|u by mRNEA − u by RNEA|" + of, "N m", 0,
                                      (mrnea - rnea).cwiseAbs().maxCoeff(), 1e-13 * scale));
    found.numbers.push_back(confirmed("|u written out − u by RNEA|" + of, "N m", 0,
                                      (expanded - rnea).cwiseAbs().maxCoeff(), 1e-13 * scale));
    found.numbers.push_back(confirmed("|q̈ of (34) − q̈ asked|" + of, "rad/s²", 0,
                                      (qdd - run.motion().qdd_asked).cwiseAbs().maxCoeff(), 1e-10));
    found.numbers.push_back(shown("largest torque" + of, "N m", scale));
    PanelPlot plot =
        panels_of(run, fmt::format("Joint torques u, {}", word_of(load)), "N m", rnea, mrnea);
    for (Panel& panel : plot.panels) {
      panel.lines[0].name = "mRNEA";
      panel.lines[1].name = "RNEA";
    }
    found.plots.emplace_back(std::move(plot));
  }
  return found;
}

Reproduction kvrgic_motors(const Progress&) {
  Reproduction found;
  const LolaRun run = run_lola({.load = Load::serbian});
  const MotionRecord& m = run.motion();
  const MatrixX<double> within = m.ua.cwiseAbs().colwise() - torque_limits(run.judged.drives);
  found.numbers = {
      confirmed("motors cannot give what is asked (1: yes)", "", 1,
                cycles_beyond(m).maxCoeff() > 0 ? 1 : 0, 0),
      shown("such cycles of all motors", "", cycles_beyond(m).sum()),
      shown("such cycles without a jump of the turning speed", "", cycles_beyond(m, false).sum()),
      confirmed("cycles in which a motor gives more than it has", "", 0,
                static_cast<double>((within.array() > 1e-9).count()), 0)};
  found.plots.emplace_back(panels_of(run, "Motor torques u_a, load of S", "N m", m.ua_asked, m.ua,
                                     torque_limits(run.judged.drives)));
  found.plots.emplace_back(
      panels_of(run, "Joint accelerations, load of S", "rad/s²", m.qdd_asked, m.qdd));
  return found;
}

Reproduction kvrgic_speeds(const Progress&) {
  Reproduction found;
  const LolaRun run = run_lola({.load = Load::serbian});
  const MotionRecord& m = run.motion();
  const Eigen::Index n = run.cycles();
  VectorX<double> limits(6);
  for (const Body& body : run.judged.model.bodies()) limits[body.v_index] = body.limits.speed;
  const MatrixX<double> asked = starting_speeds(m);
  const VectorX<double> faster = (m.qd.cwiseAbs().colwise() - limits).rowwise().maxCoeff();
  const MatrixX<double> delay = m.q.leftCols(n) - m.q_asked;
  found.numbers = {confirmed("speeds with Algorithm 1 beyond the limit of a joint", "", 0,
                             static_cast<double>((faster.array() > 1e-9).count()), 0),
                   confirmed("joints fall behind (1: yes)", "", 1,
                             peaks_of(delay).maxCoeff() > 1e-4 ? 1 : 0, 0)};
  for (Eigen::Index i = 0; i < delay.rows(); ++i)
    found.numbers.push_back(
        shown(fmt::format("axis {}: largest delay", i + 1), "deg", peaks_of(delay)[i] / degree));
  found.plots.emplace_back(
      panels_of(run, "Joint speeds, load of S", "rad/s", asked, m.qd.leftCols(n), limits));
  found.plots.emplace_back(
      panels_of(run, "Joint positions, load of S", "rad", m.q_asked, m.q.leftCols(n)));
  return found;
}

Reproduction kvrgic_experiment(const Progress& progress) {
  Reproduction found;
  const LolaRun free = run_lola(), s = run_lola({.load = Load::serbian}),
                e = run_lola({.load = Load::english});
  if (progress) progress(0.5);
  found.tables.push_back({"Largest asked torque of each motor", motors_table(free, s, e)});
  std::vector<std::string> variant;
  std::vector<double> of_s, of_e;
  const auto add = [&](const std::string& name, LolaSettings settings) {
    variant.push_back(name);
    for (auto* column : {&of_s, &of_e}) {
      settings.load = column == &of_s ? Load::serbian : Load::english;
      column->push_back(1000 * largest(run_lola(settings).motion().path_error));
    }
  };
  add("consistent, catching up with 20 1/s", {});
  add("consistent, as the paper never catching up", {.position_gain = 0});
  add("set taken once (L27), catching up", {.shortfall = Shortfall::mixed});
  add("(D.3) and step 6 as printed, never catching up",
      {.actuator_model = "as_published", .shortfall = Shortfall::as_printed, .position_gain = 0});
  found.tables.push_back(
      {"Largest distance of the tool from its path", Table()
                                                         .text("Algorithm 1", variant, 60)
                                                         .results("load of S", "mm", of_s, 4)
                                                         .results("load of E", "mm", of_e, 4)});
  const auto exceeded = [](const LolaRun& run) {
    return cycles_beyond(run.motion()).maxCoeff() > 0;
  };
  found.numbers = {
      confirmed("motors cannot follow the program, load of S (1: yes)", "", 1, exceeded(s), 0),
      confirmed("motors cannot follow the program, load of E (1: yes)", "", 1, exceeded(e), 0)};
  return found;
}

}  // namespace erfd
