// Turns between the axes of a link, of its seat and of its parent.
#pragma once

#include "generate/links.hpp"

namespace erfd::generate {

using engine::cross;
using engine::turn;
using engine::turn_back;
using engine::operator+;
using engine::operator*;

inline Vec scaled(const Traced& k, const Vec& v) { return {k * v.x, k * v.y, k * v.z}; }
inline Traced dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// Moment about the origin of the axes, and force.
struct Wrench {
  Vec N{}, F{};
};
inline Wrench operator+(const Wrench& a, const Wrench& b) { return {a.N + b.N, a.F + b.F}; }

/// cos and sin of the absolute angle Θ of a link.
struct Turn {
  Traced c = 1.0, s = 0.0;
  Traced angle_q = 0.0;  ///< Σ q of the group
  double angle_0 = 0;    ///< Σ q0
};

/// (1) of links.hpp, for all links.
std::vector<Turn> absolute_turns(const std::vector<RobotLink>& links, const std::vector<Traced>& q);

/// The way from the seat of the group's parent to that of a link which joins its group, in seat axes.
inline Vec way_in_group(const RobotLink& link, const Turn& parent) {
  return {link.p.x * parent.c, link.p.x * parent.s, link.d};
}

/// How far the seat lies along its z from where R put it: d, or q of a prismatic joint.
inline Traced slide_of(const RobotLink& link, const Traced& q) {
  return link.prismatic ? q : Traced(link.d);
}

/// m, S, E after a turn by Θ: from axes of the link into those of its seat.
Moments turned(const Turn& turn, const Moments& k, bool double_angle);
/// m, S, E about a point that lies at −p.
Moments shifted(const Moments& k, const Vec& p);
Moments sum(const Moments& a, const Moments& b);

}  // namespace erfd::generate
