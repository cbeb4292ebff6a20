// Sampling.
//
//   T* = dt ceil(T/(c dt)),  q(t) = q_law(t T/T*)          (1)   c: speed; T/T* is c or a little less
//   overlap:  q = q_A(t) + q_B(t) − q_corner               (2)   A ends and B starts at rest there
#include "motion/plan/chain_sampler.hpp"

#include "motion/plan/path_follower.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd::planning {
namespace {

/// Reads one run at growing times.
class RunReader {
 public:
  RunReader(const Arm& arm, const ChainRun& run) : run_(run) {
    if (const auto* path = std::get_if<PathRun>(&run.run))
      follower_ = std::make_unique<PathFollower>(arm, *path, run.X_FlangeT, run.q_start);
  }

  std::optional<Stopped> go_to(double t, double dt) {
    const double s = t >= run_.end() ? length() : run_.law.at(t - run_.begin).s;
    if (follower_) {
      move_ = run_.moves[std::get<PathRun>(run_.run).place(s).move];
      if (auto problem = follower_->go_to(s, dt)) return Stopped{std::move(*problem), move_};
      q_ = follower_->q();
    } else {
      const auto& joints = std::get<JointRun>(run_.run);
      move_ = run_.moves[joints.move_at(s)];
      q_ = joints.at(s);
    }
    return std::nullopt;
  }

  const VectorX<double>& q() const { return q_; }
  int move() const { return move_; }
  /// Inverse kinematics does; ways of the joints need not.
  bool closes_loops() const { return follower_ != nullptr; }

 private:
  double length() const {
    return std::visit([](const auto& run) { return run.length(); }, run_.run);
  }
  const ChainRun& run_;
  std::unique_ptr<PathFollower> follower_;
  VectorX<double> q_;
  int move_ = 0;
};

/// Closes the loops along the samples of a chain, and sees that the motors rule the mechanism on the way.
class LoopGuide {
 public:
  LoopGuide(const Arm& arm, const VectorX<double>& q) : arm_(arm), q_(q) { arm.follow(q, G_); }

  /// @param solved  the posture closes its loops already
  std::optional<Problem> guide(VectorX<double>& q, bool solved) {
    if (!arm_.is_closed()) return std::nullopt;
    if (!solved) {
      const VectorX<double> wanted = q;
      q = q_;
      if (!arm_.lead_to(wanted, q)) return loops_problem(arm_, wanted, q);
    }
    MatrixX<double> G;
    const bool ruled = arm_.follow(q, G);
    if (!ruled || turned_over(G)) return dead_centre(q, G);
    q_ = q;
    G_ = G;
    return std::nullopt;
  }

 private:
  /// Behind a dead centre all that follows moves the other way.
  bool turned_over(const MatrixX<double>& G) const { return G.cwiseProduct(G_).sum() < 0; }

  Problem dead_centre(const VectorX<double>& q, const MatrixX<double>& G) const {
    const VectorX<double> gain = G.cwiseAbs().rowwise().maxCoeff();
    std::string loose;
    for (Eigen::Index i = 0; i < gain.size(); ++i)
      if (gain[i] > 0.3 * gain.maxCoeff())
        loose += (loose.empty() ? "" : ", ") + arm_.axis_name(static_cast<int>(i));
    const Vector3<double> p = arm_.X_WFlange(q).p * 1000;
    return {Limit::singularity, "P0404",
            fmt::format(
                "singularity of type 2, flange at ({:.1f}, {:.1f}, {:.1f}) mm: the motors do not "
                "hold {} there",
                p.x(), p.y(), p.z(), loose)};
  }

  const Arm& arm_;
  VectorX<double> q_;
  MatrixX<double> G_;
};

/// The loops led another way than the target's posture: another assembly of the same motors.
std::optional<Problem> other_assembly(const Arm& arm, const ChainRun& last,
                                      const VectorX<double>& q) {
  const auto* const joints = std::get_if<JointRun>(&last.run);
  constexpr double same = 1e-6;
  if (!arm.is_closed() || joints == nullptr || (joints->end() - q).cwiseAbs().maxCoeff() < same)
    return std::nullopt;
  return Problem{
      Limit::configuration, "P0402",
      "the way of the motors leads to another assembly of the mechanism than the target's"};
}

}  // namespace

int cycles_of(double duration, double period) {
  constexpr double rounding = 1e-9;  // a duration of whole cycles must not gain one by rounding
  return static_cast<int>(std::ceil(duration / period - rounding));
}

std::optional<Stopped> sample_chain(const Arm& arm, const Chain& chain, double speed,
                                    std::vector<Sample>& samples) {
  const double dt = arm.settings().period, T = chain.duration();
  const int n = cycles_of(T / speed, dt);
  std::vector<RunReader> readers;
  for (const ChainRun& run : chain.runs) readers.emplace_back(arm, run);
  std::optional<LoopGuide> guide;
  if (!chain.runs.empty()) guide.emplace(arm, chain.runs.front().q_start);
  std::size_t latest = 0;
  for (int k = 1; k <= n; ++k) {
    arm.tick();
    const double t = k == n ? T : T * k / n;  // (1)
    while (latest + 1 < chain.runs.size() && t > chain.runs[latest + 1].begin) ++latest;
    if (auto stopped = readers[latest].go_to(t, dt)) return stopped;
    Sample sample{readers[latest].q(), readers[latest].move()};
    bool solved = readers[latest].closes_loops();
    if (latest > 0 && t < chain.runs[latest - 1].end()) {
      if (auto stopped = readers[latest - 1].go_to(t, dt)) return stopped;
      sample.q += readers[latest - 1].q() - chain.runs[latest].q_start;  // (2)
      const double half = (chain.runs[latest].begin + chain.runs[latest - 1].end()) / 2;
      if (t < half) sample.move = readers[latest - 1].move();
      solved = false;
    }
    if (auto problem = guide->guide(sample.q, solved))
      return Stopped{std::move(*problem), sample.move};
    samples.push_back(std::move(sample));
  }
  if (n > 0)
    if (auto problem = other_assembly(arm, chain.runs.back(), samples.back().q))
      return Stopped{std::move(*problem), samples.back().move};
  return std::nullopt;
}

}  // namespace erfd::planning
