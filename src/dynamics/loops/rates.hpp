// J̇ qd of the cut joints of closed loops. Private to the layer.
//
//   d = p_G − p_F, relative to which with qdd = 0:
//   point row  φ̈ = u·(a_G − a_F) + 2 (ω_A × u)·(v_G − v_F) + (α_A × u + ω_A × (ω_A × u))·d   (1)
//   turn row   φ̈ = (α_B − α_A)·(w × u) + (ω_A × (ω_A × u))·w + 2 (ω_A × u)·(ω_B × w)
//                  + u·(ω_B × (ω_B × w))                                                     (2)
//   A_j = X_jλ A_λ + v_j × a qd_j            accelerations of the bodies with qdd = 0        (3)
//
// Legend   a_F, a_G   accelerations of the two origins as points      world axes
//          A_j        spatial acceleration of body j                  axes of the body
//          u, w       rows of src/model/loops/cut_rows.hpp; J̇ qd is φ̈ with qdd = 0
#pragma once

#include "dynamics/velocity.hpp"
#include "model/loops/cut_rows.hpp"

namespace erfd {

/// How a body and one of its points move, in world axes.
template <class S>
struct PointMotion {
  Vector3<S> w = Vector3<S>::Zero(), alpha = Vector3<S>::Zero(), v = Vector3<S>::Zero(),
             a = Vector3<S>::Zero();
};

template <class S>
PointMotion<S> point_motion(const BasicWorkspace<S>& ws, const std::vector<Pose<S>>& X_WB,
                            BodyIndex body, const Vector3<S>& p) {
  if (body.is_world()) return {};
  const Pose<S>& X = X_WB[static_cast<std::size_t>(body.value)];
  const Motion<S>&V = ws.V[static_cast<std::size_t>(body.value)],
        &A = ws.A[static_cast<std::size_t>(body.value)];
  PointMotion<S> motion;
  motion.w = X.R * V.angular;
  motion.alpha = X.R * A.angular;
  const Vector3<S> r = p - X.p, v_o = X.R * V.linear;
  motion.v = v_o + cross(motion.w, r);
  motion.a = X.R * A.linear + cross(motion.w, v_o) + cross(motion.alpha, r) +
             cross(motion.w, cross(motion.w, r));
  return motion;
}

template <class S>
S second_rate(const CutRow<S>& row, const PointMotion<S>& A, const PointMotion<S>& B,
              const Vector3<S>& d) {
  const Vector3<S> u_rate = cross(A.w, row.u), u_turned = cross(A.w, u_rate);
  if (!row.turns)
    return row.u.dot(B.a - A.a) + S(2) * u_rate.dot(B.v - A.v) +
           (cross(A.alpha, row.u) + u_turned).dot(d);  // (1)
  const Vector3<S> w_rate = cross(B.w, row.w);
  return (B.alpha - A.alpha).dot(cross(row.w, row.u)) + u_turned.dot(row.w) +
         S(2) * u_rate.dot(w_rate) + row.u.dot(cross(B.w, w_rate));  // (2)
}

/// @param X_WB  poses of the bodies at q; fills ws.X_PB, V and A
template <class S>
void second_rates(const Model& model, BasicWorkspace<S>& ws, const std::vector<Pose<S>>& X_WB,
                  const Eigen::Ref<const VectorX<S>>& q, const Eigen::Ref<const VectorX<S>>& qd,
                  Eigen::Ref<VectorX<S>> rates) {
  for (int i = 0; i < model.body_count(); ++i) ws.X_PB[i] = joint_pose<S>(model.body({i}), q);
  update_velocities<S>(model, ws, qd);
  for (int i = 0; i < model.body_count(); ++i) {  // (3)
    const Body& body = model.body({i});
    ws.A[i] = body.is_free() ? Motion<S>{}
                             : cross(ws.V[i], joint_motion<S>(body.screw(), qd[body.v_index]));
    if (!body.parent.is_world()) ws.A[i] += ws.X_PB[i].inv_act(ws.A[body.parent.value]);
  }
  Eigen::Index r = 0;
  for (const CutJoint& cut : model.constraints()) {
    const CutFrames<S> frames(cut, X_WB);
    const CutRows<S> rows(cut.kind, frames);
    const PointMotion<S> A = point_motion<S>(ws, X_WB, cut.body_a, frames.X_WF.p),
                         B = point_motion<S>(ws, X_WB, cut.body_b, frames.X_WG.p);
    const Vector3<S> d = frames.X_WG.p - frames.X_WF.p;
    for (int k = 0; k < rows.count; ++k) rates[r++] = second_rate<S>(rows.row[k], A, B, d);
  }
  rates.tail(static_cast<Eigen::Index>(model.following().size())).setZero();  // those are linear
}

}  // namespace erfd
