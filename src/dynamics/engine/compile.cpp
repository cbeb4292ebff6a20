// Frames and inertias of the engine.
//
// Frames. A body of the model stands in its parent at X_PB0 and turns about its own z. Between two
// z axes lies a common normal:
//
//   X_PB0 = Rz(γ) Tz(b) · Tx(a) Rx(α) Tz(d) · Rz(θ),   sin α ≥ 0                               (1)
//
// The frame of a revolute link may be turned and moved along its own z (q0 and d take it up), so the
// frame E of a link is chosen as B · Rz(γ) Tz(b) of its first child, whose way is then Tx Rx Tz alone.
// Further children get the constant pose that is left. So do prismatic joints, and links whose axis is
// nearly parallel to the parent's: there d and b of (1) would grow without bound.
//
// (1) is found once a link and used twice, for the parent's frame and for the way. The smaller sin α,
// the less is known of γ, θ, b and d one by one: roundings of X_PB0 turn γ by rounding / sin α. But
// their product is X_PB0 to the last digit, because θ is computed from γ, and d and b from each other.
// A common normal found anew, in the parent's turned frame, would come out with another γ.
//
// Inertia. A revolute joint cannot tell m, S_z and E_zz from inertia of the parent: a point mass on the
// axis, and mass spread along it, do not notice the turn. A prismatic joint cannot tell E, because the
// link never turns against its parent. From the tips to the base these parts move to the parent:
//
//   E' = R E Rᵀ + p (R S)ᵀ + (R S) pᵀ + m p pᵀ,  S' = R S + m p                                (2)
#include "dynamics/engine/compile.hpp"

#include <algorithm>
#include <cmath>

namespace erfd::engine {
namespace {

/// d and b of (1) grow as 1 / sin α, and the roundings of inertias moved that far with their square:
/// beyond this many times the distance of the origins a link gets a constant pose.
constexpr double longest_way = 2;
/// Within this of 0 or 1 a sine or cosine is that number.
constexpr double snap = 4e-16;

/// Equation (1).
struct CommonNormal {
  bool exists = false;  ///< and is short enough to be used
  double gamma = 0, b = 0, a = 0, cos_alpha = 1, sin_alpha = 0, d = 0, cos_theta = 1, sin_theta = 0;
};

double snapped(double x) {
  if (std::abs(x) < snap) return 0;
  if (std::abs(std::abs(x) - 1) < snap) return std::copysign(1.0, x);
  return x;
}

CommonNormal common_normal(const Pose<double>& X) {
  CommonNormal n;
  const Vector3<double> z = X.R.col(2);
  const double sine = std::hypot(z.x(), z.y());
  if (sine >= snap) {
    n.gamma = std::atan2(z.x(), -z.y());
    n.cos_alpha = snapped(z.z());
    n.sin_alpha = snapped(sine);
  } else if (z.z() > 0) {  // parallel: x along the distance of the axes
    n.gamma = std::hypot(X.p.x(), X.p.y()) > 0 ? std::atan2(X.p.y(), X.p.x()) : 0;
  } else {
    return n;
  }
  const Matrix3<double> back = rotation_z(-n.gamma);
  const Vector3<double> p = back * X.p;
  n.a = p.x();
  n.d = n.sin_alpha == 0 ? p.z() : -p.y() / n.sin_alpha;
  n.b = n.sin_alpha == 0 ? 0 : p.z() - n.d * n.cos_alpha;
  n.exists = std::max(std::abs(n.d), std::abs(n.b)) <= longest_way * X.p.norm();
  // What is left of the rotation after Rz(γ) Rx(α) is Rz(θ): its first column, seen before the turn.
  const Vector3<double> x = back * X.R.col(0);
  n.cos_theta = x.x();
  n.sin_theta = n.cos_alpha * x.y() + n.sin_alpha * x.z();
  return n;
}

/// m, S, E of a body about the origin of its frame.
struct Moments {
  double m = 0;
  Vector3<double> S = Vector3<double>::Zero();
  Matrix3<double> E = Matrix3<double>::Zero();

  /// Equation (2): seen from a frame in which this one stands at X.
  Moments moved(const Pose<double>& X) const {
    const Vector3<double> s = X.R * S;
    const Matrix3<double> e = X.R * E * X.R.transpose() + X.p * s.transpose() +
                              s * X.p.transpose() + m * (X.p * X.p.transpose());
    return {m, s + m * X.p, e};
  }
  void operator+=(const Moments& o) {
    m += o.m;
    S += o.S;
    E += o.E;
  }
};

/// (a + b − c) / 2 where c is nearly the larger of a and b: the smaller one keeps its digits.
double half_excess(double a, double b, double c) {
  return ((std::max(a, b) - c) + std::min(a, b)) / 2;
}

/// I = tr(E) 1 − E. A slender link along z has I_zz far below I_xx and I_yy, and E_xx + E_yy = I_zz is all
/// that its joint feels: tr(I) / 2 − I_xx would leave it the roundings of I_xx.
Moments moments_of(const Inertia& I) {
  const Matrix3<double>& J = I.about_origin;
  Moments k = {I.mass, I.moment, -J};
  k.E(0, 0) = half_excess(J(1, 1), J(2, 2), J(0, 0));
  k.E(1, 1) = half_excess(J(2, 2), J(0, 0), J(1, 1));
  k.E(2, 2) = half_excess(J(0, 0), J(1, 1), J(2, 2));
  return k;
}

/// Takes from a link what its joint cannot tell from inertia of the parent.
Moments take_regrouped(Moments& link, bool prismatic) {
  Moments taken;
  if (prismatic) {
    taken.E = link.E;
    link.E.setZero();
  } else {
    taken.m = link.m;
    taken.S.z() = link.S.z();
    taken.E(2, 2) = link.E(2, 2);
    link.m = link.S.z() = link.E(2, 2) = 0;
  }
  return taken;
}

Vec<double> vec(const Vector3<double>& v) { return {v.x(), v.y(), v.z()}; }
Mat<double> mat(const Matrix3<double>& a) {
  return {a(0, 0), a(0, 1), a(0, 2), a(1, 0), a(1, 1), a(1, 2), a(2, 0), a(2, 1), a(2, 2)};
}

Kind kind_of(const CommonNormal& n) {
  if (n.sin_alpha == 0) return Kind::parallel;
  return n.cos_alpha == 0 ? Kind::orthogonal : Kind::skew;
}

/// A robot on its way to links.
class Compiler {
 public:
  explicit Compiler(const Model& model)
      : model_(model),
        n_(model.body_count()),
        links_(n_),
        first_(n_, -1),
        normals_(n_),
        X_BE_(n_),
        X_PE_(n_) {}

  Compiled robot() {
    choose_first_children();
    for (int i = n_ - 1; i >= 0; --i) choose_frame(i);
    for (int i = 0; i < n_; ++i) place(i);
    regroup();
    for (Link<double>& link : links_) {
      if (link.leaf && link.kind != Kind::prismatic) freeze_leaf(link);
    }
    if (!model_.has_free_base()) return {{}, std::move(links_)};
    links_.erase(links_.begin());
    for (Link<double>& link : links_) --link.parent;
    return {base_, std::move(links_)};
  }

 private:
  const Body& body(int i) const { return model_.body({i}); }
  bool prismatic(int i) const { return !body(i).is_free() && !body(i).screw().turns; }
  int parent(int i) const { return body(i).parent.value; }

  /// The child that decides the parent's frame is the one that runs first in a sweep to the base.
  void choose_first_children() {
    for (int i = 0; i < n_; ++i) {
      links_[i] = Link<double>{};
      links_[i].parent = parent(i);
      links_[i].leaf = true;
    }
    for (int i = n_ - 1; i >= 0; --i) {
      const int p = parent(i);
      if (p < 0) continue;
      links_[p].leaf = false;
      if (first_[p] < 0) first_[p] = i;
      links_[i].first_child = first_[p] == i;
    }
  }

  /// X_BE of a link: turned and moved along z so that the way to the first child is short. A slider
  /// cannot take up a turn.
  void choose_frame(int i) {
    if (first_[i] < 0 || prismatic(i) || body(i).is_free()) return;
    const CommonNormal& n = normals_[first_[i]] = common_normal(body(first_[i]).X_PB0);
    if (n.exists) X_BE_[i] = {rotation_z(n.gamma), {0, 0, n.b}};
  }

  /// Kind and placement of a link in its parent's E frame.
  void place(int i) {
    if (body(i).is_free()) return;
    Link<double>& link = links_[i];
    const int p = parent(i);
    const Pose<double> X = p < 0 ? body(i).X_PB0 : X_BE_[p].inverse() * body(i).X_PB0;
    X_PE_[i] = X * X_BE_[i];  // at q = 0
    const double cos_turn = X_BE_[i].R(0, 0), sin_turn = X_BE_[i].R(1, 0),
                 own_turn = std::atan2(sin_turn, cos_turn), own_shift = X_BE_[i].p.z();
    const CommonNormal& n = normals_[i];
    if (prismatic(i)) {
      link.kind = Kind::prismatic;
      link.R = mat(X.R);
      link.p = vec(X.p);
    } else if (p < 0) {
      link.kind = Kind::placed;  // on the base: only the direction of gravity matters
      link.q0 = own_turn;
    } else if (!n.exists) {
      link.kind = Kind::placed;
      link.R = mat(X.R);
      link.p = vec(X.p + X.R.col(2) * own_shift);
      link.q0 = own_turn;
    } else {
      link.kind = kind_of(n);
      link.cos_alpha = n.cos_alpha;
      link.sin_alpha = n.sin_alpha;
      link.a = n.a;
      link.d = n.d + own_shift;
      // Not the sum of two angles: π and π are no turn, and q + 2π would lose the last digits of q.
      link.q0 = std::atan2(n.sin_theta * cos_turn + n.cos_theta * sin_turn,
                           n.cos_theta * cos_turn - n.sin_theta * sin_turn);
    }
    if (p < 0) link.lift = vec(-(X.R.transpose() * model_.gravity()));
  }

  void regroup() {
    std::vector<Moments> moments(n_);
    for (int i = 0; i < n_; ++i) moments[i] = moments_of(body(i).I_B).moved(X_BE_[i].inverse());
    for (int i = n_ - 1; i >= 0; --i) {
      if (body(i).is_free()) {
        keep_base(moments[i]);
        continue;
      }
      const Moments taken = take_regrouped(moments[i], prismatic(i));
      // On the axis, or never turning: the same at every joint position.
      if (parent(i) >= 0) moments[parent(i)] += taken.moved(X_PE_[i]);
      Link<double>& link = links_[i];
      const Moments& k = moments[i];
      link.m = k.m;
      link.Sx = k.S.x(), link.Sy = k.S.y(), link.Sz = k.S.z();
      link.Exx = k.E(0, 0), link.Eyy = k.E(1, 1);
      link.Exy = k.E(0, 1), link.Exz = k.E(0, 2), link.Eyz = k.E(1, 2);
    }
  }

  /// Nothing hinders a free base from noticing all of its inertia.
  void keep_base(const Moments& k) {
    base_ = {k.m,
             k.S.x(),
             k.S.y(),
             k.S.z(),
             {k.E(0, 0), k.E(1, 1), k.E(2, 2), k.E(0, 1), k.E(0, 2), k.E(1, 2)},
             vec(model_.gravity())};
  }

  /// Steps (2) and (4) of aba.hpp for a revolute link on which nothing hangs.
  static void freeze_leaf(Link<double>& link) {
    const double D_inverse = 1 / (link.Exx + link.Eyy);
    const double gx = -link.Exz * D_inverse, gy = -link.Eyz * D_inverse;
    const double hx = -link.Sy * D_inverse, hy = link.Sx * D_inverse;
    link.leaf_D_inverse = D_inverse;
    link.leaf_gain = {gx, gy, 0, hx, hy, 0};
    Reduced<double> r = {link.Eyy + gx * link.Exz,
                         link.Exx + gy * link.Eyz,
                         -link.Exy + gx * link.Eyz,
                         gx * link.Sy,
                         -gx * link.Sx,
                         link.Sy,
                         gy * link.Sy,
                         -gy * link.Sx,
                         -link.Sx,
                         {hx * link.Sy, -hy * link.Sx, 0, -hx * link.Sx, 0, 0}};
    const double d = link.d;
    const double xx = r.B_xx - d * r.M.xy, xy = r.B_xy - d * r.M.yy, yx = r.B_yx + d * r.M.xx,
                 yy = r.B_yy + d * r.M.xy;
    r.J_xx -= d * (xy + r.B_xy);
    r.J_xy += d * (xx - r.B_yy);
    r.J_yy += d * (yx + r.B_yx);
    r.B_xx = xx, r.B_xy = xy, r.B_yx = yx, r.B_yy = yy;
    link.leaf_reduced = r;
  }

  const Model& model_;
  int n_;
  std::vector<Link<double>> links_;
  Base<double> base_{};                ///< of a free base
  std::vector<int> first_;             ///< first child, −1 for a leaf
  std::vector<CommonNormal> normals_;  ///< to the parent, of first children on revolute links
  std::vector<Pose<double>> X_BE_;     ///< the engine's frame in the body
  std::vector<Pose<double>> X_PE_;     ///< in the parent's engine frame, at q = 0
};

}  // namespace

bool is_compilable(const Model& model) {
  return !model.joints().empty() &&
         std::none_of(model.joints().begin(), model.joints().end(),
                      [](const Body& body) { return body.screw().turns && body.screw().slides(); });
}

Compiled compile(const Model& model) { return Compiler(model).robot(); }

}  // namespace erfd::engine
