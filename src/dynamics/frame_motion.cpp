// Velocity and acceleration of a point, body by body from the base, in world axes.
//
//   ω_j = ω_i + σ̄ qd z                                                            (1)
//   ω̇_j = ω̇_i + σ̄ (qdd z + ω_i × qd z)                                            (2)
//   v_j = v_i + ω_i × r + σ qd z                                                   (3)
//   v̇_j = v̇_i + ω̇_i × r + ω_i × (ω_i × r) + σ (qdd z + 2 ω_i × qd z)              (4)
//
// Legend  i, j   parent, body        z   axis of the joint       r   from the parent's origin to the body's
//         σ, σ̄   slide and turn for a unit of q: both of a helical joint
#include "erfd/dynamics/frame_motion.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/tree.hpp"

namespace erfd {
namespace {

/// What a body-fixed point at r from the origin does.
template <class S>
FrameMotion<S> moved(const FrameMotion<S>& m, const Vector3<S>& r) {
  const Vector3<S>& w = m.V.angular;
  return {{w, m.V.linear + cross(w, r)},
          {m.A.angular, m.A.linear + cross(m.A.angular, r) + cross(w, cross(w, r))}};
}

/// The components of the base's velocity turn with it.
template <class S>
FrameMotion<S> free_base(const Matrix3<S>& R, const Eigen::Ref<const VectorX<S>>& qd,
                         const Eigen::Ref<const VectorX<S>>& qdd) {
  const Vector3<S> w = R * qd.template segment<3>(0), v = R * qd.template segment<3>(3);
  return {{w, v}, {R * qdd.template segment<3>(0), R * qdd.template segment<3>(3) + cross(w, v)}};
}

template <class S>
FrameMotion<S> body_motion(const Model& model, const BasicWorkspace<S>& ws,
                           const Eigen::Ref<const VectorX<S>>& qd,
                           const Eigen::Ref<const VectorX<S>>& qdd, BodyIndex i) {
  const Vector3<S> none = Vector3<S>::Zero();
  if (i.is_world()) return {{none, none}, {none, none}};
  const Body& body = model.body(i);
  const Pose<S>& X_WB = ws.X_WB[i.value];
  if (body.is_free()) return free_base<S>(X_WB.R, qd, qdd);
  const Vector3<S> from = body.parent.is_world() ? none : ws.X_WB[body.parent.value].p;
  const FrameMotion<S> parent = body_motion<S>(model, ws, qd, qdd, body.parent);
  FrameMotion<S> m = moved<S>(parent, X_WB.p - from);
  const Motion<S> rate = joint_motion<S>(body.screw(), qd[body.v_index]),
                  gain = joint_motion<S>(body.screw(), qdd[body.v_index]);
  const Vector3<S> turn = X_WB.R * rate.angular, slide = X_WB.R * rate.linear;
  const Vector3<S>& w = parent.V.angular;
  m.V.angular += turn;                                          // (1)
  m.V.linear += slide;                                          // (3)
  m.A.angular += X_WB.R * gain.angular + cross(w, turn);        // (2)
  m.A.linear += X_WB.R * gain.linear + S(2) * cross(w, slide);  // (4)
  return m;
}

}  // namespace

template <class S>
FrameMotion<S> point_motion(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> qdd,
                            BodyIndex body, const Vector3<double>& p_B) {
  check_size("point_motion", "q", q.size(), model.nq(), model);
  check_size("point_motion", "qd", qd.size(), model.nv(), model);
  check_size("point_motion", "qdd", qdd.size(), model.nv(), model);
  update_poses<S>(model, ws, q);
  const FrameMotion<S> motion = body_motion<S>(model, ws, qd, qdd, body);
  if (body.is_world()) return motion;
  return moved<S>(motion, ws.X_WB[body.value].R * p_B.template cast<S>());
}

template <class S>
FrameMotion<S> frame_motion(const Model& model, BasicWorkspace<S>& ws, In<S> q, In<S> qd, In<S> qdd,
                            FrameIndex frame, const Vector3<double>& p_F) {
  const Frame& f = model.frame(frame);
  return point_motion<S>(model, ws, q, qd, qdd, f.body, f.X_BF * p_F);
}

#define ERFD_INSTANTIATE(S)                                                                      \
  template FrameMotion<S> point_motion<S>(const Model&, BasicWorkspace<S>&, In<S>, In<S>, In<S>, \
                                          BodyIndex, const Vector3<double>&);                    \
  template FrameMotion<S> frame_motion<S>(const Model&, BasicWorkspace<S>&, In<S>, In<S>, In<S>, \
                                          FrameIndex, const Vector3<double>&);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
