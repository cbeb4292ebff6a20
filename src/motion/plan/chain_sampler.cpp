// Sampling.
//
//   T* = dt ceil(T/(c dt)),  q(t) = q_law(t T/T*)          (1)   c: speed; T/T* is c or a little less
//   overlap:  q = q_A(t) + q_B(t) − q_corner               (2)   A ends and B starts at rest there
#include "motion/plan/chain_sampler.hpp"

#include "motion/plan/path_follower.hpp"

#include <cmath>

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

 private:
  double length() const {
    return std::visit([](const auto& run) { return run.length(); }, run_.run);
  }
  const ChainRun& run_;
  std::unique_ptr<PathFollower> follower_;
  VectorX<double> q_;
  int move_ = 0;
};

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
  std::size_t latest = 0;
  for (int k = 1; k <= n; ++k) {
    arm.tick();
    const double t = k == n ? T : T * k / n;  // (1)
    while (latest + 1 < chain.runs.size() && t > chain.runs[latest + 1].begin) ++latest;
    if (auto stopped = readers[latest].go_to(t, dt)) return stopped;
    Sample sample{readers[latest].q(), readers[latest].move()};
    if (latest > 0 && t < chain.runs[latest - 1].end()) {
      if (auto stopped = readers[latest - 1].go_to(t, dt)) return stopped;
      sample.q += readers[latest - 1].q() - chain.runs[latest].q_start;  // (2)
      const double half = (chain.runs[latest].begin + chain.runs[latest - 1].end()) / 2;
      if (t < half) sample.move = readers[latest - 1].move();
    }
    samples.push_back(std::move(sample));
  }
  return std::nullopt;
}

}  // namespace erfd::planning
