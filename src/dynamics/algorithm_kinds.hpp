// How the algorithms serve the tasks of a route. Private to the layer.
#pragma once

#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/dynamics/papers/denoc.hpp"
#include "erfd/dynamics/papers/denoc_rods.hpp"
#include "erfd/dynamics/papers/lagrange.hpp"
#include "erfd/dynamics/papers/mrnea.hpp"
#include "erfd/dynamics/papers/mrnea_expanded.hpp"
#include "erfd/dynamics/papers/poe.hpp"
#include "erfd/dynamics/papers/walker_orin.hpp"
#include "erfd/dynamics/papers/walker_orin_4.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/math/ldlt.hpp"

namespace erfd {

template <class S>
class EngineAlgorithm : public BasicAlgorithm<S> {
 public:
  explicit EngineAlgorithm(const Model& model) : engine_(model), ws_(engine_) {}
  void inverse_dynamics(In<S> q, In<S> qd, In<S> qdd, Out<S> tau, Wrenches<S> wrenches) override {
    erfd::inverse_dynamics<S>(engine_, ws_, q, qd, qdd, tau, wrenches);
  }
  void inertia_matrix(In<S> q, OutMatrix<S> H) override {
    erfd::inertia_matrix<S>(engine_, ws_, q, H);
  }
  void forward_dynamics(In<S> q, In<S> qd, In<S> tau, Out<S> qdd, Wrenches<S> wrenches) override {
    erfd::forward_dynamics<S>(engine_, ws_, q, qd, tau, qdd, wrenches);
  }

 private:
  BasicEngine<S> engine_;
  BasicEngineWorkspace<S> ws_;
};

template <class S>
class RneaAlgorithm : public BasicAlgorithm<S> {
 public:
  explicit RneaAlgorithm(const Model& model) : model_(model), ws_(model) {}
  void inverse_dynamics(In<S> q, In<S> qd, In<S> qdd, Out<S> tau, Wrenches<S> wrenches) override {
    rnea<S>(model_, ws_, q, qd, qdd, tau, wrenches);
  }

 private:
  const Model& model_;
  BasicWorkspace<S> ws_;
};

/// H by composite bodies; accelerations with the bias torques of rnea.
template <class S>
class CrbaAlgorithm : public BasicAlgorithm<S> {
 public:
  explicit CrbaAlgorithm(const Model& model)
      : model_(model), ws_(model), H_(model.nv(), model.nv()), bias_(model.nv()) {}
  void inertia_matrix(In<S> q, OutMatrix<S> H) override { crba<S>(model_, ws_, q, H); }
  void forward_dynamics(In<S> q, In<S> qd, In<S> tau, Out<S> qdd, Wrenches<S> wrenches) override {
    bias_torques<S>(model_, ws_, q, qd, bias_, wrenches);
    crba<S>(model_, ws_, q, H_);
    qdd = tau - bias_;
    solve_ldlt<S>(H_, qdd);
  }

 private:
  const Model& model_;
  BasicWorkspace<S> ws_;
  MatrixX<S> H_;
  VectorX<S> bias_;
};

template <class S>
class AbaAlgorithm : public BasicAlgorithm<S> {
 public:
  explicit AbaAlgorithm(const Model& model) : model_(model), ws_(model) {}
  void forward_dynamics(In<S> q, In<S> qd, In<S> tau, Out<S> qdd, Wrenches<S> wrenches) override {
    aba<S>(model_, ws_, q, qd, tau, qdd, wrenches);
  }

 private:
  const Model& model_;
  BasicWorkspace<S> ws_;
};

template <class S>
class DenocAlgorithm : public BasicAlgorithm<S> {
 public:
  explicit DenocAlgorithm(const Model& model) : model_(model), ws_(model) {}
  void forward_dynamics(In<S> q, In<S> qd, In<S> tau, Out<S> qdd, Wrenches<S> wrenches) override {
    denoc<S>(model_, ws_, q, qd, tau, qdd, wrenches);
  }

 private:
  const Model& model_;
  BasicDenocWorkspace<S> ws_;
};

template <class S>
class DenocRodsAlgorithm : public BasicAlgorithm<S> {
 public:
  explicit DenocRodsAlgorithm(const Model& model)
      : model_(model), chain_(rods_of(model)), ws_(chain_), tree_(model), bias_(model.nv()) {}
  void forward_dynamics(In<S> q, In<S> qd, In<S> tau, Out<S> qdd, Wrenches<S> wrenches) override {
    bias_torques<S>(model_, tree_, q, qd, bias_, wrenches);
    denoc_rods<S>(chain_, ws_, q, tau, bias_, qdd);
  }

 private:
  const Model& model_;
  RodChain chain_;
  BasicDenocRodsWorkspace<S> ws_;
  BasicWorkspace<S> tree_;
  VectorX<S> bias_;
};

template <class S>
class WalkerOrin4Algorithm : public BasicAlgorithm<S> {
 public:
  explicit WalkerOrin4Algorithm(const Model& model) : model_(model), ws_(model) {}
  void forward_dynamics(In<S> q, In<S> qd, In<S> tau, Out<S> qdd, Wrenches<S> wrenches) override {
    iterations_ = walker_orin_4<S>(model_, ws_, q, qd, tau, qdd, wrenches);
  }
  int iterations() const override { return iterations_; }

 private:
  const Model& model_;
  BasicConjugateWorkspace<S> ws_;
  int iterations_ = 0;
};

/// An algorithm that gives H and the bias torques in one call:
/// equations(model, ws, q, qd, H, bias, wrenches).
template <class S, class Workspace, auto equations>
class EquationsAlgorithm : public BasicAlgorithm<S> {
 public:
  explicit EquationsAlgorithm(const Model& model)
      : model_(model),
        ws_(model),
        H_(model.nv(), model.nv()),
        bias_(model.nv()),
        rest_(VectorX<S>::Zero(model.nv())) {}
  void inverse_dynamics(In<S> q, In<S> qd, In<S> qdd, Out<S> tau, Wrenches<S> wrenches) override {
    equations(model_, ws_, q, qd, H_, bias_, wrenches);
    for (int i = 0; i < model_.nv(); ++i) {
      tau[i] = bias_[i];
      for (int j = 0; j < model_.nv(); ++j) tau[i] += H_(i, j) * qdd[j];
    }
  }
  void inertia_matrix(In<S> q, OutMatrix<S> H) override {
    equations(model_, ws_, q, rest_, H, bias_, {});
  }
  void forward_dynamics(In<S> q, In<S> qd, In<S> tau, Out<S> qdd, Wrenches<S> wrenches) override {
    equations(model_, ws_, q, qd, H_, bias_, wrenches);
    qdd = tau - bias_;
    solve_ldlt<S>(H_, qdd);
  }

 private:
  const Model& model_;
  Workspace ws_;
  MatrixX<S> H_;
  VectorX<S> bias_, rest_;
};

template <class S>
using MrneaAlgorithm = EquationsAlgorithm<S, BasicMrneaWorkspace<S>, &mrnea<S>>;
template <class S>
using MrneaExpandedAlgorithm =
    EquationsAlgorithm<S, BasicMrneaExpandedWorkspace<S>, &mrnea_expanded<S>>;
template <class S>
using WalkerOrin1Algorithm = EquationsAlgorithm<S, BasicWalkerOrinWorkspace<S>, &walker_orin_1<S>>;
template <class S>
using WalkerOrin2Algorithm = EquationsAlgorithm<S, BasicWalkerOrinWorkspace<S>, &walker_orin_2<S>>;
template <class S>
using WalkerOrin3Algorithm = EquationsAlgorithm<S, BasicWalkerOrinWorkspace<S>, &walker_orin_3<S>>;
template <class S>
using LagrangeAlgorithm = EquationsAlgorithm<S, BasicLagrangeWorkspace<S>, &lagrange<S>>;
template <class S>
using PoeAlgorithm = EquationsAlgorithm<S, BasicPoeWorkspace<S>, &poe<S>>;

}  // namespace erfd
