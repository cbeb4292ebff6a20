// Wrappers that limit the torques of any law.
//
//   u_i = min(max(u_i, −limit_i), limit_i)                                      (1)
//   |u_i(t_k) − u_i(t_{k−1})| ≤ rate_i (t_k − t_{k−1})                          (2)
#include "simulation/controllers/parts.hpp"

#include <algorithm>
#include <cmath>

namespace erfd {
namespace {

class Saturated final : public Controller {
 public:
  Saturated(std::unique_ptr<Controller> law, VectorX<double> limit)
      : law_(std::move(law)), limit_(std::move(limit)) {}

  void torque(double t, In<double> q, In<double> qd, Out<double> u) override {
    check_controller_size("u", u.size(), limit_.size());
    law_->torque(t, q, qd, u);
    for (Eigen::Index i = 0; i < u.size(); ++i)
      u[i] = std::clamp(u[i], -limit_[i], limit_[i]);  // (1)
    law_->applied(u);
  }
  void applied(In<double> u) override { law_->applied(u); }
  void reset() override { law_->reset(); }
  const VectorX<double>* estimated_parameters() const override {
    return law_->estimated_parameters();
  }
  int state_count() const override { return law_->state_count(); }
  void start_states(In<double> q, In<double> qd, Out<double> z) override {
    law_->start_states(q, qd, z);
  }
  void set_states(In<double> z) override { law_->set_states(z); }
  void state_rates(Out<double> zd) override { law_->state_rates(zd); }
  bool has_memory() const override { return law_->has_memory(); }
  void save(std::vector<double>& memory) const override { law_->save(memory); }
  void restore(std::span<const double>& memory) override { law_->restore(memory); }

 private:
  std::unique_ptr<Controller> law_;
  VectorX<double> limit_;
};

class RateLimited final : public Controller {
 public:
  RateLimited(std::unique_ptr<Controller> law, VectorX<double> rate)
      : law_(std::move(law)),
        rate_(std::move(rate)),
        before_(VectorX<double>::Zero(rate_.size())) {}

  void torque(double t, In<double> q, In<double> qd, Out<double> u) override {
    check_controller_size("u", u.size(), rate_.size());
    law_->torque(t, q, qd, u);
    const bool first = !clock_.started();
    const double dt = clock_.since_last_call(t);
    if (!first)
      for (Eigen::Index i = 0; i < u.size(); ++i)
        u[i] = std::clamp(u[i], before_[i] - rate_[i] * dt, before_[i] + rate_[i] * dt);  // (2)
    before_ = u;
    law_->applied(u);
  }
  void applied(In<double> u) override {
    before_ = u;
    law_->applied(u);
  }
  void reset() override {
    clock_.reset();
    law_->reset();
  }
  const VectorX<double>* estimated_parameters() const override {
    return law_->estimated_parameters();
  }
  bool has_memory() const override { return true; }

  void save(std::vector<double>& memory) const override {
    clock_.save(memory);
    save_vector(before_, memory);
    law_->save(memory);
  }
  void restore(std::span<const double>& memory) override {
    clock_.restore(memory);
    restore_vector(before_, memory);
    law_->restore(memory);
  }

 private:
  std::unique_ptr<Controller> law_;
  VectorX<double> rate_, before_;
  CycleClock clock_;
};

}  // namespace

std::unique_ptr<Controller> saturated(std::unique_ptr<Controller> law, VectorX<double> limit) {
  for (const double value : limit)
    if (!(value >= 0))
      throw Error("saturated: limit is " + std::to_string(value) + ", expected 0 or more");
  return std::make_unique<Saturated>(std::move(law), std::move(limit));
}

std::unique_ptr<Controller> rate_limited(std::unique_ptr<Controller> law, VectorX<double> rate) {
  for (const double value : rate)
    if (!(value > 0) || std::isinf(value))
      throw Error("rate_limited: rate is " + std::to_string(value) +
                  ", expected a finite number above 0");
  return std::make_unique<RateLimited>(std::move(law), std::move(rate));
}

}  // namespace erfd
