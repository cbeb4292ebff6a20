// The steps of Algorithm 1, one function each. Private.
#pragma once

#include "erfd/simulation/algorithm1.hpp"

namespace erfd {

/// One cycle while it runs: names what the steps share.
class Algorithm1Step {
 public:
  Algorithm1Step(const Algorithm1& algorithm, Algorithm1Workspace& ws, In<double> q, In<double> qd,
                 Wrenches<double> wrenches, Cycle& cycle)
      : algorithm_(algorithm),
        drives_(algorithm.drives()),
        ws_(ws),
        q_(q),
        qd_(qd),
        wrenches_(wrenches),
        cycle_(cycle),
        n_(algorithm.joint_count()),
        dt_(algorithm.settings().period) {}

  void limit_speeds(In<double> qd_given);  ///< step 1
  void ask_accelerations();                ///< step 2
  void joint_torques();                    ///< step 3
  void motor_torques();                    ///< step 4
  void limit_torques();                    ///< step 5
  void achieve_accelerations();            ///< step 6
  void advance();                          ///< step 7

 private:
  void evaluate_actuators(const VectorX<double>& u);
  void mark_active(int motor);
  bool solve_all();
  bool solve_active();
  bool grow_active();
  bool solve_mixed();
  bool friction_turned();
  void remember_signs(const VectorX<double>& u);

  const Algorithm1& algorithm_;
  const Drives& drives_;
  Algorithm1Workspace& ws_;
  In<double> q_, qd_;
  Wrenches<double> wrenches_;
  Cycle& cycle_;
  int n_;
  double dt_;
};

}  // namespace erfd
