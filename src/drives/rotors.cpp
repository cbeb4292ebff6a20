// Robots with geared rotors.
// Source  errata §1.5 on [S] T. Szkodny (8)–(12).
//
//   q_ext = B q,  B = (1; N)                        (1)   rotors turn by N q on their carriers
//   tau   = Bᵀ rnea_ext(B q, B qd, B qdd)           (2)   virtual work of (1)
//   H     = Bᵀ H_ext B                              (3)
//
// [S] (8)–(10) keep of a rotor its spin energy alone: D_ij + Σ_p N_pi N_pj I_zz, no term in D_ijk
// (the second addend of (9) is zero), no weight. That is Drives::reflected_inertia() with K = N.
// It loses the weight and inertia that the carrier bears, and the coupling I_zz (z · ω_C) N qd.
#include "erfd/drives/rotors.hpp"

#include "erfd/base/error.hpp"
#include "erfd/math/rotation.hpp"

#include <utility>

namespace erfd {
namespace {

Model extend(const Model& arm, const std::vector<Rotor>& rotors) {
  Model::Parts parts = arm.parts();
  for (const Rotor& rotor : rotors) {
    Body body;
    body.name = body.joint = rotor.name;
    body.parent = rotor.carrier;
    body.X_PB0 = rotor.X_CR0;
    body.I_B = rotor.I_R;
    parts.bodies.push_back(std::move(body));
  }
  return Model(std::move(parts));
}

const Model& checked(const Model& arm, const std::vector<Rotor>& rotors, const MatrixX<double>& N) {
  if (arm.has_free_base())
    throw Error("rotors of '" + arm.name() + "': the base is free, expected a fixed one");
  if (N.rows() != static_cast<Eigen::Index>(rotors.size()) || N.cols() != arm.nv())
    throw Error("rotors of '" + arm.name() + "': N has size " + std::to_string(N.rows()) + " x " +
                std::to_string(N.cols()) + ", expected one row a rotor and one column a joint: " +
                std::to_string(rotors.size()) + " x " + std::to_string(arm.nv()));
  return arm;
}

void check_size(const char* argument, Eigen::Index got, const GearedRotors& rotors) {
  if (got == rotors.joint_count()) return;
  throw Error("robot with rotors: argument '" + std::string(argument) + "' has size " +
              std::to_string(got) + ", but '" + rotors.extended().name() + "' needs " +
              std::to_string(rotors.joint_count()));
}

}  // namespace

struct RotorAccess {
  static void stretch(const GearedRotors& rotors, In<double> x, VectorX<double>& extended) {
    extended.head(rotors.joint_count()) = x;
    extended.tail(rotors.rotor_count()).noalias() = rotors.N().lazyProduct(x);  // (1)
  }

  static void inverse_dynamics(const GearedRotors& rotors, RotorWorkspace& ws, In<double> q,
                               In<double> qd, In<double> qdd, Out<double> tau,
                               Wrenches<double> wrenches) {
    stretch(rotors, q, ws.q_);
    stretch(rotors, qd, ws.qd_);
    stretch(rotors, qdd, ws.qdd_);
    erfd::inverse_dynamics(rotors.engine(), ws.engine_, ws.q_, ws.qd_, ws.qdd_, ws.tau_, wrenches);
    tau = ws.tau_.head(rotors.joint_count());
    tau += rotors.N().transpose().lazyProduct(ws.tau_.tail(rotors.rotor_count()));  // (2)
  }

  static void inertia_matrix(const GearedRotors& rotors, RotorWorkspace& ws, In<double> q,
                             OutMatrix<double> H) {
    const int n = rotors.joint_count(), m = rotors.rotor_count();
    stretch(rotors, q, ws.q_);
    erfd::inertia_matrix(rotors.engine(), ws.engine_, ws.q_, ws.H_);
    ws.HB_ = ws.H_.leftCols(n);
    ws.HB_ += ws.H_.rightCols(m).lazyProduct(rotors.N());
    H = ws.HB_.topRows(n);
    H += rotors.N().transpose().lazyProduct(ws.HB_.bottomRows(m));  // (3)
  }
};

GearedRotors::GearedRotors(const Model& arm, const std::vector<Rotor>& rotors, MatrixX<double> N)
    : N_(std::move(N)), engine_(extend(checked(arm, rotors, N_), rotors)) {}

RotorWorkspace::RotorWorkspace(const GearedRotors& rotors)
    : engine_(rotors.engine()),
      q_(rotors.extended().nv()),
      qd_(rotors.extended().nv()),
      qdd_(rotors.extended().nv()),
      tau_(rotors.extended().nv()),
      H_(rotors.extended().nv(), rotors.extended().nv()),
      HB_(rotors.extended().nv(), rotors.joint_count()) {}

void inverse_dynamics(const GearedRotors& rotors, RotorWorkspace& ws, In<double> q, In<double> qd,
                      In<double> qdd, Out<double> tau, Wrenches<double> wrenches) {
  check_size("q", q.size(), rotors);
  check_size("qd", qd.size(), rotors);
  check_size("qdd", qdd.size(), rotors);
  check_size("tau", tau.size(), rotors);
  RotorAccess::inverse_dynamics(rotors, ws, q, qd, qdd, tau, wrenches);
}

void inertia_matrix(const GearedRotors& rotors, RotorWorkspace& ws, In<double> q,
                    OutMatrix<double> H) {
  check_size("q", q.size(), rotors);
  check_size("H (rows)", H.rows(), rotors);
  check_size("H (columns)", H.cols(), rotors);
  RotorAccess::inertia_matrix(rotors, ws, q, H);
}

}  // namespace erfd
