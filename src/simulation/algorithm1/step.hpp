// The steps of Algorithm 1, one function each. Private.
#pragma once

#include "erfd/simulation/algorithm1.hpp"

namespace erfd {

/// What a cycle starts from.
struct Algorithm1Input {
  const double *q, *qd, *qd_given;  ///< of the joints of the step
  Wrenches<double> wrenches;
};

/// A number of joints that loops know when they are compiled.
template <int N>
struct JointCount {
  explicit constexpr JointCount(int) {}
  constexpr operator int() const { return N; }
};
template <>
struct JointCount<Eigen::Dynamic> {
  explicit constexpr JointCount(int joints) : count(joints) {}
  constexpr operator int() const { return count; }
  int count;
};

/// One cycle while it runs: names what the steps share.
///
/// N is the number of joints, or Eigen::Dynamic for any: a number known to the compiler lets it write
/// out every sum.
template <int N>
class Algorithm1Step {
 public:
  Algorithm1Step(const Algorithm1& algorithm, Algorithm1Workspace& ws, const Algorithm1Input& input,
                 Cycle& cycle);

  bool take_input();  ///< keeps the state if it is good; false if a number is not finite
  void run();         ///< sets the status if there is no solution
  bool result_is_finite() const;

 private:
  using Vector = Eigen::Matrix<double, N, 1>;
  using Matrix = Eigen::Matrix<double, N, N>;
  // Eigen's own storage is aligned; a caller's block need not be.
  using View = Eigen::Map<Vector, Eigen::Aligned16>;
  using ConstView = Eigen::Map<const Vector, Eigen::Aligned16>;
  using InputView = Eigen::Map<const Vector>;
  using MatrixView = Eigen::Map<Matrix, Eigen::Aligned16>;
  using ConstMatrixView = Eigen::Map<const Matrix, Eigen::Aligned16>;

  void limit_speeds();           // step 1
  void ask_accelerations();      // step 2
  void joint_torques();          // step 3
  void motor_torques();          // step 4
  void limit_torques();          // step 5
  void achieve_accelerations();  // step 6
  void advance();                // step 7

  bool place_mechanisms();
  void limit_motor_speeds();
  void add_bends();
  void add_coulomb();
  double motor_rest_speed(int i) const;
  void ask_motors(View& ua);
  bool solve_mixed();
  bool solve_full();
  bool solve(const std::vector<int>& motors);
  template <int B>
  bool solve_block(const std::vector<int>& motors);
  void drop_unlimited();
  void fill_columns(const std::vector<int>& motors, std::size_t from);
  // consistent
  bool solve_consistent();
  bool solve_sets();
  template <int B>
  bool solve_set();
  void find_inertia();
  void mark_filled(int i);
  void fill_columns_of_inertia();
  void fill_column_of_inertia(int i);
  void turn_motor(int i);
  double own_inertia(int i) const;
  void fill_motor_columns();
  bool revise_sides();
  bool revise_directions();
  void guess_directions();
  bool solve_with_friction();
  bool solve_servos(bool by_size);
  bool set_coordinates();
  void set_servos(bool by_size);
  CoulombRange joint_range(int j) const;
  void take_servos();
  double slide_of(int j) const;
  bool revise_slides(bool one);
  bool is_held(int j) const;
  void note_stops();

  bool set_friction(const View& u);
  bool friction_holds();
  void solve_accelerations();
  void refuse_driving_friction();
  void mark_active(int motor, bool high);
  void mark_limits();
  char& is_filled(int i) { return ws_.filled_[static_cast<std::size_t>(i)]; }
  int& side(int i) { return ws_.side_[static_cast<std::size_t>(i)]; }
  bool grow_active(const View& ua);
  LimitSet& limits(int i) { return cycle_.limited[static_cast<std::size_t>(i)]; }
  View view(VectorX<double>& x) const { return View(x.data(), n_); }
  ConstView view(const VectorX<double>& x) const { return ConstView(x.data(), n_); }
  MatrixView view(MatrixX<double>& x) const { return MatrixView(x.data(), n_, n_); }
  ConstMatrixView view(const MatrixX<double>& x) const { return {x.data(), n_, n_}; }

  const Algorithm1& algorithm_;
  const Drives& drives_;
  Algorithm1Workspace& ws_;
  const Algorithm1Input& input_;
  Cycle& cycle_;
  [[no_unique_address]] const JointCount<N> n_;
  const double dt_;
  const bool follows_torque_;

  const InputView q_, qd_, qd_given_;
  const bool constant_;  ///< no mechanisms
  const ConstMatrixView K_, W_, M_;
  View qd_cmd_, qdd_cmd_, u_required_, ua_required_, ua_, u_, qdd_, qd_next_, q_next_;
  View speed_, brake_, c_, drag_, rotor_, load_, joint_coulomb_, motor_coulomb_, start_, slide_;
  View ua_0_, low_, high_, target_, delta_, y_;
  MatrixView H_, H_a_, HK_, K_inverse_;
  MatrixView W_rows_;  ///< columns: rows of W; until the sets have failed in the room of K_inverse_
  bool has_inertia_ = false;  ///< H_ is that of the position
  bool as_asked_ = true;      ///< friction has the directions of the motion asked for
  bool any_stopped_ = false;
};

/// Runs the steps if the input is finite, and sets the status. @return false if a result is not finite.
bool run_algorithm1(const Algorithm1& algorithm, Algorithm1Workspace& ws,
                    const Algorithm1Input& input, Cycle& cycle);

}  // namespace erfd
