// A closed mechanism as its active joints move it: what Algorithm 1 has in place of the open tree.
//
//   qd = G qd_a,  qdd = G qdd_a + Ġ qd_a          by the loops                        (1)
//   u_a = Gᵀ ID(q, qd, qdd)                       [K10] (57), errata 1.4              (2)
//   H_a = Gᵀ H G                                  [K10] (58)                          (3)
//
// ID and H are of the open tree, by the engine. Private to the library.
#pragma once

#include "erfd/dynamics/engine.hpp"
#include "erfd/dynamics/loops/closure.hpp"

namespace erfd {

/// Scratch of one thread; the engine that every call is given is of the same mechanism, under any load.
class ClosedLinks {
 public:
  explicit ClosedLinks(const Engine& engine);

  /// Where all that follows is asked: a position of all joints that closes the loops.
  /// @return false where the active joints do not rule the mechanism; nothing may be asked then
  bool place(const Engine& engine, In<double> posture);

  /// (1), (2). Never allocates.
  /// @param qd, qdd, u  of the active joints
  void torques(const Engine& engine, In<double> qd, In<double> qdd, Out<double> u,
               Wrenches<double> wrenches = {});
  /// (3) without a system that is solved. Never allocates.
  void inertia(const Engine& engine, OutMatrix<double> H);

  /// Of all joints, where they were placed.
  void velocities(In<double> qd, Out<double> of_all) const;
  void accelerations(const Engine& engine, In<double> qd, In<double> qdd, Out<double> of_all);

  /// The position of all joints whose active ones stand at `active`, nearest to `of_all`: the loops are
  /// closed from there. @return false where they do not close
  bool close(const Engine& engine, In<double> active, Out<double> of_all);

 private:
  EngineWorkspace engine_;
  LoopWorkspace loops_;
  MatrixX<double> G_, H_, HG_;
  VectorX<double> q_, qd_, qdd_, u_;
};

}  // namespace erfd
