// The engine's doors: sizes, wrenches, robots that are not prepared; the work is in dynamics/engine/.
#include "erfd/dynamics/engine.hpp"

#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/external_torques.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/engine/access.hpp"
#include "dynamics/engine/compile.hpp"
#include "dynamics/engine/self_check.hpp"
#include "dynamics/tree.hpp"

#include <limits>
#include <type_traits>

namespace erfd {

namespace {

template <class S>
const engine::Kernels<S>* kernels_for(EngineTarget target) {
  if constexpr (std::is_floating_point_v<S>) {
    const engine::Kernels<S>* const fast = engine::avx2_kernels<S>();
    if (target == EngineTarget::best && fast != nullptr) return fast;
  }
  return &engine::portable_kernels<S>();
}

}  // namespace

template <class S>
BasicEngine<S>::BasicEngine(const Model& model, EngineTarget target)
    : model_(model), kernels_(kernels_for<S>(target)) {
  if (!engine::is_compilable(model)) return;
  const engine::Compiled robot = engine::compile(model);
  // In double for every scalar: what is checked is the preparation, not the scalar.
  if (!engine::self_check(model, robot, *kernels_for<double>(target)).passed()) return;
  if (robot.base) base_.push_back(engine::cast<S>(*robot.base));
  for (const engine::Link<double>& link : robot.links) {
    branched_ = branched_ || link.parent != static_cast<int>(links_.size()) - 1;
    links_.push_back(engine::cast<S>(link));
  }
}
template <class S>
bool BasicEngine<S>::prepared() const {
  return !links_.empty();
}
template <class S>
BasicEngine<S>::~BasicEngine() = default;
template <class S>
BasicEngine<S>::BasicEngine(BasicEngine&&) noexcept = default;

template <class S>
BasicEngineWorkspace<S>::BasicEngineWorkspace(const BasicEngine<S>& engine)
    : states_(static_cast<std::size_t>(engine.model().body_count())),
      page_(engine.model()),
      tau_(engine.model().nv()) {}
template <class S>
BasicEngineWorkspace<S>::~BasicEngineWorkspace() = default;
template <class S>
BasicEngineWorkspace<S>::BasicEngineWorkspace(BasicEngineWorkspace&&) noexcept = default;

template <class S>
void BasicEngineWorkspace<S>::poison() {
  static_assert(sizeof(engine::LinkState<S>) % sizeof(S) == 0, "a record of scalars alone");
  const S nan(std::numeric_limits<double>::quiet_NaN());
  for (engine::LinkState<S>& state : states_) {
    auto* const first = reinterpret_cast<S*>(&state);
    std::fill(first, first + sizeof state / sizeof(S), nan);
  }
  page_.poison();
  tau_.setConstant(nan);
}

template <class S>
void inverse_dynamics(const BasicEngine<S>& engine, BasicEngineWorkspace<S>& ws, In<S> q, In<S> qd,
                      In<S> qdd, Out<S> tau, Wrenches<S> wrenches) {
  const EngineAccess<S> e(engine, ws);
  check_size("inverse_dynamics", "q", q.size(), e.model.nq(), e.model);
  check_size("inverse_dynamics", "qd", qd.size(), e.model.nv(), e.model);
  check_size("inverse_dynamics", "qdd", qdd.size(), e.model.nv(), e.model);
  check_size("inverse_dynamics", "tau", tau.size(), e.model.nv(), e.model);
  if (e.links == nullptr) return rnea<S>(e.model, e.page, q, qd, qdd, tau, wrenches);
  e.run.rnea(q.data(), qd.data(), qdd.data(), tau.data(), e.states);
  if (wrenches.empty()) return;
  external_torques<S>(e.model, e.page, q, wrenches, e.tau);
  tau -= e.tau;
}

template <class S>
void inertia_matrix(const BasicEngine<S>& engine, BasicEngineWorkspace<S>& ws, In<S> q,
                    OutMatrix<S> H) {
  const EngineAccess<S> e(engine, ws);
  check_size("inertia_matrix", "q", q.size(), e.model.nq(), e.model);
  check_size("inertia_matrix", "H (rows)", H.rows(), e.model.nv(), e.model);
  check_size("inertia_matrix", "H (columns)", H.cols(), e.model.nv(), e.model);
  if (e.links == nullptr) return crba<S>(e.model, e.page, q, H);
  if (e.branched) engine::clear<S>(H);
  e.run.crba(q.data(), false, H.data(), H.outerStride(), e.states);
}

template <class S>
void forward_dynamics(const BasicEngine<S>& engine, BasicEngineWorkspace<S>& ws, In<S> q, In<S> qd,
                      In<S> tau, Out<S> qdd, Wrenches<S> wrenches) {
  const EngineAccess<S> e(engine, ws);
  check_size("forward_dynamics", "q", q.size(), e.model.nq(), e.model);
  check_size("forward_dynamics", "qd", qd.size(), e.model.nv(), e.model);
  check_size("forward_dynamics", "tau", tau.size(), e.model.nv(), e.model);
  check_size("forward_dynamics", "qdd", qdd.size(), e.model.nv(), e.model);
  if (e.links == nullptr) return aba<S>(e.model, e.page, q, qd, tau, qdd, wrenches);
  const S* drive = tau.data();
  if (!wrenches.empty()) {
    external_torques<S>(e.model, e.page, q, wrenches, e.tau);
    e.tau += tau;
    drive = e.tau.data();
  }
  e.run.aba(q.data(), qd.data(), drive, qdd.data(), e.states);
}

#define ERFD_INSTANTIATE(S)                                                                        \
  template class BasicEngine<S>;                                                                   \
  template class BasicEngineWorkspace<S>;                                                          \
  template void inverse_dynamics<S>(const BasicEngine<S>&, BasicEngineWorkspace<S>&, In<S>, In<S>, \
                                    In<S>, Out<S>, Wrenches<S>);                                   \
  template void inertia_matrix<S>(const BasicEngine<S>&, BasicEngineWorkspace<S>&, In<S>,          \
                                  OutMatrix<S>);                                                   \
  template void forward_dynamics<S>(const BasicEngine<S>&, BasicEngineWorkspace<S>&, In<S>, In<S>, \
                                    In<S>, Out<S>, Wrenches<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
