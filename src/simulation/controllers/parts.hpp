// What all control laws share. Private to the layer.
#pragma once

#include "erfd/base/error.hpp"
#include "erfd/simulation/controller.hpp"

#include <string>

namespace erfd {

/// What a law is made of; gains checked, one number a joint.
struct ControllerParts {
  const Model& model;
  std::shared_ptr<const Reference> reference;
  const ControllerGains& gains;
  const DriveKnowledge& known;  ///< friction_speed empty, or one number a joint
};

std::unique_ptr<Controller> make_pd(const ControllerParts& parts);
std::unique_ptr<Controller> make_pd_gravity(const ControllerParts& parts);
std::unique_ptr<Controller> make_pid(const ControllerParts& parts);
std::unique_ptr<Controller> make_feed_forward(const ControllerParts& parts);
std::unique_ptr<Controller> make_computed_torque(const ControllerParts& parts);
std::unique_ptr<Controller> make_robust(const ControllerParts& parts);
std::unique_ptr<Controller> make_adaptive(const ControllerParts& parts);
std::unique_ptr<Controller> make_motor_cascade(const ControllerParts& parts);

inline void check_controller_size(const char* argument, Eigen::Index got, Eigen::Index needed) {
  if (got != needed)
    throw Error(std::string("controller: argument '") + argument + "' has size " +
                std::to_string(got) + ", but the robot has " + std::to_string(needed) + " joints");
}

/// The asked motion at one time and the error of the measured state: e = q_d − q.
struct Tracking {
  explicit Tracking(std::shared_ptr<const Reference> motion)
      : reference(std::move(motion)),
        q_d(VectorX<double>::Zero(reference->joint_count())),
        qd_d(q_d),
        qdd_d(q_d),
        e(q_d),
        ed(q_d) {}

  void update(double t, const In<double>& q, const In<double>& qd, const Out<double>& u) {
    check_controller_size("q", q.size(), e.size());
    check_controller_size("qd", qd.size(), e.size());
    check_controller_size("u", u.size(), e.size());
    reference->at(t, q_d, qd_d, qdd_d);
    e = q_d - q;
    ed = qd_d - qd;
  }

  std::shared_ptr<const Reference> reference;
  VectorX<double> q_d, qd_d, qdd_d, e, ed;
};

/// Writes and reads what a law remembers.
void save_vector(const VectorX<double>& values, std::vector<double>& memory);
void restore_vector(VectorX<double>& values, std::span<const double>& memory);

/// Time between the calls of a law with memory.
class CycleClock {
 public:
  void reset() { started_ = false; }
  bool started() const { return started_; }
  void save(std::vector<double>& memory) const;
  void restore(std::span<const double>& memory);
  /// Seconds since the call before; 0 for the first one and when time stands.
  double since_last_call(double t) {
    const double passed = started_ && t > last_ ? t - last_ : 0;
    if (!started_ || !(t <= last_)) last_ = t;  // a NaN does not stop the clock for good
    started_ = true;
    return passed;
  }

 private:
  bool started_ = false;
  double last_ = 0;
};

}  // namespace erfd
