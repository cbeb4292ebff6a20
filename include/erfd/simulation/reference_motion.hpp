// Motions that are asked of a robot, as functions of time.
#pragma once

#include "erfd/math/types.hpp"

#include <memory>

namespace erfd {

/// A motion of the joints. Immutable, shared freely between threads.
class Reference {
 public:
  virtual ~Reference() = default;
  virtual int joint_count() const = 0;
  /// Positions [rad or m], velocities [rad/s or m/s] and accelerations [rad/s^2 or m/s^2] at time t
  /// [s], each of size joint_count(), written. Never allocates.
  virtual void at(double t, Out<double> q, Out<double> qd, Out<double> qdd) const = 0;
  /// A place that is asked for all the time.
  virtual bool stands() const { return false; }
};

/// All functions below: vectors have one entry a joint, times are in s, and what is not finite or
/// of another size is an Error. Before and after a move the joints stand at its ends.

/// Stands at q.
std::shared_ptr<const Reference> set_point(const VectorX<double>& q);

/// From one posture to another by the polynomial of degree five that starts and ends with
/// speed and acceleration zero. @throws Error if the duration is not above 0.
std::shared_ptr<const Reference> polynomial_move(const VectorX<double>& from,
                                                 const VectorX<double>& to, double start,
                                                 double duration);

/// The same by a cycloid: s = x − sin(2πx)/2π of the way at the share x of the duration ([MS07] (38)).
std::shared_ptr<const Reference> cycloid_move(const VectorX<double>& from,
                                              const VectorX<double>& to, double start,
                                              double duration);

/// Where a motion starts or ends, and how.
struct Boundary {
  VectorX<double> q;         ///< [rad or m]
  VectorX<double> qd = {};   ///< [rad/s or m/s]; empty: at rest
  VectorX<double> qdd = {};  ///< [rad/s^2 or m/s^2]; empty: 0
};

/// The polynomial of degree 3 (positions and speeds of both ends), 5 (accelerations, too) or 7 (and no jerk there)
/// in time. @throws Error for another degree, or accelerations of a degree that does not hold them.
std::shared_ptr<const Reference> boundary_polynomial(const Boundary& from, const Boundary& to,
                                                     double start, double duration, int degree);

/// From one posture to another on a straight line of joint space with constant acceleration,
/// constant speed and constant deceleration: as fast as the joint with least to spare allows.
/// @param speed         largest of each joint [rad/s or m/s], above 0
/// @param acceleration  largest of each joint [rad/s^2 or m/s^2], above 0
std::shared_ptr<const Reference> trapezoid_move(const VectorX<double>& from,
                                                const VectorX<double>& to, double start,
                                                const VectorX<double>& speed,
                                                const VectorX<double>& acceleration);

/// q_i = centre_i + amplitude_i sin(frequency_i t + phase_i), frequency in rad/s, phase in rad.
std::shared_ptr<const Reference> sine_motion(const VectorX<double>& centre,
                                             const VectorX<double>& amplitude,
                                             const VectorX<double>& frequency,
                                             const VectorX<double>& phase);

/// Through samples by the cubic spline with continuous accelerations ("not a knot" at both ends:
/// samples of a cubic give that cubic). Two samples give a straight line, three a parabola. The
/// table stands still before its first and after its last sample, so it should begin and end at rest.
/// @param times  rising, at least two
/// @param q      joints × samples
std::shared_ptr<const Reference> table_motion(const VectorX<double>& times,
                                              const MatrixX<double>& q);

/// The same spline through waypoints, at rest at the first and at the last.
std::shared_ptr<const Reference> spline_motion(const VectorX<double>& times,
                                               const MatrixX<double>& q);

}  // namespace erfd
