// The engine's forward dynamics: articulated bodies as a correction of a reference motion.
//
// The reference motion (motion.hpp) has the right positions and velocities and convenient
// accelerations. Its wrenches N, F are plain inverse dynamics; what is left is linear, without
// velocities: find the additional motion (dWd, dA) that the joints' missing torques cause.
//
//   I    = own inertia + Σ children                                  articulated inertia     (1)
//   U    = I z,  D = zᵀ U                                                                    (2)
//   drive = (τ − z·(N, F)) / D                                                               (3)
//   to the parent: the wrench (N, F) + U drive, and the inertia I − U Uᵀ / D                 (4)
//   base to tip:   t = drive − (U / D) · (dWd, dA carried from the parent)                   (5)
//                  dWd_z = t (revolute) or dA_z = t (prismatic)
//   qdd  = t − (carried z component) − (what the reference motion implies)                   (6)
//
// U Uᵀ / D removes the row and column of z: a revolute joint transmits no moment about z (Reduced), so
// that the turn about z and the tilt by α work on few numbers. A leaf's I never changes: its (2) and
// (4) are constants of the link.
#pragma once

#include "dynamics/engine/rnea.hpp"

namespace erfd::engine::inline ERFD_ENGINE_TARGET {

/// Moves the reference point back along z by d: B += d z^ M, J by both.
template <class S>
ERFD_INLINE void shift_z(const S& d, Reduced<S>& r) {
  const Sym<S>& M = r.M;
  const S xx = r.B_xx - d * M.xy, xy = r.B_xy - d * M.yy, xz = r.B_xz - d * M.yz;
  const S yx = r.B_yx + d * M.xx, yy = r.B_yy + d * M.xy, yz = r.B_yz + d * M.xz;
  r.J_xx = r.J_xx - d * (xy + r.B_xy);
  r.J_xy = r.J_xy + d * (xx - r.B_yy);
  r.J_yy = r.J_yy + d * (yx + r.B_yx);
  r.B_xx = xx, r.B_xy = xy, r.B_xz = xz, r.B_yx = yx, r.B_yy = yy, r.B_yz = yz;
}

/// Into the axes before the turn of the joint.
template <class S>
ERFD_INLINE void turn(const S& c, const S& s, Reduced<S>& r) {
  turn_block(c, s, r.J_xx, r.J_yy, r.J_xy);
  r.M = turn(c, s, r.M);
  const S t = s * (r.B_xx - r.B_yy) + c * (r.B_xy + r.B_yx);  // as turn_block, B not symmetric
  const S xy = c * t - r.B_yx, yx = c * t - r.B_xy;
  r.B_xx = r.B_xx - s * t;
  r.B_yy = r.B_yy + s * t;
  r.B_xy = xy;
  r.B_yx = yx;
  const S xz = c * r.B_xz - s * r.B_yz;
  r.B_yz = s * r.B_xz + c * r.B_yz;
  r.B_xz = xz;
}

/// Into the axes of the parent.
template <Kind kind, class S>
ERFD_INLINE Articulated<S> tilted(const Link<S>& link, const Reduced<S>& r) {
  const S zero(0.0);
  const Sym<S> M = to_parent<kind>(link, r.M);
  if constexpr (kind == Kind::parallel) {
    return {{r.J_xx, r.J_yy, zero, r.J_xy, zero, zero},
            {r.B_xx, r.B_xy, r.B_xz, r.B_yx, r.B_yy, r.B_yz, zero, zero, zero},
            M};
  }
  if constexpr (kind == Kind::orthogonal) {
    return {{r.J_xx, zero, r.J_yy, zero, r.J_xy, zero},
            {r.B_xx, -r.B_xz, r.B_xy, zero, zero, zero, r.B_yx, -r.B_yz, r.B_yy},
            M};
  }
  if constexpr (kind == Kind::skew) {
    // No 1 − c² for s²: where the axes are nearly parallel, what is left of J_zz and B_z is all that the
    // parent's joint feels of the children, and it may be far smaller than J_yy and B_y.
    const S &c = link.cos_alpha, &s = link.sin_alpha;
    const S J_y = c * r.J_yy, J_z = s * r.J_yy;
    const S y = c * r.B_yy - s * r.B_yz, z = s * r.B_yy + c * r.B_yz;
    return {{r.J_xx, c * J_y, s * J_z, c * r.J_xy, s * r.J_xy, s * J_y},
            {r.B_xx, c * r.B_xy - s * r.B_xz, s * r.B_xy + c * r.B_xz,  //
             c * r.B_yx, c * y, c * z,                                  //
             s * r.B_yx, s * y, s * z},
            M};
  }
  if constexpr (kind == Kind::placed) {
    const Mat<S> R_T = transpose(link.R);
    const Mat<S> J = {r.J_xx, r.J_xy, zero, r.J_xy, r.J_yy, zero, zero, zero, zero};
    const Mat<S> B = {r.B_xx, r.B_xy, r.B_xz, r.B_yx, r.B_yy, r.B_yz, zero, zero, zero};
    return {symmetric_part(link.R * J * R_T), link.R * B * R_T, M};
  }
}

/// Moves the reference point back along x by a.
template <class S>
ERFD_INLINE void shift_x(const S& a, Articulated<S>& I) {
  Sym<S>& J = I.J;
  Mat<S>& B = I.B;
  const Sym<S>& M = I.M;
  const S yx = B.yx - a * M.xz, yy = B.yy - a * M.yz, yz = B.yz - a * M.zz;
  const S zx = B.zx + a * M.xy, zy = B.zy + a * M.yy, zz = B.zz + a * M.yz;
  J.xy = J.xy - a * B.xz;
  J.xz = J.xz + a * B.xy;
  J.yy = J.yy - a * (yz + B.yz);
  J.yz = J.yz + a * (yy - B.zz);
  J.zz = J.zz + a * (zy + B.zy);
  B = {B.xx, B.xy, B.xz, yx, yy, yz, zx, zy, zz};
}

/// Moves the reference point back by p: B' = B + p^ M, J' = J + p^ Bᵀ − B' p^.
template <class S>
ERFD_INLINE void shift(const Vec<S>& p, Articulated<S>& I) {
  const Mat<S> B = I.B + cross(p, full(I.M));
  const Mat<S> pB = cross(p, transpose(I.B)), B_p = transpose(cross(p, transpose(B)));  // −B' p^
  I.J = I.J + symmetric_part(pB + B_p);
  I.B = B;
}

template <class S>
ERFD_INLINE void add_to_parent(const Link<S>& link, const Articulated<S>& I, LinkState<S>& parent) {
  parent.children = link.first_child ? I : parent.children + I;
}

/// (1) and (2) of a revolute link that carries others, and its inertia after (4).
template <class S>
ERFD_INLINE Reduced<S> yield_joint(const Link<S>& link, LinkState<S>& w, const S& tau) {
  const Articulated<S>& I = w.children;
  const S J_zz = I.J.zz + (link.Exx + link.Eyy), J_xz = I.J.xz - link.Exz, J_yz = I.J.yz - link.Eyz;
  const S B_zx = I.B.zx - link.Sy, B_zy = I.B.zy + link.Sx, B_zz = I.B.zz;
  const S D_inverse = S(1.0) / J_zz;
  const S gx = J_xz * D_inverse, gy = J_yz * D_inverse;
  const S hx = B_zx * D_inverse, hy = B_zy * D_inverse, hz = B_zz * D_inverse;
  w.gain = {gx, gy, S(0.0), hx, hy, hz};
  const S drive = w.drive = (tau - w.N.z) * D_inverse;  // (3)
  w.N = {w.N.x + J_xz * drive, w.N.y + J_yz * drive, tau};
  w.F = {w.F.x + B_zx * drive, w.F.y + B_zy * drive, w.F.z + B_zz * drive};
  return {(I.J.xx + link.Eyy) - gx * J_xz,
          (I.J.yy + link.Exx) - gy * J_yz,
          (I.J.xy - link.Exy) - gx * J_yz,
          I.B.xx - gx * B_zx,
          I.B.xy - gx * B_zy,
          (I.B.xz + link.Sy) - gx * B_zz,
          I.B.yx - gy * B_zx,
          I.B.yy - gy * B_zy,
          (I.B.yz - link.Sx) - gy * B_zz,
          {I.M.xx - hx * B_zx, I.M.yy - hy * B_zy, I.M.zz - hz * B_zz, I.M.xy - hx * B_zy,
           I.M.xz - hx * B_zz, I.M.yz - hy * B_zz}};
}

/// The same of a leaf: everything but the drive is constant.
template <class S>
ERFD_INLINE void yield_leaf(const Link<S>& link, LinkState<S>& w, const S& tau) {
  w.gain = link.leaf_gain;
  const S drive = w.drive = (tau - w.N.z) * link.leaf_D_inverse;
  w.N = {w.N.x - link.Exz * drive, w.N.y - link.Eyz * drive, tau};
  w.F = {w.F.x - link.Sy * drive, w.F.y + link.Sx * drive, w.F.z};
}

/// (1) to (4) of a prismatic link.
template <class S>
ERFD_INLINE Articulated<S> yield_slider(const Link<S>& link, LinkState<S>& w, const S& tau) {
  const S zero(0.0);
  const S &m = link.m, &Sx = link.Sx, &Sy = link.Sy, &Sz = link.Sz;
  Articulated<S> I = {{zero, zero, zero, zero, zero, zero},
                      {zero, -Sz, Sy, Sz, zero, -Sx, -Sy, Sx, zero},
                      {m, m, m, zero, zero, zero}};
  if (!link.leaf) I = I + w.children;
  const Vec<S> n = {I.B.xz, I.B.yz, I.B.zz};
  const S fx = I.M.xz, fy = I.M.yz;
  const S D_inverse = S(1.0) / I.M.zz;
  const S gx = n.x * D_inverse, gy = n.y * D_inverse, gz = n.z * D_inverse;
  const S hx = fx * D_inverse, hy = fy * D_inverse;
  w.gain = {gx, gy, gz, hx, hy, zero};
  const S drive = w.drive = (tau - w.F.z) * D_inverse;
  w.N = scaled_sum(drive, n, w.N);
  w.F = {w.F.x + fx * drive, w.F.y + fy * drive, tau};
  return {{I.J.xx - gx * n.x, I.J.yy - gy * n.y, I.J.zz - gz * n.z, I.J.xy - gx * n.y,
           I.J.xz - gx * n.z, I.J.yz - gy * n.z},
          {I.B.xx - gx * fx, I.B.xy - gx * fy, zero, I.B.yx - gy * fx, I.B.yy - gy * fy, zero,
           I.B.zx - gz * fx, I.B.zy - gz * fy, zero},
          {I.M.xx - hx * fx, I.M.yy - hy * fy, zero, I.M.xy - hx * fy, zero, zero}};
}

/// (1) to (4) of one link.
template <Kind kind, class S>
ERFD_INLINE void sweep_in(const Link<S>& link, LinkState<S>& w, const S& q, const S& tau,
                          LinkState<S>* parent) {
  if constexpr (kind == Kind::prismatic) {
    Articulated<S> I = yield_slider(link, w, tau);
    if (parent == nullptr) return;
    shift(Vec<S>{S(0.0), S(0.0), q}, I);
    I = {to_parent<kind>(link, I.J), link.R * I.B * transpose(link.R), to_parent<kind>(link, I.M)};
    shift(link.p, I);
    add_to_parent(link, I, *parent);
  } else {
    Reduced<S> reduced;
    if (link.leaf) {
      yield_leaf(link, w, tau);
      reduced = link.leaf_reduced;
    } else {
      reduced = yield_joint(link, w, tau);
      if constexpr (kind != Kind::placed) shift_z(link.d, reduced);
    }
    if (parent == nullptr) return;
    turn(w.c, w.s, reduced);
    Articulated<S> I = tilted<kind>(link, reduced);
    if constexpr (kind == Kind::placed) {
      shift(link.p, I);
    } else {
      shift_x(link.a, I);
    }
    add_to_parent(link, I, *parent);
  }
  carry_wrench<kind>(link, w, q, w.N, w.F);
  parent->N = parent->N + w.N;
  parent->F = parent->F + w.F;
}

/// (5) and (6) of a link on the base.
template <class S>
ERFD_INLINE S start_root(const Link<S>& link, LinkState<S>& w) {
  const S zero(0.0);
  w.dWd = w.dA = {zero, zero, zero};
  (link.kind == Kind::prismatic ? w.dA : w.dWd).z = w.drive;
  return w.drive;
}

/// (5) and (6) of a link on another one.
template <Kind kind, class S>
ERFD_INLINE S accelerate(const Link<S>& link, const LinkState<S>& parent, LinkState<S>& w,
                         const S& q) {
  Vec<S> a = parent.dWd, l = parent.dA;
  if constexpr (has_pose(kind)) {
    l = l + cross(a, link.p);
  } else {  // l += a × a_x x
    l.y = l.y + link.a * a.z;
    l.z = l.z - link.a * a.y;
  }
  a = from_parent<kind>(link, a);
  l = from_parent<kind>(link, l);
  if constexpr (kind != Kind::placed) {  // l += a × d z
    const S& d = kind == Kind::prismatic ? q : link.d;
    l.x = l.x + d * a.y;
    l.y = l.y - d * a.x;
  }
  S qdd;
  if constexpr (kind == Kind::prismatic) {
    const S t =
        (w.drive - (w.gain.angular_x * a.x + w.gain.angular_y * a.y + w.gain.angular_z * a.z)) -
        (w.gain.linear_x * l.x + w.gain.linear_y * l.y);
    qdd = t - l.z;
    l.z = t;
  } else {
    const S carried = a.z + w.carried;
    a = turn_back(w.c, w.s, a);
    l = turn_back(w.c, w.s, l);
    a.z = (w.drive - (w.gain.angular_x * a.x + w.gain.angular_y * a.y)) -
          (w.gain.linear_x * l.x + w.gain.linear_y * l.y + w.gain.linear_z * l.z);
    qdd = a.z - carried;
  }
  w.dWd = a;
  w.dA = l;
  return qdd;
}

/// (1) to (4) of all links.
template <bool free_base = false, class S>
ERFD_INLINE void sweep_inertias(const Link<S>* links, int n, const S* q, const S* tau,
                                LinkState<S>* states) {
  for (int i = n - 1; i >= 0; --i) {
    const Link<S>& link = links[i];
    LinkState<S>* const parent = !free_base && link.parent < 0 ? nullptr : &states[link.parent];
    with_kind(link.kind, [&]<Kind kind>() __attribute__((always_inline)) {
      sweep_in<kind>(link, states[i], q[i], tau[i], parent);
    });
  }
}

/// (5), (6) of all links.
template <bool free_base = false, class S>
ERFD_INLINE void sweep_accelerations(const Link<S>* links, int n, const S* q, S* qdd,
                                     LinkState<S>* states) {
  for (int i = 0; i < n; ++i) {
    const Link<S>& link = links[i];
    with_kind(link.kind, [&]<Kind kind>() __attribute__((always_inline)) {
      qdd[i] = !free_base && link.parent < 0
                   ? start_root(link, states[i])
                   : accelerate<kind>(link, states[link.parent], states[i], q[i]);
    });
  }
}

template <class S>
void aba(const Link<S>* links, int n, const S* q, const S* qd, const S* tau, S* qdd,
         LinkState<S>* states) {
  set_trigonometry(links, n, q, states);
  sweep_out<Motion::reference>(links, n, q, qd, qd, states);
  sweep_inertias(links, n, q, tau, states);
  sweep_accelerations(links, n, q, qdd, states);
}

template <class S>
void free_aba(const Base<S>& base, const Link<S>* links, int n, const S* q, const S* qd,
              const S* tau, S* qdd, LinkState<S>* states) {
  set_trigonometry(links, n, q + 7, states);
  LinkState<S>& w = states[-1];
  move_base<Motion::reference>(base, w, q, qd, qd);
  sweep_out<Motion::reference, true>(links, n, q + 7, qd + 6, qd + 6, states);
  sweep_inertias<true>(links, n, q + 7, tau + 6, states);
  accelerate_base(base, w, q, qd, tau, qdd);
  sweep_accelerations<true>(links, n, q + 7, qdd + 6, states);
}

}  // namespace erfd::engine::inline ERFD_ENGINE_TARGET
