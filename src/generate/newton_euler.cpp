// Newton-Euler recursion for groups of parallel axes.
// Source  as the engine (dynamics/engine/motion.hpp, rnea.hpp), carried per group instead of per link.
//
// In seat axes, the same for all links of a group, with the rigid motion (W, Wd) of the seat:
//
//   link:   W + z u,   Wd + (W_y u, −W_x u, ud)                                                     (1)
//   U     = Wd^ + W^W^                                                                              (2)
//   A_i   = A_p + U_p p                      p = a (cos Θ_p, sin Θ_p) + d z within the group          (3)
//           Rᵀ (A_p + U_p p) + d U z         from another group, U of the seat                        (4)
//           + 2 W × z qd + z qdd             prismatic                                                (5)
//   F     = m A + U S,  N = S × A + axial(U E)                                                      (6)
//   axial(U E)_z = Wd_z (E_xx + E_yy) + W_x W_y (E_xx − E_yy) + (W_y² − W_x²) E_xy + …               (7)
//
// (6) may be formed in axes of the link (W, Wd, A turned back by Θ) or of the seat (S, E turned by Θ): Choices.
// Wrenches of the group's links stay in seat axes: one turn by Θ a link, none between parallel links.
//
//   Q_k   = N_z of link k and of other groups on it + Σ F_child · (z × p)                            (8)
//   τ_k   = Q_k + Σ τ_child, children of the same group                                              (9)
#include "generate/newton_euler.hpp"

namespace erfd::generate {
namespace {

/// Motion of a frame in some axes, and the products that (2) needs.
struct FrameMotion {
  Vec W{}, Wd{};
  Mat U{};
};

FrameMotion with_matrix(const Vec& W, const Vec& Wd) {
  const Traced xx = W.x * W.x, yy = W.y * W.y, zz = W.z * W.z;
  const Traced xy = W.x * W.y, xz = W.x * W.z, yz = W.y * W.z;
  return {W,
          Wd,
          {-(yy + zz), xy - Wd.z, xz + Wd.y, xy + Wd.z, -(xx + zz), yz - Wd.x, xz - Wd.y, yz + Wd.x,
           -(xx + yy)}};
}

/// F and S × A of (6).
Wrench first_moment_load(const Moments& k, const FrameMotion& x, const Vec& A) {
  return {cross(k.S, A), x.U * k.S + scaled(k.m, A)};
}

/// axial(U E) with (7). `trace` is E_xx + E_yy, the same in axes of link and seat.
Vec second_moment_load(const Sym& E, const Traced& trace, const FrameMotion& x) {
  const Vec& W = x.W;
  const Mat& U = x.U;
  const Traced xx = W.x * W.x, yy = W.y * W.y, zz = W.z * W.z;
  return {(U.zx * E.xy + U.zy * E.yy) + ((zz - yy) * E.yz - U.yx * E.xz) - U.yz * E.zz,
          ((xx - zz) * E.xz + U.xy * E.yz) - (U.zx * E.xx + U.zy * E.xy) + U.xz * E.zz,
          (x.Wd.z * trace + W.x * W.y * (E.xx - E.yy)) +
              ((yy - xx) * E.xy + (U.yz * E.xz - U.xz * E.yz))};
}

struct State {
  Vec W{}, Wd{};  ///< of the seat, in its axes
  Traced u, ud;   ///< of the group up to this link
  Vec A{};        ///< of the origin, in seat axes, without (4)'s d-part if that is kept for later
  FrameMotion in_seat;  ///< of the link
  FrameMotion own;
  Vec A_own{};
  Wrench seat_load;  ///< of the link and of its group's children, seat axes
  Wrench own_load;   ///< of the link and of other groups that hang on it, axes of the link
  Traced absolute;   ///< Q_k so far
};

class Recursion {
 public:
  Recursion(const std::vector<RobotLink>& links, const std::vector<LinkChoice>& choices,
            const std::vector<Traced>& q)
      : links_(links),
        choices_(choices),
        q_(q),
        turns_(absolute_turns(links, q)),
        x_(links.size()) {
    group_goes_on_.resize(links.size());
    for (const RobotLink& link : links)
      if (link.joins_group) group_goes_on_[link.parent] = true;
  }

  Efforts run(const std::vector<Traced>& qd, const std::vector<Traced>& qdd,
              Accelerations accelerations) {
    Efforts e;
    const std::size_t n = links_.size();
    e.tau.resize(n);
    e.absolute.resize(n);
    e.reference_qdd.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      move_seat(i, qd[i]);
      const Traced reference = reference_acceleration(i);
      e.reference_qdd[i] = reference;
      move_link(i, qd[i], accelerations == Accelerations::given ? qdd[i] : reference);
      load(i);
    }
    for (std::size_t i = n; i-- > 0;) collect(i, e);
    return e;
  }

 private:
  /// (3) or (4) and (5), but for z qdd.
  void move_seat(std::size_t i, const Traced& qd) {
    const RobotLink& link = links_[i];
    State& x = x_[i];
    if (link.parent < 0) {
      x.A = link.lift;
      return;
    }
    const State& p = x_[link.parent];
    if (link.joins_group) {
      x.W = p.W;
      x.Wd = p.Wd;
      x.A = p.A + p.in_seat.U * way_in_group(link, turns_[link.parent]);
      return;
    }
    const Mat back = engine::transpose(link.R);
    x.W = back * p.own.W;
    x.Wd = back * p.own.Wd;
    x.A = back * (p.A_own + p.own.U * link.p);
    if (!d_is_added_in_link_axes(i))
      x.A = x.A + scaled(slide_of(link, q_[i]), z_column(with_matrix(x.W, x.Wd)));
    if (link.prismatic) {
      const Traced twice = qd + qd;
      x.A = x.A + Vec{twice * x.W.y, -(twice * x.W.x), 0.0};
    }
  }

  /// Nobody needs A in seat axes: the d-part is cheaper where U of the link is needed anyway.
  bool d_is_added_in_link_axes(std::size_t i) const {
    return !links_[i].prismatic && choices_[i].first_moment == Axes::link && !group_goes_on_[i];
  }
  static Vec z_column(const FrameMotion& x) { return {x.U.xz, x.U.yz, x.U.zz}; }

  /// Wd_z = 0 in a link that turns; a link that slides does not accelerate.
  Traced reference_acceleration(std::size_t i) const {
    if (links_[i].prismatic || links_[i].joins_group) return 0.0;
    return -x_[i].Wd.z;
  }

  /// (1), (2), and the same in axes of the link.
  void move_link(std::size_t i, const Traced& qd, const Traced& qdd) {
    const RobotLink& link = links_[i];
    State& x = x_[i];
    if (link.prismatic) {
      x.A.z += qdd;
      x.in_seat = x.own = with_matrix(x.W, x.Wd);
      x.A_own = x.A;
      return;
    }
    x.u = link.joins_group ? x_[link.parent].u + qd : qd;
    x.ud = link.joins_group ? x_[link.parent].ud + qdd : qdd;
    const Traced Wz = x.W.z + x.u, Wdz = x.Wd.z + x.ud;
    x.in_seat = with_matrix({x.W.x, x.W.y, Wz}, {x.Wd.x + x.W.y * x.u, x.Wd.y - x.W.x * x.u, Wdz});
    const Turn& t = turns_[i];
    const Vec W = turn_back(t.c, t.s, x.W), Wd = turn_back(t.c, t.s, x.Wd);
    x.own = with_matrix({W.x, W.y, Wz}, {Wd.x + W.y * x.u, Wd.y - W.x * x.u, Wdz});
    x.A_own = turn_back(t.c, t.s, x.A);
    if (link.parent >= 0 && d_is_added_in_link_axes(i) && !link.joins_group)
      x.A_own = x.A_own + scaled(link.d, z_column(x.own));
  }

  /// (6)
  void load(std::size_t i) {
    const LinkChoice& choice = choices_[i];
    State& x = x_[i];
    const Moments& own = links_[i].moments;
    const Traced trace = own.E.xx + own.E.yy;
    Moments seat = own;
    if (choice.first_moment == Axes::seat || choice.second_moment == Axes::seat)
      seat = turned(turns_[i], own, choice.double_angle);
    if (choice.first_moment == Axes::seat)
      x.seat_load = first_moment_load(seat, x.in_seat, x.A);
    else
      x.own_load = first_moment_load(own, x.own, x.A_own);
    if (choice.second_moment == Axes::seat)
      x.seat_load.N = x.seat_load.N + second_moment_load(seat.E, trace, x.in_seat);
    else
      x.own_load.N = x.own_load.N + second_moment_load(own.E, trace, x.own);
    x.absolute = x.seat_load.N.z;
  }

  /// (8), (9), and the way of the wrench to the parent.
  void collect(std::size_t i, Efforts& e) {
    const RobotLink& link = links_[i];
    State& x = x_[i];
    const Turn& t = turns_[i];
    Vec N = turn(t.c, t.s, x.own_load.N) + x.seat_load.N;
    Vec F = turn(t.c, t.s, x.own_load.F) + x.seat_load.F;
    e.absolute[i] = link.prismatic ? F.z : x.absolute + x.own_load.N.z;
    e.tau[i] = e.absolute[i] + e.tau[i];
    if (!link.prismatic) N.z = e.tau[i];
    if (link.parent < 0) return;
    State& p = x_[link.parent];
    if (link.joins_group) {
      const Vec way = way_in_group(link, turns_[link.parent]), moment = cross(way, F);
      p.seat_load = p.seat_load + Wrench{{N.x + moment.x, N.y + moment.y, 0.0}, F};
      p.absolute += moment.z;  // F · (z × p)
      e.tau[link.parent] += e.tau[i];
      return;
    }
    N = N + cross(Vec{0.0, 0.0, slide_of(link, q_[i])}, F);
    N = link.R * N;
    F = link.R * F;
    p.own_load = p.own_load + Wrench{N + cross(link.p, F), F};
  }

  const std::vector<RobotLink>& links_;
  const std::vector<LinkChoice>& choices_;
  const std::vector<Traced>& q_;
  std::vector<Turn> turns_;
  std::vector<bool> group_goes_on_;
  std::vector<State> x_;
};

}  // namespace

Efforts newton_euler(const std::vector<RobotLink>& links, const std::vector<LinkChoice>& choices,
                     const std::vector<Traced>& q, const std::vector<Traced>& qd,
                     const std::vector<Traced>& qdd, Accelerations accelerations) {
  return Recursion(links, choices, q).run(qd, qdd, accelerations);
}

}  // namespace erfd::generate
