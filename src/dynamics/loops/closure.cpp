// The passive joints of a robot with loops from its active ones, and the nearest closed state.
// Source  [K10] W. Khalil 2010, section 2.2 and 4; position by Newton: src/model/loops/newton.hpp.
//
//   φ(q_a, q_p) = 0                          position, q_a given                (1)
//   J_p qd_p  = −J_a qd_a                    velocity                           (2)
//   J_p qdd_p = −J̇ qd − J_a qdd_a            acceleration                       (3)
//   q  := q − J⁺ φ(q), repeated              nearest closed position            (4)
//   qd := qd − J⁺ J qd                       nearest velocity that keeps it     (5)
//
// Legend   J_a, J_p   columns of ∂φ/∂q of the active and the passive joints
//          ⁺          least squares of minimum norm: redundant rows do no harm, erfd/math/orthogonal.hpp
#include "erfd/dynamics/loops/closure.hpp"

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/loops/memory.hpp"

#include <cmath>
#include <cstdio>

namespace erfd {
namespace {

template <class S>
void check_state(const char* caller, const Model& model, Eigen::Index q, Eigen::Index qd) {
  check_size(caller, "q", q, model.nq(), model);
  check_size(caller, "qd", qd, model.nv(), model);
}

LoopClosure closure_of(const NewtonResult& r) { return {r.closed, r.iterations, r.gap}; }

/// "crank = 180 deg, slide = 0.1 m" of the active joints.
template <class S>
std::string active_place(const Model& model, const Eigen::Ref<const VectorX<S>>& q) {
  std::string text;
  for (const Body& body : model.joints()) {
    if (body.passive) continue;
    const Measure& measure = measure_of(body.kind);
    char number[64];
    std::snprintf(number, sizeof number, " = %.6g %s",
                  static_cast<double>(q[body.q_index]) / measure.shown_in_si, measure.shown);
    text += (text.empty() ? "" : ", ") + body.joint + number;
  }
  return text;
}

/// The passive joints that take part in a freedom that the active ones do not hold.
template <class S>
std::string loose_joints(const Model& model, LoopMemory<S>& m, int undetermined) {
  constexpr double share = 1e-3;  // of a vector of unit length
  std::string text;
  for (std::size_t i = 0; i < m.s.passive.size(); ++i) {
    double part = 0;
    for (int k = 0; k < undetermined; ++k) {
      m.s.of_passive.null_vector(k, m.s.step);
      part = std::max(part, std::abs(static_cast<double>(m.s.step[static_cast<Eigen::Index>(i)])));
    }
    if (part < share) continue;
    for (const Body& body : model.joints())
      if (body.v_index == m.s.passive[i]) text += (text.empty() ? "" : ", ") + body.joint;
  }
  return text;
}

}  // namespace

template <class S>
LoopClosure close_position(const Model& model, BasicLoopWorkspace<S>& ws,
                           std::type_identity_t<Eigen::Ref<VectorX<S>>> q) {
  check_size("close_position", "q", q.size(), model.nq(), model);
  return closure_of(close_by_newton<S>(model, ws.memory().s, q));  // (1)
}

template <class S>
LoopClosure move_active(const Model& model, BasicLoopWorkspace<S>& ws, In<S> target,
                        std::type_identity_t<Eigen::Ref<VectorX<S>>> q) {
  check_size("move_active", "target", target.size(), model.nq(), model);
  LoopClosure closure = close_position<S>(model, ws, q);
  if (!closure.closed) return closure;
  constexpr double longest = 0.05;  // [rad or m] a step
  const int joints = static_cast<int>(model.joints().size());
  double way = 0;
  for (const Body& body : model.joints())
    if (!body.passive)
      way = std::max(way, std::abs(static_cast<double>(target[body.q_index] - q[body.q_index])));
  const int steps = std::max(1, static_cast<int>(std::ceil(way / longest)));
  VectorX<S>& before = ws.memory().v3;  // of the joints
  for (int step = 1; step <= steps; ++step) {
    before.head(joints) = q.tail(joints);
    const S share = S(1) / S(steps - step + 1);
    for (const Body& body : model.joints())
      if (!body.passive) q[body.q_index] += share * (target[body.q_index] - q[body.q_index]);
    if (step == steps)
      for (const Body& body : model.joints())
        if (!body.passive) q[body.q_index] = target[body.q_index];
    const LoopClosure now = close_position<S>(model, ws, q);
    closure = {now.closed, closure.iterations + now.iterations, now.gap};
    if (!closure.closed) {
      q.tail(joints) = before.head(joints);
      break;
    }
  }
  return closure;
}

template <class S>
void solve_passive(LoopMemory<S>& m, Eigen::Ref<VectorX<S>> x) {
  for (const int a : m.s.active) m.rows -= m.s.J.col(a) * x[a];
  m.s.of_passive.solve(m.rows, m.s.step);
  for (std::size_t k = 0; k < m.s.passive.size(); ++k)
    x[m.s.passive[k]] = m.s.step[static_cast<Eigen::Index>(k)];
}

template <class S>
LoopMobility close_velocity(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, Out<S> qd) {
  check_state<S>("close_velocity", model, q.size(), qd.size());
  LoopMemory<S>& m = ws.memory();
  const LoopMobility mobility = update_constraints<S>(model, m, q);
  m.rows.setZero();
  solve_passive<S>(m, qd);  // (2)
  return mobility;
}

template <class S>
LoopMobility close_acceleration(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, In<S> qd,
                                Out<S> qdd) {
  check_state<S>("close_acceleration", model, q.size(), qd.size());
  check_size("close_acceleration", "qdd", qdd.size(), model.nv(), model);
  LoopMemory<S>& m = ws.memory();
  const LoopMobility mobility = update_constraints<S>(model, m, q);
  update_bias<S>(model, m, q, qd, m.rows);
  m.rows = -m.rows;
  solve_passive<S>(m, qdd);  // (3)
  return mobility;
}

namespace {

/// Takes the columns of what is held out of J and decomposes the rest.
template <class S>
void decompose_free(LoopMemory<S>& m, std::span<const int> held) {
  for (const int k : held) m.s.J.col(k).setZero();
  m.s.of_all.compute(m.s.J, rank_tolerance<S>);
}

}  // namespace

template <class S>
LoopClosure project_position(const Model& model, BasicLoopWorkspace<S>& ws,
                             std::type_identity_t<Eigen::Ref<VectorX<S>>> q,
                             std::span<const int> held) {
  check_size("project_position", "q", q.size(), model.nq(), model);
  constexpr int most = 20;
  constexpr double enough = std::is_same_v<S, float> ? 2e-5 : 1e-11;
  LoopMemory<S>& m = ws.memory();
  LoopClosure closure;
  m.s.update_gap(model, q);
  closure.gap = largest<S>(m.s.gap);
  const double rounding = 8 * static_cast<double>(std::numeric_limits<S>::epsilon());
  for (; closure.iterations < most && closure.gap > rounding; ++closure.iterations) {
    cut_jacobian<S>(model, m.s.X_WB, m.s.J);
    decompose_free<S>(m, held);
    m.s.gap = -m.s.gap;
    m.s.of_all.solve(m.s.gap, m.v1);
    integrate<S>(model, q, m.v1, S(1), m.s.trial);  // (4)
    m.s.update_gap(model, m.s.trial);
    const double gap = largest<S>(m.s.gap);
    if (!(gap < closure.gap)) break;
    q = m.s.trial;
    closure.gap = gap;
  }
  m.s.update_gap(model, q);
  closure.gap = largest<S>(m.s.gap);
  closure.closed = closure.gap <= enough && all_right_way_round<S>(model, m.s.X_WB);
  return closure;
}

template <class S>
void project_velocity(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q, Out<S> qd,
                      std::span<const int> held) {
  check_state<S>("project_velocity", model, q.size(), qd.size());
  LoopMemory<S>& m = ws.memory();
  m.s.update_poses(model, q);
  cut_jacobian<S>(model, m.s.X_WB, m.s.J);
  m.rows.noalias() = m.s.J * qd;
  decompose_free<S>(m, held);
  m.s.of_all.solve(m.rows, m.v1);
  qd -= m.v1;  // (5)
}

template <class S>
LoopMobility loop_mobility(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q) {
  check_size("loop_mobility", "q", q.size(), model.nq(), model);
  return update_constraints<S>(model, ws.memory(), q);
}

template <class S>
std::string loop_trouble(const Model& model, BasicLoopWorkspace<S>& ws, In<S> q) {
  const LoopMobility mobility = loop_mobility<S>(model, ws, q);
  if (mobility.regular()) return "";
  const std::string place = active_place<S>(model, q), robot = "'" + model.name() + "'";
  const std::string at = place.empty() ? "" : " at " + place;
  if (mobility.undetermined > 0)
    return robot +
           (mobility.dependent > 0 ? " stands in a dead centre" + at + ": "
                                   : " is not ruled by its active joints" + at + ": ") +
           "they do not hold " + loose_joints<S>(model, ws.memory(), mobility.undetermined);
  return robot + " has " + std::to_string(mobility.dependent) +
         " active joint(s) more than it can move independently" + at +
         ", so their torques are not unique; mark joints as passive until " +
         std::to_string(mobility.freedoms) + " are active";
}

#define ERFD_INSTANTIATE(S)                                                                       \
  template void solve_passive<S>(LoopMemory<S>&, Eigen::Ref<VectorX<S>>);                         \
  template LoopClosure close_position<S>(const Model&, BasicLoopWorkspace<S>&,                    \
                                         Eigen::Ref<VectorX<S>>);                                 \
  template LoopClosure move_active<S>(const Model&, BasicLoopWorkspace<S>&, In<S>,                \
                                      Eigen::Ref<VectorX<S>>);                                    \
  template LoopMobility close_velocity<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, Out<S>);   \
  template LoopMobility close_acceleration<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, In<S>, \
                                              Out<S>);                                            \
  template LoopClosure project_position<S>(const Model&, BasicLoopWorkspace<S>&,                  \
                                           Eigen::Ref<VectorX<S>>, std::span<const int>);         \
  template void project_velocity<S>(const Model&, BasicLoopWorkspace<S>&, In<S>, Out<S>,          \
                                    std::span<const int>);                                        \
  template LoopMobility loop_mobility<S>(const Model&, BasicLoopWorkspace<S>&, In<S>);            \
  template std::string loop_trouble<S>(const Model&, BasicLoopWorkspace<S>&, In<S>);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
