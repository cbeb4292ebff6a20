// ERFD itself: the engine in double and float and for any processor, and the algorithms of the documentation's pages.
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "library.hpp"

namespace erfd::bench {
namespace {

template <class S>
struct StateOf {
  VectorX<S> q, qd, qdd, tau;
};

template <class S>
class ErfdLibrary : public Library {
 public:
  explicit ErfdLibrary(const Robot& robot)
      : tau_(robot.model.nv()), qdd_(robot.model.nv()), H_(robot.model.nv(), robot.model.nv()) {
    for (const test::State& s : robot.states) {
      states_.push_back({s.q.cast<S>(), s.qd.cast<S>(), s.qdd.cast<S>(), s.tau.cast<S>()});
    }
  }

  VectorX<double> tau() const override { return tau_.template cast<double>(); }
  MatrixX<double> H() const override { return H_.template cast<double>(); }
  VectorX<double> qdd() const override { return qdd_.template cast<double>(); }

 protected:
  const StateOf<S>& state(int k) const { return states_[static_cast<std::size_t>(k)]; }

  VectorX<S> tau_, qdd_;
  MatrixX<S> H_;

 private:
  std::vector<StateOf<S>> states_;
};

template <class S>
class EngineLibrary final : public ErfdLibrary<S> {
 public:
  explicit EngineLibrary(const Robot& robot, EngineTarget target = EngineTarget::best)
      : ErfdLibrary<S>(robot), engine_(robot.model, target), ws_(engine_) {}

  void inverse_dynamics(int k) override {
    const StateOf<S>& s = this->state(k);
    erfd::inverse_dynamics<S>(engine_, ws_, s.q, s.qd, s.qdd, this->tau_);
  }
  void inertia_matrix(int k) override {
    erfd::inertia_matrix<S>(engine_, ws_, this->state(k).q, this->H_);
  }
  void forward_dynamics(int k) override {
    const StateOf<S>& s = this->state(k);
    erfd::forward_dynamics<S>(engine_, ws_, s.q, s.qd, s.tau, this->qdd_);
  }

 private:
  BasicEngine<S> engine_;
  BasicEngineWorkspace<S> ws_;
};

class PageLibrary final : public ErfdLibrary<double> {
 public:
  explicit PageLibrary(const Robot& robot)
      : ErfdLibrary(robot), model_(robot.model), ws_(robot.model) {}

  void inverse_dynamics(int k) override {
    rnea(model_, ws_, state(k).q, state(k).qd, state(k).qdd, tau_);
  }
  void inertia_matrix(int k) override { crba(model_, ws_, state(k).q, H_); }
  void forward_dynamics(int k) override {
    aba(model_, ws_, state(k).q, state(k).qd, state(k).tau, qdd_);
  }

 private:
  Model model_;
  Workspace ws_;
};

}  // namespace

std::unique_ptr<Library> make_engine(const Robot& robot) {
  return std::make_unique<EngineLibrary<double>>(robot);
}
std::unique_ptr<Library> make_engine_float(const Robot& robot) {
  return std::make_unique<EngineLibrary<float>>(robot);
}
std::unique_ptr<Library> make_engine_portable(const Robot& robot) {
  return std::make_unique<EngineLibrary<double>>(robot, EngineTarget::portable);
}
std::unique_ptr<Library> make_page(const Robot& robot) {
  return std::make_unique<PageLibrary>(robot);
}

}  // namespace erfd::bench
