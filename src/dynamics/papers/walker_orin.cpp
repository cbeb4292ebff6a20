// Scratch memory of the methods of Walker and Orin.
#include "dynamics/papers/walker_orin.hpp"

#include "erfd/math/scalars.hpp"

namespace erfd {

template <class S>
BasicWalkerOrinWorkspace<S>::BasicWalkerOrinWorkspace(const Model& model) : tree(model) {
  const auto n = static_cast<std::size_t>(model.body_count());
  outward.resize(n);
  body.resize(n);
  composite.resize(n);
}

template <class S>
void BasicWalkerOrinWorkspace<S>::poison() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  tree.poison();
  erfd::poison<S>(body);
  for (auto& o : outward) o = 1;  // there is no NaN among flags
  for (auto& K : composite) {
    K = {nan, Vector3<S>::Constant(S(nan)), Matrix3<S>::Constant(S(nan))};
  }
}

#define ERFD_INSTANTIATE(S) template class BasicWalkerOrinWorkspace<S>;
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
