// Positions of a plant as an integrator takes them: as many numbers as velocities. Private to simulation.
//
// Joints and motor sides are counted as they are. A free base turns on a manifold, on which steps are taken
// in coordinates φ about an anchor R_0, and stands at p in the world:
//
//   R = R_0 exp(φ^)                                                                            (1)
//   φ' = ω + φ × ω / 2 + c φ × (φ × ω),   c = (1 − |φ|/2 cot |φ|/2) / |φ|²                     (2)
//   p' = R v                                                                                   (3)
//
// ω, v in axes of the base. The anchor follows when φ has grown: the quaternion is a product of unit
// quaternions, made unit anew each time, and never integrated itself.
#pragma once

#include "erfd/simulation/plant.hpp"

namespace erfd {

class Positions {
 public:
  explicit Positions(const Plant& plant);

  /// Of a plant: positions, and the local coordinates of the same place.
  int size() const { return size_; }
  int local_size() const { return local_size_; }

  /// Takes the base's orientation in q as the anchor.
  void anchor_at(In<double> q);
  void to_local(In<double> q, Out<double> local) const;
  void from_local(In<double> local, Out<double> q) const;
  /// (2), (3); qd for all other coordinates.
  void rates(In<double> local, In<double> qd, Out<double> rate) const;
  /// φ has grown so that the anchor should follow.
  bool is_far(In<double> local) const;

  /// (w, x, y, z) of R_0; empty for a fixed base.
  const VectorX<double>& anchor() const { return anchor_; }
  void set_anchor(const VectorX<double>& anchor) { anchor_ = anchor; }

 private:
  int size_, local_size_;
  bool free_;
  VectorX<double> anchor_;
};

}  // namespace erfd
