// A linear complementarity problem with bounds, by pivoting on one servo after the other.
//
//   minimise  E(f) = ½ fᵀ G f + (x_0 − aim)ᵀ f     over  low ≤ f ≤ high                     (1)
//   dE/df_e = x_e − aim_e                                                                   (2)
//
// The minimum of the convex E is what Servos asks for: a force that could still change has
// x = aim, one at its end pushes towards an aim that it misses. (f and aim count servos here; two of
// them may push one coordinate.)
//
// The free servos F have x_F = aim_F. One servo e that misses its aim and could push harder is driven
// towards it, and the free ones give way so that they keep theirs:
//
//   d_F = −G_FF⁻¹ G_Fe,   σ = G_ee + G_eF d_F ≥ 0                                           (3)
//   f_e += t,  f_F += d_F t,  x_e += σ t                                                    (4)
//
// until it reaches its aim (and becomes free) or its end, or until a free one reaches its end and is
// free no longer. Then the next. σ = 0: the free ones hold the coordinate already, and only the
// forces change.
//
// Finite: every drive(e) lowers E, for its derivative is (x_e − aim_e) t < 0 until x_e = aim_e, and t
// > 0 in its last step at the latest, when all that block have left. It ends in the minimum of E over
// the servos that are free then; there are finitely many sets of free servos, and none comes twice.
#include "erfd/simulation/servos.hpp"

#include "erfd/math/lu.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

namespace erfd {
namespace {

// Coordinates are sums of terms that may cancel: what is lost then is no miss of an aim.
constexpr double rounding = 256 * std::numeric_limits<double>::epsilon();
/// σ / G_ee of a coordinate that the free servos hold: 0, but for rounding.
constexpr double held = 1e-12;
constexpr int steps_a_servo = 50;

}  // namespace

Servos::Servos(int coordinates, int most_servos)
    : G(coordinates, coordinates),
      x_0(coordinates),
      x_(coordinates),
      size_(coordinates),
      A_(coordinates, coordinates),
      d_(coordinates) {
  list.reserve(static_cast<std::size_t>(most_servos));
  free_.reserve(static_cast<std::size_t>(coordinates));
}

void Servos::find_x() {
  x_ = x_0;
  size_ = x_0.cwiseAbs();
  for (const Servo& s : list) {
    x_ += s.force * G.col(s.coordinate);
    size_ += std::abs(s.force) * G.col(s.coordinate).cwiseAbs();
  }
}

bool Servos::reaches(int e) const {
  const Servo& s = servo(e);
  return std::abs(lack(e)) <= rounding * (size_[s.coordinate] + std::abs(s.aim));
}

bool Servos::is_wrong(int e) const {
  const Servo& s = servo(e);
  return !reaches(e) && (lack(e) > 0 ? s.force < s.high : s.force > s.low);
}

int Servos::first_wrong() const {
  const auto is_free = [&](int e) { return std::ranges::find(free_, e) != free_.end(); };
  for (int e = 0; e < static_cast<int>(list.size()); ++e)
    if (is_wrong(e) && !is_free(e)) return e;
  return -1;
}

/// d of (3) for the driven servo, or for the misses of the free ones themselves (e = −1).
bool Servos::find_direction(int e) {
  const auto n = static_cast<Eigen::Index>(free_.size());
  Eigen::Map<MatrixX<double>> A(A_.data(), n, n);
  auto d = d_.head(n);
  for (Eigen::Index r = 0; r < n; ++r) {
    const int i = servo(free_[static_cast<std::size_t>(r)]).coordinate;
    d[r] = e < 0 ? lack(free_[static_cast<std::size_t>(r)]) : -G(i, servo(e).coordinate);
    for (Eigen::Index k = 0; k < n; ++k)
      A(r, k) = G(i, servo(free_[static_cast<std::size_t>(k)]).coordinate);
  }
  return n == 0 || solve_lu(A, d);
}

bool Servos::drive(int e) {
  for (;; ++steps_) {
    if (!find_direction(e)) return false;  // (3)
    Servo& driven = servo(e);
    double sigma = G(driven.coordinate, driven.coordinate);
    const double alone = sigma;
    for (std::size_t k = 0; k < free_.size(); ++k)
      sigma += G(driven.coordinate, servo(free_[k]).coordinate) * d_[static_cast<Eigen::Index>(k)];
    const double miss = lack(e);
    const double end = miss > 0 ? driven.high : driven.low;
    double t = end - driven.force;
    bool reaches = false;
    if (sigma > held * alone && std::abs(miss / sigma) <= std::abs(t)) {
      t = miss / sigma;
      reaches = true;
    }
    std::size_t blocking = free_.size();
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const Servo& s = servo(free_[k]);
      const double d = d_[static_cast<Eigen::Index>(k)];
      if (d == 0) continue;
      const double room = ((d > 0) == (t > 0) ? s.high : s.low) - s.force;
      if (std::abs(room) >= std::abs(d * t)) continue;
      t = room / d;
      blocking = k;
    }
    if (!std::isfinite(t)) return false;
    for (std::size_t k = 0; k < free_.size(); ++k)  // (4)
      servo(free_[k]).force += d_[static_cast<Eigen::Index>(k)] * t;
    const bool blocked = blocking < free_.size();
    driven.force = blocked || reaches ? driven.force + t : end;
    if (blocked) {
      Servo& s = servo(free_[blocking]);
      s.force = (d_[static_cast<Eigen::Index>(blocking)] > 0) == (t > 0) ? s.high : s.low;
      free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(blocking));
    }
    find_x();
    if (blocked) continue;
    if (reaches) free_.push_back(e);
    return true;
  }
}

/// Takes away what the steps have left of rounding.
void Servos::finish() {
  if (!find_direction(-1)) return;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    Servo& s = servo(free_[k]);
    s.force = std::clamp(s.force + d_[static_cast<Eigen::Index>(k)], s.low, s.high);
  }
  find_x();
  for (int e = 0; e < static_cast<int>(list.size()); ++e)
    if (reaches(e)) x_[servo(e).coordinate] = servo(e).aim;
}

bool Servos::solve() {
  free_.clear();
  find_x();
  const int most = steps_a_servo * static_cast<int>(list.size());
  for (steps_ = 0; steps_ < most; ++steps_) {
    const int e = first_wrong();
    if (e < 0) {
      finish();
      return x_.allFinite();
    }
    if (!drive(e)) return false;
  }
  return false;
}

bool limited_accelerations(const MatrixX<double>& A, const VectorX<double>& bias,
                           const VectorX<double>& low, const VectorX<double>& high,
                           const VectorX<double>& commanded, VectorX<double>& acceleration,
                           VectorX<double>& torque) {
  const int n = static_cast<int>(bias.size());
  Servos servos(n, n);
  servos.G = A.inverse();
  servos.x_0 = -servos.G * bias;
  const VectorX<double> asked = A * commanded + bias;
  for (int i = 0; i < n; ++i)
    servos.list.push_back(
        {i, commanded[i], low[i], high[i], std::clamp(asked[i], low[i], high[i])});
  const bool solved = servos.solve();
  acceleration = servos.x();
  torque.resize(n);
  for (int i = 0; i < n; ++i) torque[i] = servos.list[static_cast<std::size_t>(i)].force;
  return solved;
}

}  // namespace erfd
