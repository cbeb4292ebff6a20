// What the asked motion needs when it is run more slowly. Private to the layer.
#pragma once

#include "verification/motions.hpp"

#include <map>
#include <memory>

namespace erfd {

/// The asked cycles of a case at a share of their speed: the same postures, speeds by c, accelerations
/// by c². That is the cycle of a controller whose period is longer by 1/c, so Algorithm 1 needs no
/// other form for it.
class SlowedCycles {
 public:
  SlowedCycles(const CaseInWork& work, const MotionRecord& record) : work_(work), record_(record) {}

  /// Motor torques that cycle k needs at `percent` of its speed [N m].
  const VectorX<double>& torques(int k, int percent) { return at(k, percent).ua; }
  /// Whether it exceeds a limit of torque, effort or speed then; jumps have no torque. The torque or
  /// effort is left in `beyond`.
  bool exceeds(int k, int percent, Binding* beyond = nullptr);

 private:
  struct Scaled {
    explicit Scaled(Algorithm1 made)
        : algorithm(std::move(made)), ws(algorithm), cycle(algorithm) {}
    Algorithm1 algorithm;
    Algorithm1Workspace ws;
    Cycle cycle;
  };
  /// What a slowed cycle needs.
  struct Needs {
    VectorX<double> speed;  ///< of the motors, at its end [rad/s]
    VectorX<double> ua;     ///< [N m]
    VectorX<double> u;      ///< of the joints of the step [N m or N]
  };
  /// Motors in front of elastic gears, all cycles at a share of their speed.
  struct InFront {
    MatrixX<double> speed, ua;
  };
  Scaled& scaled(int load, int percent);
  const Cycle& stiff(int k, int percent);
  const Needs& at(int k, int percent);
  const InFront& in_front(int percent);
  bool too_fast(int k, double share, const VectorX<double>& motors) const;
  /// A sensor feels more than it may: what motion adds to gravity goes with c², rates with c.
  bool feels_too_much(int k, double share, Binding* beyond);

  const CaseInWork& work_;
  const MotionRecord& record_;
  std::map<std::pair<int, int>, std::unique_ptr<Scaled>> made_;  ///< by load and percent
  std::map<int, InFront> in_front_;                              ///< by percent
  Needs needs_;
  Workspace sensors_{work_.model};
};

}  // namespace erfd
