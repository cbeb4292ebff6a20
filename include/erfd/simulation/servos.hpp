// Motors and frictions that push on one system: which force each of them has, and what moves.
#pragma once

#include "erfd/math/types.hpp"

#include <vector>

namespace erfd {

/// A motor or the friction of a shaft. It pushes a coordinate towards an aim with a force of its
/// range: a motor towards the acceleration commanded, friction towards rest.
struct Servo {
  int coordinate = 0;
  double aim = 0;            ///< value of the coordinate that it wants
  double low = 0, high = 0;  ///< range of its force; may be infinite
  double force = 0;          ///< before: a guess within the range; after: the force
};

/// Servos on coordinates x = x_0 + G f, f the sum of the forces on each coordinate.
///
/// Every servo reaches its aim with a force within its range, or pushes with all it has towards an
/// aim that it misses:
///
///   x < aim ⇒ force = high,    x > aim ⇒ force = low                                       (1)
///
/// With G symmetric and positive semidefinite (the inverse of an inertia) x is unique and solve()
/// finds it in a finite number of steps. Where servos hold one coordinate together their shares are
/// not unique: those that stand first in the list bear first.
///
/// Made once, used in every cycle; solve() never allocates.
class Servos {
 public:
  Servos(int coordinates, int most_servos);

  MatrixX<double> G;    ///< acceleration of each coordinate by a unit force on each
  VectorX<double> x_0;  ///< accelerations without forces
  std::vector<Servo> list;

  /// @return false if the numbers are not finite or the steps run out; the forces are then within
  /// their ranges and x is theirs, but (1) need not hold.
  bool solve();

  const VectorX<double>& x() const { return x_; }
  /// Steps that the last solve() took.
  int steps() const { return steps_; }

 private:
  Servo& servo(int e) { return list[static_cast<std::size_t>(e)]; }
  const Servo& servo(int e) const { return list[static_cast<std::size_t>(e)]; }
  double lack(int e) const { return servo(e).aim - x_[servo(e).coordinate]; }
  void find_x();
  bool reaches(int e) const;
  bool is_wrong(int e) const;
  int first_wrong() const;
  bool drive(int e);
  bool find_direction(int e);
  void finish();

  VectorX<double> x_, size_;  ///< coordinates, and the largest term of each
  std::vector<int> free_;     ///< servos that reach their aim by their own force
  MatrixX<double> A_;
  VectorX<double> d_;  ///< change of the free forces a unit of the driven one
  int steps_ = 0;
};

/// Step 6 of Algorithm 1 in motor space, A a + bias = torque: the accelerations nearest to those
/// commanded that the torque ranges allow, in the sense of (1). A is symmetric and positive definite.
/// @return false as Servos::solve()
bool limited_accelerations(const MatrixX<double>& A, const VectorX<double>& bias,
                           const VectorX<double>& low, const VectorX<double>& high,
                           const VectorX<double>& commanded, VectorX<double>& acceleration,
                           VectorX<double>& torque);

}  // namespace erfd
