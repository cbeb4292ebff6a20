#include "erfd/model/workspace.hpp"

#include "erfd/math/scalars.hpp"

#include <limits>

namespace erfd {

template <class S>
BasicWorkspace<S>::BasicWorkspace(const Model& model) {
  const auto n = static_cast<std::size_t>(model.body_count());
  X_PB.resize(n);
  X_WB.resize(n);
  V.resize(n);
  A.resize(n);
  F.resize(n);
  F_ext.resize(n);
  I_c.resize(n);
  J.resize(n);
  B.resize(n);
  gamma.resize(n);
  JA.resize(n);
  H_inv.resize(n);
  residual.resize(n);
  zero = with_springs = VectorX<S>::Zero(model.nv());
  sprung.resize(n, false);
  for (const JointSpring& spring : model.springs())
    sprung[static_cast<std::size_t>(spring.body.value)] = true;
}

template <class S>
void BasicWorkspace<S>::poison() {
  const S nan = S(std::numeric_limits<double>::quiet_NaN());
  const Vector3<S> nan3 = Vector3<S>::Constant(nan);
  const Matrix3<S> nan33 = Matrix3<S>::Constant(nan);
  const Matrix6<S> nan66 = Matrix6<S>::Constant(nan);
  for (std::size_t i = 0; i < X_PB.size(); ++i) {
    X_PB[i] = X_WB[i] = {nan33, nan3};
    V[i] = A[i] = gamma[i] = {nan3, nan3};
    F[i] = F_ext[i] = {nan3, nan3};
    I_c[i] = {nan, nan3, nan33};
    J[i] = B[i] = nan66;
    JA[i] = Vector6<S>::Constant(nan);
    H_inv[i] = residual[i] = nan;
  }
  with_springs.setConstant(nan);
}

#define ERFD_INSTANTIATE(S) template class BasicWorkspace<S>;
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
