// Reference motions with a formula.
//
//   q(t) = q_0 + (q_1 − q_0) σ(t)                                              (1)  moves
//   σ = 10 x³ − 15 x⁴ + 6 x⁵,  x = (t − t_0)/T                                 (2)  polynomial
//   σ̈ = a, 0, −a;  σ̇ ≤ v,  v = min_i v_i/|Δ_i|,  a = min_i a_i/|Δ_i|           (3)  trapezoid
//   σ = x − sin(2πx)/2π                                                        (5)  cycloid
//   q_i(t) = c_i + A_i sin(ω_i t + φ_i)                                        (4)  sine
#include "erfd/simulation/reference_motion.hpp"

#include "simulation/reference/reference_checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace erfd {
namespace {

class SetPoint final : public Reference {
 public:
  explicit SetPoint(const VectorX<double>& q) : q_(q) {}
  int joint_count() const override { return static_cast<int>(q_.size()); }
  void at(double, Out<double> q, Out<double> qd, Out<double> qdd) const override {
    q = q_;
    qd.setZero();
    qdd.setZero();
  }
  bool stands() const override { return true; }

 private:
  VectorX<double> q_;
};

/// Share of a move that is done, and its rates.
struct Progress {
  double s = 0, sd = 0, sdd = 0;
};

struct QuinticLaw {
  double duration;
  Progress operator()(double t) const {
    const double x = t / duration, y = 1 - x;
    return {x * x * x * (10 + x * (6 * x - 15)), 30 * x * x * y * y / duration,  // (2)
            60 * x * y * (y - x) / (duration * duration)};
  }
};

struct CycloidLaw {
  double duration;
  Progress operator()(double t) const {
    const double turn = 2 * std::numbers::pi, angle = turn * t / duration;
    return {t / duration - std::sin(angle) / turn, (1 - std::cos(angle)) / duration,  // (5)
            turn * std::sin(angle) / (duration * duration)};
  }
};

/// Ramp up for v/a, speed v, ramp down; without the middle part if v is not reached.
struct TrapezoidLaw {
  double v, a, ramp, duration;
  static TrapezoidLaw of(double v, double a) {
    v = std::min(v, std::sqrt(a));
    return {v, a, v / a, 1 / v + v / a};
  }
  Progress operator()(double t) const {
    if (t < ramp) return {a * t * t / 2, a * t, a};  // (3)
    const double left = duration - t;
    if (left < ramp) return {1 - a * left * left / 2, a * left, -a};
    return {v * (t - ramp / 2), v, 0};
  }
};

template <class Law>
class TimedMove final : public Reference {
 public:
  TimedMove(const VectorX<double>& from, const VectorX<double>& to, double start, Law law)
      : from_(from), to_(to), way_(to - from), start_(start), law_(law) {}
  int joint_count() const override { return static_cast<int>(from_.size()); }
  void at(double t, Out<double> q, Out<double> qd, Out<double> qdd) const override {
    if (!(t > start_ && t < start_ + law_.duration)) {
      q = t >= start_ + law_.duration ? to_ : from_;
      qd.setZero();
      qdd.setZero();
      if (std::isnan(t)) q.setConstant(t);
      return;
    }
    const Progress p = law_(t - start_);
    q = from_ + p.s * way_;  // (1)
    qd = p.sd * way_;
    qdd = p.sdd * way_;
  }

 private:
  VectorX<double> from_, to_, way_;
  double start_;
  Law law_;
};

class Sine final : public Reference {
 public:
  Sine(const VectorX<double>& centre, const VectorX<double>& amplitude,
       const VectorX<double>& frequency, const VectorX<double>& phase)
      : centre_(centre), amplitude_(amplitude), frequency_(frequency), phase_(phase) {}
  int joint_count() const override { return static_cast<int>(centre_.size()); }
  void at(double t, Out<double> q, Out<double> qd, Out<double> qdd) const override {
    for (Eigen::Index i = 0; i < centre_.size(); ++i) {
      const double A = amplitude_[i], w = frequency_[i], angle = w * t + phase_[i];
      q[i] = centre_[i] + A * std::sin(angle);  // (4)
      qd[i] = A * w * std::cos(angle);
      qdd[i] = -A * w * w * std::sin(angle);
    }
  }

 private:
  VectorX<double> centre_, amplitude_, frequency_, phase_;
};

/// The largest rate of σ that keeps every joint within its limit: a joint that stands has no say.
double shared_limit(const VectorX<double>& limit, const VectorX<double>& way) {
  double least = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < way.size(); ++i)
    if (way[i] != 0) least = std::min(least, limit[i] / std::abs(way[i]));
  return least;
}

}  // namespace

std::shared_ptr<const Reference> set_point(const VectorX<double>& q) {
  check_values("set_point", "q", q, q.size());
  return std::make_shared<SetPoint>(q);
}

std::shared_ptr<const Reference> polynomial_move(const VectorX<double>& from,
                                                 const VectorX<double>& to, double start,
                                                 double duration) {
  check_move("polynomial_move", from, to, start, duration);
  return std::make_shared<TimedMove<QuinticLaw>>(from, to, start, QuinticLaw{duration});
}

std::shared_ptr<const Reference> cycloid_move(const VectorX<double>& from,
                                              const VectorX<double>& to, double start,
                                              double duration) {
  check_move("cycloid_move", from, to, start, duration);
  return std::make_shared<TimedMove<CycloidLaw>>(from, to, start, CycloidLaw{duration});
}

std::shared_ptr<const Reference> trapezoid_move(const VectorX<double>& from,
                                                const VectorX<double>& to, double start,
                                                const VectorX<double>& speed,
                                                const VectorX<double>& acceleration) {
  const char* const name = "trapezoid_move";
  check_values(name, "from", from, from.size());
  check_values(name, "to", to, from.size());
  check_value(name, "start", start);
  check_values(name, "speed", speed, from.size());
  check_values(name, "acceleration", acceleration, from.size());
  for (const double v : speed) check_positive(name, "speed", v);
  for (const double a : acceleration) check_positive(name, "acceleration", a);
  const VectorX<double> way = to - from;
  if (way.isZero(0)) return set_point(from);
  return std::make_shared<TimedMove<TrapezoidLaw>>(
      from, to, start, TrapezoidLaw::of(shared_limit(speed, way), shared_limit(acceleration, way)));
}

std::shared_ptr<const Reference> sine_motion(const VectorX<double>& centre,
                                             const VectorX<double>& amplitude,
                                             const VectorX<double>& frequency,
                                             const VectorX<double>& phase) {
  const char* const name = "sine_motion";
  check_values(name, "centre", centre, centre.size());
  check_values(name, "amplitude", amplitude, centre.size());
  check_values(name, "frequency", frequency, centre.size());
  check_values(name, "phase", phase, centre.size());
  return std::make_shared<Sine>(centre, amplitude, frequency, phase);
}

}  // namespace erfd
