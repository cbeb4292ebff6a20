// Inertia matrix by composite links and dot products in a middle link.
// Source  composite bodies as the engine (dynamics/engine/crba.hpp); absolute speeds within groups are ours.
//
//   own   = link + composites of other groups on it            axes of the link                       (1)
//   K     = own turned by Θ                                     seat axes                             (2)
//   C     = K + Σ C_child shifted by p                          the group's children                  (3)
//
// With absolute speeds, u_k turns link k (with all other groups on it) and carries the group's children along
// without turning them. Wrench of a unit acceleration of u_k about the origin of k:
//
//   F     = (−S_y, S_x, 0) of K + Σ m_child v,   v = z × p                                            (4)
//   N     = (−E_xz, −E_yz, E_xx + E_yy) of K + Σ (S_child × v + p × m_child v)                        (5)
//   H_kk  = (E_xx + E_yy) of K + Σ m_child v · v                                                      (6)
//   prismatic:  F = m z,  N = S × z,  H_kk = m, all of C                                              (7)
//
// H_ij, i an ancestor of j, is the power of j's wrench on the motion of i, wherever both are known: the wrench is
// carried up to a link, the motion down to it (`meeting`).
#include "generate/group_inertia.hpp"

namespace erfd::generate {
namespace {

struct Twist {
  Vec w{}, v{};
};

class Composites {
 public:
  Composites(const std::vector<RobotLink>& links, const std::vector<Traced>& q)
      : links_(links),
        q_(q),
        turns_(absolute_turns(links, q)),
        K_(links.size()),
        C_(links.size()),
        trace_(links.size()) {
    gather();
  }

  /// (4), (5), (7)
  Wrench wrench(int k) const {
    if (links_[k].prismatic) {
      const Vec& S = C_[k].S;
      return {{S.y, -S.x, 0.0}, {0.0, 0.0, C_[k].m}};
    }
    Wrench w{{-K_[k].E.xz, -K_[k].E.yz, trace_[k]}, {-K_[k].S.y, K_[k].S.x, 0.0}};
    for (const int c : group_children(k)) {
      const Vec v = carried(c), F = scaled(C_[c].m, v);
      w.F = w.F + F;
      w.N = w.N + cross(C_[c].S, v) + cross(way(c), F);
    }
    return w;
  }

  /// (6), (7)
  Traced diagonal(int k) const {
    if (links_[k].prismatic) return C_[k].m;
    Traced h = trace_[k];
    for (const int c : group_children(k)) h += C_[c].m * dot(carried(c), carried(c));
    return h;
  }

  /// From the seat of link c to that of its parent.
  Wrench up(int c, const Wrench& w) const {
    const RobotLink& link = links_[c];
    if (link.joins_group) return {w.N + cross(way(c), w.F), w.F};
    const Vec N = link.R * (w.N + cross(slide(c), w.F)), F = link.R * w.F;
    const Turn& t = turns_[link.parent];
    return {turn(t.c, t.s, N + cross(link.p, F)), turn(t.c, t.s, F)};
  }

  /// From the seat of link c's parent to that of c: a motion that moves the parent as a whole.
  Twist down(int c, const Twist& x) const {
    const RobotLink& link = links_[c];
    if (link.joins_group) return {x.w, x.v + cross(x.w, way(c))};
    const Turn& t = turns_[link.parent];
    const Vec w = turn_back(t.c, t.s, x.w), v = turn_back(t.c, t.s, x.v);
    const Mat back = engine::transpose(link.R);
    const Vec w_seat = back * w, v_seat = back * (v + cross(w, link.p));
    return {w_seat, v_seat + cross(w_seat, slide(c))};
  }

  /// Unit speed u_k, as it moves link k itself, or child c of k, in seat axes.
  Twist motion(int k) const {
    return links_[k].prismatic ? Twist{{}, {0.0, 0.0, 1.0}} : Twist{{0.0, 0.0, 1.0}, {}};
  }
  Twist motion_of_child(int k, int c) const {
    return links_[c].joins_group ? Twist{{}, carried(c)} : down(c, motion(k));
  }

 private:
  void gather() {
    const int n = static_cast<int>(links_.size());
    std::vector<Moments> own(links_.size());
    for (int i = 0; i < n; ++i) {
      own[i] = links_[i].moments;
      C_[i] = {};
    }
    for (int i = n - 1; i >= 0; --i) {
      const RobotLink& link = links_[i];
      K_[i] = link.prismatic ? own[i] : turned(turns_[i], own[i], false);  // (2)
      trace_[i] = own[i].E.xx + own[i].E.yy;
      C_[i] = sum(K_[i], C_[i]);  // (3)
      if (link.parent < 0) continue;
      if (link.joins_group) {
        C_[link.parent] = sum(C_[link.parent], shifted(C_[i], way(i)));
        continue;
      }
      Moments k = shifted(C_[i], slide(i));
      k.S = link.R * k.S;
      k.E = engine::symmetric_part(link.R * engine::full(k.E) * engine::transpose(link.R));
      own[link.parent] = sum(own[link.parent], shifted(k, link.p));  // (1)
    }
  }

  std::vector<int> group_children(int k) const {
    std::vector<int> children;
    for (std::size_t c = 0; c < links_.size(); ++c)
      if (links_[c].parent == k && links_[c].joins_group) children.push_back(static_cast<int>(c));
    return children;
  }
  Vec way(int c) const { return way_in_group(links_[c], turns_[links_[c].parent]); }
  /// z × p
  Vec carried(int c) const {
    const Vec p = way(c);
    return {-p.y, p.x, 0.0};
  }
  Vec slide(int c) const { return {0.0, 0.0, slide_of(links_[c], q_[c])}; }

  const std::vector<RobotLink>& links_;
  const std::vector<Traced>& q_;
  std::vector<Turn> turns_;
  std::vector<Moments> K_, C_;
  std::vector<Traced> trace_;
};

/// Links from i (left out) down to its descendant j.
std::vector<int> way_down(const std::vector<RobotLink>& links, int i, int j) {
  std::vector<int> path;
  for (int k = j; k != i; k = links[k].parent) path.insert(path.begin(), k);
  return path;
}

bool is_ancestor(const std::vector<RobotLink>& links, int i, int j) {
  while (j > i) j = links[j].parent;
  return i == j;
}

/// Where motion of i and wrench of j meet: `meeting` if it lies between them, else the nearer end.
int meeting_link(const std::vector<RobotLink>& links, int meeting, int i, int j) {
  if (meeting >= j) return j;
  return meeting > i && is_ancestor(links, i, meeting) && is_ancestor(links, meeting, j) ? meeting
                                                                                         : i;
}

Traced entry(const std::vector<RobotLink>& links, const Composites& bodies, int meeting, int i,
             int j) {
  const std::vector<int> path = way_down(links, i, j);
  const int at = meeting_link(links, meeting, i, j);
  const int child = at == i ? path.front() : -1;  // a child's wrench on the motion of i
  const bool within_group = child >= 0 && links[child].joins_group;
  const int last = within_group ? child : at;
  Wrench w = bodies.wrench(j);
  for (int k = j; k != last; k = links[k].parent) w = bodies.up(k, w);
  Twist x = bodies.motion(i);
  if (within_group) {
    x = bodies.motion_of_child(i, child);
  } else if (at != i) {
    x = bodies.motion_of_child(i, path.front());
    for (std::size_t k = 1; path[k - 1] != at; ++k) x = bodies.down(path[k], x);
  }
  return dot(x.w, w.N) + dot(x.v, w.F);
}

/// From absolute to joint speeds: qd_k moves link k and the group's links beyond it.
void to_joint_speeds(const std::vector<RobotLink>& links, std::vector<Traced>& H) {
  const int n = static_cast<int>(links.size());
  for (int k = n - 1; k >= 0; --k) {
    if (!links[k].joins_group) continue;
    const int p = links[k].parent;
    for (int j = 0; j < n; ++j) H[p * n + j] += H[k * n + j];
    for (int j = 0; j < n; ++j) H[j * n + p] += H[j * n + k];
  }
}

}  // namespace

std::vector<Traced> inertia_matrix(const std::vector<RobotLink>& links, const Choices& choices,
                                   const std::vector<Traced>& q, Speeds speeds) {
  const Composites bodies(links, q);
  const int n = static_cast<int>(links.size());
  std::vector<Traced> H(links.size() * links.size());
  for (int j = 0; j < n; ++j) {
    H[j * n + j] = bodies.diagonal(j);
    for (int i = 0; i < j; ++i)
      if (is_ancestor(links, i, j))
        H[i * n + j] = H[j * n + i] = entry(links, bodies, choices.meeting, i, j);
  }
  if (speeds == Speeds::joint) to_joint_speeds(links, H);
  return H;
}

}  // namespace erfd::generate
