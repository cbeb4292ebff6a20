// Makes an algorithm of robots with closed loops by its name.
#include "erfd/base/error.hpp"
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/loops/dynamics.hpp"
#include "erfd/dynamics/loops/parallel.hpp"
#include "erfd/math/scalars.hpp"

namespace erfd {
namespace {

/// Puts what the active joints have among all, zero at the others.
template <class S>
void spread_active(const std::vector<int>& active, const VectorX<S>& values,
                   Eigen::Ref<VectorX<S>> all) {
  all.setZero();
  for (std::size_t i = 0; i < active.size(); ++i)
    all[active[i]] = values[static_cast<Eigen::Index>(i)];
}

template <class S>
class LoopProjectionAlgorithm : public BasicAlgorithm<S> {
 public:
  explicit LoopProjectionAlgorithm(const Model& model)
      : model_(model), ws_(model), at_active_(static_cast<Eigen::Index>(ws_.active().size())) {}
  void inverse_dynamics(In<S> q, In<S> qd, In<S> qdd, Out<S> tau, Wrenches<S> wrenches) override {
    loop_inverse_dynamics<S>(model_, ws_, q, qd, qdd, at_active_, wrenches);
    spread_active<S>(ws_.active(), at_active_, tau);
  }
  void forward_dynamics(In<S> q, In<S> qd, In<S> tau, Out<S> qdd, Wrenches<S> wrenches) override {
    loop_forward_by_projection<S>(model_, ws_, q, qd, tau, qdd, wrenches);
  }

 private:
  const Model& model_;
  BasicLoopWorkspace<S> ws_;
  VectorX<S> at_active_;
};

template <class S>
class LoopMultipliersAlgorithm : public BasicAlgorithm<S> {
 public:
  explicit LoopMultipliersAlgorithm(const Model& model)
      : model_(model), ws_(model), lambda_(model.constraint_rows()) {}
  void forward_dynamics(In<S> q, In<S> qd, In<S> tau, Out<S> qdd, Wrenches<S> wrenches) override {
    loop_forward_by_multipliers<S>(model_, ws_, q, qd, tau, qdd, lambda_, wrenches);
  }

 private:
  const Model& model_;
  BasicLoopWorkspace<S> ws_;
  VectorX<S> lambda_;
};

template <class S>
class LoopNullSpaceAlgorithm : public BasicAlgorithm<S> {
 public:
  explicit LoopNullSpaceAlgorithm(const Model& model) : model_(model), ws_(model) {}
  void forward_dynamics(In<S> q, In<S> qd, In<S> tau, Out<S> qdd, Wrenches<S> wrenches) override {
    loop_forward_by_null_space<S>(model_, ws_, q, qd, tau, qdd, wrenches);
  }

 private:
  const Model& model_;
  BasicLoopWorkspace<S> ws_;
};

template <class S>
class LegsAlgorithm : public BasicAlgorithm<S> {
 public:
  explicit LegsAlgorithm(const Model& model)
      : model_(model),
        ws_(model),
        force_(static_cast<Eigen::Index>(ws_.structure.platform.size())),
        at_active_(force_) {}
  void inverse_dynamics(In<S> q, In<S> qd, In<S> qdd, Out<S> tau, Wrenches<S> wrenches) override {
    parallel_inverse_dynamics<S>(model_, ws_, q, qd, qdd, force_, at_active_, wrenches);
    spread_active<S>(ws_.structure.active, at_active_, tau);
  }
  void forward_dynamics(In<S> q, In<S> qd, In<S> tau, Out<S> qdd, Wrenches<S> wrenches) override {
    for (std::size_t i = 0; i < ws_.structure.active.size(); ++i)
      at_active_[static_cast<Eigen::Index>(i)] = tau[ws_.structure.active[i]];
    parallel_forward_dynamics<S>(model_, ws_, q, qd, at_active_, qdd, wrenches);
  }

 private:
  const Model& model_;
  BasicParallelWorkspace<S> ws_;
  VectorX<S> force_, at_active_;
};

}  // namespace

template <class S>
std::unique_ptr<BasicAlgorithm<S>> make_closed_algorithm(std::string_view name,
                                                         const Model& model) {
  const AlgorithmInfo& info = find_algorithm(name);
  if (const std::string reason = info.obstacle(model); !reason.empty())
    throw Error(std::string(name) + ": the model '" + model.name() + "' does not fit: " + reason);
  if (name == "loops_multipliers") return std::make_unique<LoopMultipliersAlgorithm<S>>(model);
  if (name == "loops_projection") return std::make_unique<LoopProjectionAlgorithm<S>>(model);
  if (name == "loops_null_space") return std::make_unique<LoopNullSpaceAlgorithm<S>>(model);
  if (name == "legs") return std::make_unique<LegsAlgorithm<S>>(model);
  throw Error(std::string(name) + ": moves the open tree; make_algorithm() makes it");
}

#define ERFD_INSTANTIATE(S)                                                              \
  template std::unique_ptr<BasicAlgorithm<S>> make_closed_algorithm<S>(std::string_view, \
                                                                       const Model&);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
