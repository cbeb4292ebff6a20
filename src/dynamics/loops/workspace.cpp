#include "erfd/dynamics/loops/workspace.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/loops/memory.hpp"

namespace erfd {

template <class S>
LoopMemory<S>::LoopMemory(const Model& model)
    : tree(model),
      s(model),
      H(model.nv(), model.nv()),
      factor(model.nv(), model.nv()),
      weighted(model.constraint_rows(), model.nv()),
      of_weighted(model.constraint_rows(), model.nv()),
      basis(model.nv(), model.nv()),
      H_basis(model.nv(), model.nv()),
      reduced(model.nv(), model.nv()),
      rows(model.constraint_rows()),
      rows2(model.constraint_rows()),
      v1(model.nv()),
      v2(model.nv()),
      v3(model.nv()),
      small(model.nv()) {}

template <class S>
void LoopMemory<S>::poison() {
  const S nan = S(std::numeric_limits<double>::quiet_NaN());
  tree.poison();
  for (Pose<S>& X : s.X_WB) X = {Matrix3<S>::Constant(nan), Vector3<S>::Constant(nan)};
  for (MatrixX<S>* M : {&s.J, &s.J_p, &H, &factor, &weighted, &basis, &H_basis, &reduced})
    M->setConstant(nan);
  for (VectorX<S>* v : {&s.gap, &s.step, &s.trial, &rows, &rows2, &v1, &v2, &v3, &small})
    v->setConstant(nan);
}

template <class S>
BasicLoopWorkspace<S>::BasicLoopWorkspace(const Model& model)
    : memory_(std::make_unique<LoopMemory<S>>(model)) {}
template <class S>
BasicLoopWorkspace<S>::~BasicLoopWorkspace() = default;
template <class S>
BasicLoopWorkspace<S>::BasicLoopWorkspace(BasicLoopWorkspace&&) noexcept = default;
template <class S>
BasicLoopWorkspace<S>& BasicLoopWorkspace<S>::operator=(BasicLoopWorkspace&&) noexcept = default;
template <class S>
void BasicLoopWorkspace<S>::poison() {
  memory_->poison();
}
template <class S>
const std::vector<int>& BasicLoopWorkspace<S>::active() const {
  return memory_->s.active;
}
template <class S>
const std::vector<int>& BasicLoopWorkspace<S>::passive() const {
  return memory_->s.passive;
}

#define ERFD_INSTANTIATE(S)      \
  template struct LoopMemory<S>; \
  template class BasicLoopWorkspace<S>;
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
