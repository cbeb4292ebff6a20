// Forward kinematics of a tree: X_WB = X_WP · X_PB(q), parents first.
#include "erfd/dynamics/kinematics.hpp"

#include "erfd/math/scalars.hpp"

#include "dynamics/tree.hpp"

namespace erfd {

template <class S>
void body_poses(const Model& model, BasicWorkspace<S>& ws, In<S> q,
                std::type_identity_t<std::span<Pose<S>>> X_WB) {
  check_size("body_poses", "q", q.size(), model.nq(), model);
  check_size("body_poses", "X_WB", static_cast<Eigen::Index>(X_WB.size()), model.body_count(),
             model);
  update_poses<S>(model, ws, q);
  for (int i = 0; i < model.body_count(); ++i) X_WB[i] = ws.X_WB[i];
}

template <class S>
Pose<S> frame_pose(const Model& model, BasicWorkspace<S>&, In<S> q, FrameIndex frame) {
  check_size("frame_pose", "q", q.size(), model.nq(), model);
  const Frame& f = model.frame(frame);
  Pose<S> X = f.X_BF.cast<S>();
  for (BodyIndex i = f.body; !i.is_world(); i = model.body(i).parent) {
    X = joint_pose<S>(model.body(i), q) * X;
  }
  return X;
}

namespace {

/// Unit quaternion (w, x, y, z) of the rotation vector r: (cos |r|/2, r sin(|r|/2)/|r|).
template <class S>
Eigen::Matrix<S, 4, 1> quaternion_exponential(const Vector3<S>& r) {
  using std::cos, std::sin, std::sqrt;
  const S angle = sqrt(r.dot(r));
  const S half = angle * S(0.5);
  const S factor =
      angle < S(1e-8) ? S(0.5) : sin(half) / angle;  // below, the series differs by 1e-17
  return {cos(half), r.x() * factor, r.y() * factor, r.z() * factor};
}

}  // namespace

template <class S>
void integrate(const Model& model, In<S> q, In<S> qd, const std::type_identity_t<S>& dt,
               Eigen::Ref<VectorX<S>> q_next) {
  using std::sqrt;
  check_size("integrate", "q", q.size(), model.nq(), model);
  check_size("integrate", "qd", qd.size(), model.nv(), model);
  check_size("integrate", "q_next", q_next.size(), model.nq(), model);
  const int nv = model.nv(), joints = model.has_free_base() ? nv - 6 : nv;
  q_next.tail(joints) = q.tail(joints) + dt * qd.tail(joints);
  if (!model.has_free_base()) return;

  const Vector3<S> w = qd.template segment<3>(0), v = qd.template segment<3>(3);
  const Matrix3<S> R = rotation_of_quaternion<S>(q[0], q[1], q[2], q[3]);
  const auto e = quaternion_exponential<S>(w * dt);
  Eigen::Matrix<S, 4, 1> p;  // quaternion product q · e
  p << q[0] * e[0] - q[1] * e[1] - q[2] * e[2] - q[3] * e[3],
      q[0] * e[1] + q[1] * e[0] + q[2] * e[3] - q[3] * e[2],
      q[0] * e[2] - q[1] * e[3] + q[2] * e[0] + q[3] * e[1],
      q[0] * e[3] + q[1] * e[2] - q[2] * e[1] + q[3] * e[0];
  const Vector3<S> position = q.template segment<3>(4) + R * v * dt;
  q_next.template head<4>() = p / sqrt(p.dot(p));
  q_next.template segment<3>(4) = position;
}

#define ERFD_INSTANTIATE(S)                                                                 \
  template void body_poses<S>(const Model&, BasicWorkspace<S>&, In<S>, std::span<Pose<S>>); \
  template Pose<S> frame_pose<S>(const Model&, BasicWorkspace<S>&, In<S>, FrameIndex);      \
  template void integrate<S>(const Model&, In<S>, In<S>, const std::type_identity_t<S>&,    \
                             Eigen::Ref<VectorX<S>>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
