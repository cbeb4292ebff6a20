// Small algebra of the kernels: vectors and matrices in plain numbers, rotations about x and z that
// use their zeros. Compiled once an instruction set; ERFD_ENGINE_TARGET keeps the copies apart.
#pragma once

#include "dynamics/engine/link.hpp"

#define ERFD_INLINE [[gnu::always_inline]] inline

namespace erfd::engine::inline ERFD_ENGINE_TARGET {

template <class S>
ERFD_INLINE Vec<S> operator+(const Vec<S>& a, const Vec<S>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <class S>
ERFD_INLINE Vec<S> scaled_sum(const S& k, const Vec<S>& a, const Vec<S>& b) {  // k a + b
  return {k * a.x + b.x, k * a.y + b.y, k * a.z + b.z};
}

template <class S, class V>  // V: S, or a pack of them
ERFD_INLINE Vec<V> cross(const Vec<S>& a, const Vec<V>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class S>
ERFD_INLINE Sym<S> operator+(const Sym<S>& a, const Sym<S>& b) {
  return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}

template <class S>
ERFD_INLINE Mat<S> operator+(const Mat<S>& a, const Mat<S>& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yx + b.yx, a.yy + b.yy,
          a.yz + b.yz, a.zx + b.zx, a.zy + b.zy, a.zz + b.zz};
}

template <class S>
ERFD_INLINE Articulated<S> operator+(const Articulated<S>& a, const Articulated<S>& b) {
  return {a.J + b.J, a.B + b.B, a.M + b.M};
}

template <class S>
ERFD_INLINE Mat<S> transpose(const Mat<S>& a) {
  return {a.xx, a.yx, a.zx, a.xy, a.yy, a.zy, a.xz, a.yz, a.zz};
}

template <class S>
ERFD_INLINE Mat<S> full(const Sym<S>& a) {
  return {a.xx, a.xy, a.xz, a.xy, a.yy, a.yz, a.xz, a.yz, a.zz};
}

template <class S>
ERFD_INLINE Sym<S> symmetric_part(const Mat<S>& a) {  // of a matrix that is symmetric
  return {a.xx, a.yy, a.zz, a.xy, a.xz, a.yz};
}

template <class S, class V>
ERFD_INLINE Vec<V> operator*(const Mat<S>& a, const Vec<V>& v) {
  return {a.xx * v.x + a.xy * v.y + a.xz * v.z, a.yx * v.x + a.yy * v.y + a.yz * v.z,
          a.zx * v.x + a.zy * v.y + a.zz * v.z};
}

template <class S>
ERFD_INLINE Mat<S> operator*(const Mat<S>& a, const Mat<S>& b) {
  const Vec<S> x = a * Vec<S>{b.xx, b.yx, b.zx}, y = a * Vec<S>{b.xy, b.yy, b.zy},
               z = a * Vec<S>{b.xz, b.yz, b.zz};
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

/// p^ A: every column of A turned into p × column.
template <class S>
ERFD_INLINE Mat<S> cross(const Vec<S>& p, const Mat<S>& a) {
  const Vec<S> x = cross(p, Vec<S>{a.xx, a.yx, a.zx}), y = cross(p, Vec<S>{a.xy, a.yy, a.zy}),
               z = cross(p, Vec<S>{a.xz, a.yz, a.zz});
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

// Rotation about z by the angle of (c, s): into the axes before the turn, and back.
template <class S, class V>
ERFD_INLINE Vec<V> turn(const S& c, const S& s, const Vec<V>& v) {
  return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}
template <class S, class V>
ERFD_INLINE Vec<V> turn_back(const S& c, const S& s, const Vec<V>& v) {
  return {c * v.x + s * v.y, c * v.y - s * v.x, v.z};
}

/// R A Rᵀ with R about z. The xy block by one angle-doubling term t instead of two products:
///   xx' = xx − s t,  yy' = yy + s t,  xy' = c t − xy   with  t = s (xx − yy) + 2 c xy.
template <class S>
ERFD_INLINE void turn_block(const S& c, const S& s, S& xx, S& yy, S& xy) {
  const S t = s * (xx - yy) + c * (xy + xy);
  xx = xx - s * t;
  yy = yy + s * t;
  xy = c * t - xy;
}
template <class S>
ERFD_INLINE Sym<S> turn(const S& c, const S& s, Sym<S> a) {
  turn_block(c, s, a.xx, a.yy, a.xy);
  return {a.xx, a.yy, a.zz, a.xy, c * a.xz - s * a.yz, s * a.xz + c * a.yz};
}

// From the axes before the joint into those of the parent, and back, by the kind of the link.
template <Kind kind, class S, class V>
ERFD_INLINE Vec<V> to_parent(const Link<S>& link, const Vec<V>& v) {
  if constexpr (kind == Kind::parallel) return v;
  if constexpr (kind == Kind::orthogonal) return {v.x, -v.z, v.y};
  if constexpr (kind == Kind::skew) {
    const S &c = link.cos_alpha, &s = link.sin_alpha;
    return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
  }
  if constexpr (kind == Kind::placed || kind == Kind::prismatic) return link.R * v;
}
template <Kind kind, class S, class V>
ERFD_INLINE Vec<V> from_parent(const Link<S>& link, const Vec<V>& v) {
  if constexpr (kind == Kind::parallel) return v;
  if constexpr (kind == Kind::orthogonal) return {v.x, v.z, -v.y};
  if constexpr (kind == Kind::skew) {
    const S &c = link.cos_alpha, &s = link.sin_alpha;
    return {v.x, c * v.y + s * v.z, c * v.z - s * v.y};
  }
  if constexpr (kind == Kind::placed || kind == Kind::prismatic) {
    const Mat<S>& R = link.R;
    return {R.xx * v.x + R.yx * v.y + R.zx * v.z, R.xy * v.x + R.yy * v.y + R.zy * v.z,
            R.xz * v.x + R.yz * v.y + R.zz * v.z};
  }
}
template <Kind kind, class S>
ERFD_INLINE Sym<S> to_parent(const Link<S>& link, Sym<S> a) {
  if constexpr (kind == Kind::parallel) return a;
  if constexpr (kind == Kind::orthogonal) return {a.xx, a.zz, a.yy, -a.xz, a.xy, -a.yz};
  if constexpr (kind == Kind::skew) {
    const S &c = link.cos_alpha, &s = link.sin_alpha;
    turn_block(c, s, a.yy, a.zz, a.yz);
    return {a.xx, a.yy, a.zz, c * a.xy - s * a.xz, s * a.xy + c * a.xz, a.yz};
  }
  if constexpr (kind == Kind::placed || kind == Kind::prismatic) {
    return symmetric_part(link.R * full(a) * transpose(link.R));
  }
}

constexpr bool has_pose(Kind kind) { return kind == Kind::placed || kind == Kind::prismatic; }

}  // namespace erfd::engine::inline ERFD_ENGINE_TARGET
