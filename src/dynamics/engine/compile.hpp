// From the model to the links of the engine.
#pragma once

#include "erfd/model/model.hpp"

#include "dynamics/engine/link.hpp"

#include <optional>
#include <vector>

namespace erfd::engine {

/// What regrouped inertias can say: joints that turn or slide, not both at once, at least one.
bool is_compilable(const Model& model);

/// A robot as the kernels see it.
struct Compiled {
  std::optional<Base<double>> base;  ///< none: fixed
  std::vector<Link<double>> links;   ///< parents first, in the order of the joints
};

/// Of a robot that is_compilable().
Compiled compile(const Model& model);

template <class S>
Base<S> cast(const Base<double>& base) {
  const Sym<double>& E = base.E;
  return {S(base.m),
          S(base.Sx),
          S(base.Sy),
          S(base.Sz),
          {S(E.xx), S(E.yy), S(E.zz), S(E.xy), S(E.xz), S(E.yz)},
          {S(base.g.x), S(base.g.y), S(base.g.z)}};
}

/// The same links in another scalar.
template <class S>
Link<S> cast(const Link<double>& link) {
  const auto vec = [](const Vec<double>& v) { return Vec<S>{S(v.x), S(v.y), S(v.z)}; };
  const auto sym = [](const Sym<double>& a) {
    return Sym<S>{S(a.xx), S(a.yy), S(a.zz), S(a.xy), S(a.xz), S(a.yz)};
  };
  const Mat<double>& R = link.R;
  const JointGain<double>& g = link.leaf_gain;
  const Reduced<double>& r = link.leaf_reduced;
  return {.parent = link.parent,
          .kind = link.kind,
          .leaf = link.leaf,
          .first_child = link.first_child,
          .cos_alpha = S(link.cos_alpha),
          .sin_alpha = S(link.sin_alpha),
          .a = S(link.a),
          .d = S(link.d),
          .q0 = S(link.q0),
          .m = S(link.m),
          .Sx = S(link.Sx),
          .Sy = S(link.Sy),
          .Sz = S(link.Sz),
          .Exx = S(link.Exx),
          .Eyy = S(link.Eyy),
          .Exy = S(link.Exy),
          .Exz = S(link.Exz),
          .Eyz = S(link.Eyz),
          .R = {S(R.xx), S(R.xy), S(R.xz), S(R.yx), S(R.yy), S(R.yz), S(R.zx), S(R.zy), S(R.zz)},
          .p = vec(link.p),
          .lift = vec(link.lift),
          .leaf_D_inverse = S(link.leaf_D_inverse),
          .leaf_gain = {S(g.angular_x), S(g.angular_y), S(g.angular_z), S(g.linear_x),
                        S(g.linear_y), S(g.linear_z)},
          .leaf_reduced = {S(r.J_xx), S(r.J_yy), S(r.J_xy), S(r.B_xx), S(r.B_xy), S(r.B_xz),
                           S(r.B_yx), S(r.B_yy), S(r.B_yz), sym(r.M)}};
}

}  // namespace erfd::engine
