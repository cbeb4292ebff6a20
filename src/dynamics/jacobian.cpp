// Geometric Jacobian of a frame, column by column up the chain.
//
//   revolute:   J_k = (z_k, z_k × (p_F − p_k))              (1)
//   prismatic:  J_k = (0, z_k)                              (2)
//   free base:  J_0 = (R_WB, 0; −(p_F − p_B)^ R_WB, R_WB)   (3)
//
// z_k, p_k: z axis and origin of body k in the world; p_F: origin of the frame.
#include "erfd/dynamics/jacobian.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/tree.hpp"

namespace erfd {

template <class S>
void jacobian(const Model& model, BasicWorkspace<S>& ws, In<S> q, FrameIndex frame,
              OutMatrix<S> J) {
  check_size("jacobian", "q", q.size(), model.nq(), model);
  check_size("jacobian", "J (rows)", J.rows(), 6, model);
  check_size("jacobian", "J (columns)", J.cols(), model.nv(), model);
  update_poses<S>(model, ws, q);
  J.setZero();
  const Frame& f = model.frame(frame);
  if (f.body.is_world()) return;
  const Vector3<S> p_F = ws.X_WB[f.body.value] * Vector3<S>(f.X_BF.p.template cast<S>());
  for (BodyIndex i = f.body; !i.is_world(); i = model.body(i).parent) {
    const Body& body = model.body(i);
    const Pose<S>& X_WB = ws.X_WB[i.value];
    const Vector3<S> z = X_WB.R.col(2), r = p_F - X_WB.p;
    if (body.is_free()) {
      J.template block<3, 3>(0, 0) = X_WB.R;  // (3)
      J.template block<3, 3>(3, 0) = -skew(r) * X_WB.R;
      J.template block<3, 3>(3, 3) = X_WB.R;
      continue;
    }
    const Screw screw = body.screw();
    if (screw.turns) J.col(body.v_index).template head<3>() = z;           // (1)
    J.col(body.v_index).template tail<3>() = velocity_at<S>(screw, z, r);  // (2)
  }
}

#define ERFD_INSTANTIATE(S) \
  template void jacobian<S>(const Model&, BasicWorkspace<S>&, In<S>, FrameIndex, OutMatrix<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
