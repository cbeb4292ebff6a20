// Cascade of each motor: position around speed around current, all of them on the motor's side.
// Source  as servo drives have it, for example [AH06]; the torques at the start are those that hold the robot.
//
//   ω_r = ω_d + k_p (φ_d − φ)                                       position                  (1)
//   u_r = k_s (ω_r − ω) + z                                         speed                     (2)
//   z'  = k_i (ω_r − ω) + k_t (u_given − u)                                                   (3)
//   u'  = ω_c (u_r − u)                                             current; u = u_r without  (4)
//   τ   = Kᵀ u                                                                                (5)
//
// Legend  φ, ω   angle and speed of the motor: f(q), K qd;  φ_d, ω_d  those of the asked motion
//         u      torque of the motor, which is its current times its torque constant
//         k_t    tracking: how fast z returns when the motor gives less than u (back-calculation)
//
// Called once a cycle, (3) is integrated by Euler's rule and (4) exactly for a u_r that is held.
#include "erfd/drives/transmission.hpp"

#include "simulation/controllers/link_torques.hpp"
#include "simulation/controllers/parts.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

class MotorCascade final : public Controller {
 public:
  explicit MotorCascade(const ControllerParts& parts)
      : reference_(parts.reference),
        drives_(*parts.known.drives),
        here_(drives_),
        there_(drives_),
        links_(parts.model),
        n_(drives_.count()),
        k_p_(parts.gains.position),
        k_s_(parts.gains.speed),
        k_i_(parts.gains.integral),
        w_c_(parts.gains.current) {
    for (VectorX<double>* const v : {&q_d_, &qd_d_, &qdd_d_, &w_, &w_d_, &z_, &u_, &u_r_, &excess_,
                                     &given_, &z_rate_, &asked_joints_})
      *v = VectorX<double>::Zero(n_);
    if (k_i_.size() == 0) k_i_ = z_;
    k_t_ = parts.gains.tracking.size() > 0 ? parts.gains.tracking
                                           : VectorX<double>(k_i_.cwiseQuotient(k_s_));
  }

  void torque(double t, In<double> q, In<double> qd, Out<double> u) override {
    for (const auto& [name, size] : {std::pair{"q", q.size()}, {"qd", qd.size()}, {"u", u.size()}})
      check_controller_size(name, size, n_);
    if (!continuous_ && !clock_.started()) hold(q);
    const double dt = continuous_ ? 0 : clock_.since_last_call(t);
    z_ += dt * (z_rate_ + k_t_.cwiseProduct(excess_));  // (3)
    if (has_current())
      for (Eigen::Index i = 0; i < n_; ++i)
        u_[i] += -std::expm1(-w_c_[i] * dt) * (u_r_[i] - u_[i]);  // (4)
    excess_.setZero();
    find_asked(t, q, qd);
    if (!has_current()) u_ = u_r_;
    joint_torques(drives_, here_, u_, u);  // (5)
    asked_joints_ = u;
  }

  void applied(In<double> u) override {
    check_controller_size("u", u.size(), n_);
    if (u == asked_joints_) return;  // the way to the motors would round
    motor_torques(drives_, here_, u, given_);
    excess_ = given_ - u_;
  }

  int state_count() const override { return static_cast<int>(has_current() ? 2 * n_ : n_); }
  void start_states(In<double> q, In<double>, Out<double> z) override {
    hold(q);
    z.head(n_) = z_;
    if (has_current()) z.tail(n_) = z_;
  }
  void set_states(In<double> z) override {
    continuous_ = true;
    z_ = z.head(n_);
    if (has_current()) u_ = z.tail(n_);
  }
  void state_rates(Out<double> zd) override {
    zd.head(n_) = z_rate_ + k_t_.cwiseProduct(excess_);             // (3)
    if (has_current()) zd.tail(n_) = w_c_.cwiseProduct(u_r_ - u_);  // (4)
  }

  void reset() override {
    clock_.reset();
    excess_.setZero();
    z_rate_.setZero();
  }
  bool has_memory() const override { return !continuous_; }
  void save(std::vector<double>& memory) const override {
    clock_.save(memory);
    for (const VectorX<double>* part : {&z_, &u_, &u_r_, &z_rate_, &excess_})
      save_vector(*part, memory);
  }
  void restore(std::span<const double>& memory) override {
    clock_.restore(memory);
    for (VectorX<double>* part : {&z_, &u_, &u_r_, &z_rate_, &excess_})
      restore_vector(*part, memory);
  }

 private:
  bool has_current() const { return w_c_.size() > 0; }

  /// The torques of the motors that hold the links at q.
  void hold(const In<double>& q) {
    place(q, here_);
    links_.gravity(q, given_);
    motor_torques(drives_, here_, given_, z_);
    u_ = u_r_ = z_;
  }

  /// A position that a mechanism does not reach has no torque.
  void place(const In<double>& q, DriveState& state) {
    if (!set_position(drives_, q, state)) u_.setConstant(std::nan(""));
  }

  /// u_r and what z grows by.
  void find_asked(double t, const In<double>& q, const In<double>& qd) {
    reference_->at(t, q_d_, qd_d_, qdd_d_);
    place(q, here_);
    place(q_d_, there_);
    motor_velocities(drives_, here_, qd, w_);
    motor_velocities(drives_, there_, qd_d_, w_d_);
    const auto error = w_d_ - w_ + k_p_.cwiseProduct(there_.q_a() - here_.q_a());  // (1)
    u_r_ = k_s_.cwiseProduct(error) + z_;                                          // (2)
    z_rate_ = k_i_.cwiseProduct(error);                                            // (3)
  }

  std::shared_ptr<const Reference> reference_;
  Drives drives_;
  DriveState here_, there_;
  LinkTorques links_;
  Eigen::Index n_;
  VectorX<double> k_p_, k_s_, k_i_, k_t_, w_c_;
  VectorX<double> q_d_, qd_d_, qdd_d_, w_, w_d_;
  VectorX<double> z_, u_, u_r_, z_rate_, excess_, given_, asked_joints_;
  CycleClock clock_;
  bool continuous_ = false;
};

}  // namespace

std::unique_ptr<Controller> make_motor_cascade(const ControllerParts& parts) {
  const auto refuse = [&](const std::string& why) {
    throw Error("controller 'motor_cascade': " + why);
  };
  if (parts.known.drives == nullptr)
    refuse("no drives are given, expected those whose motors it leads");
  if (parts.known.drives->count() != parts.model.nv())
    refuse("the drives of '" + parts.known.drives->robot() + "' have " +
           std::to_string(parts.known.drives->count()) + " motors for " +
           std::to_string(parts.model.nv()) + " joints, expected one for each");
  return std::make_unique<MotorCascade>(parts);
}

}  // namespace erfd
