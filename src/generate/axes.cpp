#include "generate/axes.hpp"

namespace erfd::generate {
namespace {

/// The xy block of E turned by Θ with the double angle: mean ± (half difference, E_xy) turned by 2 Θ.
void turn_by_double_angle(const Turn& by, Sym& E) {
  const Traced twice = (by.angle_q + by.angle_q) + Traced(2 * by.angle_0);
  const Traced c = cos(twice), s = sin(twice);
  const Traced mean = Traced(0.5) * (E.xx + E.yy), half = Traced(0.5) * (E.xx - E.yy);
  const Traced along = c * half - s * E.xy;
  E.xy = s * half + c * E.xy;
  E.xx = mean + along;
  E.yy = mean - along;
}

}  // namespace

std::vector<Turn> absolute_turns(const std::vector<RobotLink>& links,
                                 const std::vector<Traced>& q) {
  std::vector<Turn> turns(links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const RobotLink& link = links[i];
    if (link.prismatic) continue;
    Turn& t = turns[i];
    t.angle_q = q[i];
    t.angle_0 = link.q0;
    if (link.joins_group) {
      t.angle_q = turns[link.parent].angle_q + t.angle_q;
      t.angle_0 += turns[link.parent].angle_0;
    }
    t.c = cos(t.angle_q + Traced(t.angle_0));
    t.s = sin(t.angle_q + Traced(t.angle_0));
  }
  return turns;
}

Moments turned(const Turn& by, const Moments& k, bool double_angle) {
  Moments result = k;
  result.S = turn(by.c, by.s, k.S);
  if (double_angle)
    turn_by_double_angle(by, result.E);
  else
    engine::turn_block(by.c, by.s, result.E.xx, result.E.yy, result.E.xy);
  result.E.xz = by.c * k.E.xz - by.s * k.E.yz;
  result.E.yz = by.s * k.E.xz + by.c * k.E.yz;
  return result;
}

Moments shifted(const Moments& k, const Vec& p) {
  const Vec &S = k.S, t = engine::scaled_sum(k.m, p, S);  // E + p Sᵀ + (S + m p) pᵀ
  const Sym& E = k.E;
  return {k.m,
          t,
          {E.xx + p.x * (S.x + t.x), E.yy + p.y * (S.y + t.y), E.zz + p.z * (S.z + t.z),
           E.xy + (p.x * S.y + t.x * p.y), E.xz + (p.x * S.z + t.x * p.z),
           E.yz + (p.y * S.z + t.y * p.z)}};
}

Moments sum(const Moments& a, const Moments& b) { return {a.m + b.m, a.S + b.S, a.E + b.E}; }

}  // namespace erfd::generate
