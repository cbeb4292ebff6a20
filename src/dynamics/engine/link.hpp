// What the engine knows of a robot: a flat array of links, made once from the model by compile.cpp,
// and a scratch record a link. Plain numbers only, so that the kernels can be compiled for several
// instruction sets without sharing inline functions.
//
// Frames. Every joint moves about or along the z axis of its link frame. The frames are chosen anew
// (compile.cpp), so that for most links the way from the parent P to the link B is
//
//     Tx(a) Rx(α) · Tz(d) Rz(q + q0)                 two numbers and one angle, α in [0, π)
//
// and for the rest (further children of a branching link, nearly parallel axes, prismatic joints)
//
//     a constant pose (R, p) · Rz(q + q0) or Tz(q).
//
// Inertia. S = ∫ r dm and E = ∫ r rᵀ dm about the origin of B. What the joint cannot tell from inertia
// of the parent is moved to the parent ("regrouped"): a revolute link keeps Sx, Sy, Exx, Eyy, Exy,
// Exz, Eyz and has m = Sz = Ezz = 0; a prismatic one keeps m and S and has E = 0. Joint torques and
// accelerations do not change, the wrenches between links do.
#pragma once

namespace erfd::engine {

template <class S>
struct Vec {
  S x, y, z;
};

/// Symmetric 3×3 matrix.
template <class S>
struct Sym {
  S xx, yy, zz, xy, xz, yz;
};

template <class S>
struct Mat {
  S xx, xy, xz, yx, yy, yz, zx, zy, zz;
};

/// Which kernel a link takes. The first three are revolute with α = 0, α = 90° and any other α; then
/// revolute and prismatic behind a constant pose.
enum class Kind { parallel, orthogonal, skew, placed, prismatic };

/// Articulated inertia: moment = J ω̇ + B a, force = Bᵀ ω̇ + M a.
template <class S>
struct Articulated {
  Sym<S> J;
  Mat<S> B;
  Sym<S> M;
};

/// Articulated inertia of a revolute link after its joint gave way: no moment about z, none from ω̇_z.
template <class S>
struct Reduced {
  S J_xx, J_yy, J_xy;
  S B_xx, B_xy, B_xz, B_yx, B_yy, B_yz;
  Sym<S> M;
};

/// Articulated inertia against the joint: U = I z divided by D = zᵀ I z, angular x, y (and z for a
/// prismatic joint), linear x, y (and z for a revolute joint).
template <class S>
struct JointGain {
  S angular_x, angular_y, angular_z, linear_x, linear_y, linear_z;
};

template <class S>
struct Link {
  int parent;  ///< −1: the base, fixed or free
  Kind kind;
  bool leaf;         ///< nothing hangs on it
  bool first_child;  ///< writes its parent's sums, the others add; children run backwards
  S cos_alpha, sin_alpha, a, d;
  S q0;
  S m, Sx, Sy, Sz;
  S Exx, Eyy, Exy, Exz, Eyz;
  Mat<S> R;  ///< constant pose in the parent, kinds placed and prismatic
  Vec<S> p;
  Vec<S> lift;  ///< −gravity in axes before the joint, links on the base only
  // of a revolute leaf, whose articulated inertia is constant
  S leaf_D_inverse;
  JointGain<S> leaf_gain;
  Reduced<S> leaf_reduced;  ///< moved by d along z
};

/// A free base: all ten numbers of its inertia and of what the links' joints cannot tell from it, in
/// its own axes; gravity in the world's.
template <class S>
struct Base {
  S m, Sx, Sy, Sz;
  Sym<S> E;
  Vec<S> g;
};

/// Scratch of one link. Vectors in axes of the link.
template <class S>
struct LinkState {
  S c, s;           ///< cos, sin of q + q0
  Vec<S> W, Wd, A;  ///< angular velocity, its rate, acceleration of the origin minus gravity
  Vec<S> Ux;        ///< first column of U = Wd^ + W^W^
  S carried;    ///< aba: z component of the parent's Wd, which the reference motion replaces by 0
  Vec<S> N, F;  ///< moment about the origin, and force, from the parent on the link
  Articulated<S> children;  ///< aba: sum over the children
  JointGain<S> gain;        ///< aba
  S drive;                  ///< aba: (τ − reference torque) / D
  Vec<S> dWd, dA;           ///< aba: motion beyond the reference
  Sym<S> E;                 ///< crba: composite link
  Vec<S> S_c;
  S m;
};

constexpr int most_columns = 4, most_swinging = 32;

/// The kernels of one instruction set.
template <class S>
struct Kernels {
  void (*rnea)(const Link<S>* links, int n, const S* q, const S* qd, const S* qdd, S* tau,
               LinkState<S>* states);
  /// Writes both triangles of the entries of joints on one branch; leaves the others.
  /// @param kept  the sines and cosines of q are those that the last call left
  void (*crba)(const Link<S>* links, int n, const S* q, bool kept, S* H, long stride,
               LinkState<S>* states);
  void (*aba)(const Link<S>* links, int n, const S* q, const S* qd, const S* tau, S* qdd,
              LinkState<S>* states);
  /// y[k] = H x[k] of at most most_columns vectors and most_swinging links, with the sines and cosines of q
  /// that the last call left.
  void (*inertia_times)(const Link<S>* links, int n, const S* q, int count, const S* const* x,
                        S* const* y, const LinkState<S>* states);
  // On a free base, whose record is states[−1]. Arguments as the model has them, base first.
  void (*free_rnea)(const Base<S>& base, const Link<S>* links, int n, const S* q, const S* qd,
                    const S* qdd, S* tau, LinkState<S>* states);
  void (*free_crba)(const Base<S>& base, const Link<S>* links, int n, const S* q, bool kept, S* H,
                    long stride, LinkState<S>* states);
  void (*free_aba)(const Base<S>& base, const Link<S>* links, int n, const S* q, const S* qd,
                   const S* tau, S* qdd, LinkState<S>* states);
};

/// The kernels of a robot: those of its base.
template <class S>
struct Runner {
  const Base<S>* base;  ///< null: fixed
  const Link<S>* links;
  int n;
  const Kernels<S>& kernels;

  void rnea(const S* q, const S* qd, const S* qdd, S* tau, LinkState<S>* states) const {
    if (base == nullptr) return kernels.rnea(links, n, q, qd, qdd, tau, states);
    kernels.free_rnea(*base, links, n, q, qd, qdd, tau, states + 1);
  }
  void crba(const S* q, bool kept, S* H, long stride, LinkState<S>* states) const {
    if (base == nullptr) return kernels.crba(links, n, q, kept, H, stride, states);
    kernels.free_crba(*base, links, n, q, kept, H, stride, states + 1);
  }
  void aba(const S* q, const S* qd, const S* tau, S* qdd, LinkState<S>* states) const {
    if (base == nullptr) return kernels.aba(links, n, q, qd, tau, qdd, states);
    kernels.free_aba(*base, links, n, q, qd, tau, qdd, states + 1);
  }
};

template <class S>
const Kernels<S>& portable_kernels();

/// Null where the processor or the build lacks AVX2 and FMA. For double and float.
template <class S>
const Kernels<S>* avx2_kernels();

}  // namespace erfd::engine
