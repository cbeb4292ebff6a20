// Makes an algorithm by its name.
#include "erfd/base/error.hpp"
#include "erfd/math/scalars.hpp"

#include "dynamics/algorithm_kinds.hpp"

namespace erfd {
namespace {

template <class S>
struct Maker {
  std::string_view name;
  std::unique_ptr<BasicAlgorithm<S>> (*make)(const Model&);
};

template <class S, template <class> class Kind>
std::unique_ptr<BasicAlgorithm<S>> make(const Model& model) {
  return std::make_unique<Kind<S>>(model);
}

template <class S>
constexpr Maker<S> makers[] = {
    {"engine", make<S, EngineAlgorithm>},
    {"rnea", make<S, RneaAlgorithm>},
    {"crba", make<S, CrbaAlgorithm>},
    {"aba", make<S, AbaAlgorithm>},
    {"mrnea", make<S, MrneaAlgorithm>},
    {"mrnea_expanded", make<S, MrneaExpandedAlgorithm>},
    {"walker_orin_1", make<S, WalkerOrin1Algorithm>},
    {"walker_orin_2", make<S, WalkerOrin2Algorithm>},
    {"walker_orin_3", make<S, WalkerOrin3Algorithm>},
    {"walker_orin_4", make<S, WalkerOrin4Algorithm>},
    {"denoc", make<S, DenocAlgorithm>},
    {"denoc_rods", make<S, DenocRodsAlgorithm>},
    {"lagrange", make<S, LagrangeAlgorithm>},
    {"poe", make<S, PoeAlgorithm>},
};

[[noreturn]] void refuse(const char* task) {
  throw Error(std::string(task) +
              ": this algorithm does not do it; AlgorithmInfo::does() says which do");
}

}  // namespace

template <class S>
void BasicAlgorithm<S>::inverse_dynamics(In<S>, In<S>, In<S>, Out<S>, Wrenches<S>) {
  refuse("inverse dynamics");
}
template <class S>
void BasicAlgorithm<S>::inertia_matrix(In<S>, OutMatrix<S>) {
  refuse("inertia matrix");
}
template <class S>
void BasicAlgorithm<S>::forward_dynamics(In<S>, In<S>, In<S>, Out<S>, Wrenches<S>) {
  refuse("forward dynamics");
}

template <class S>
std::unique_ptr<BasicAlgorithm<S>> make_algorithm(std::string_view name, const Model& model) {
  const AlgorithmInfo& info = find_algorithm(name);
  if (const std::string reason = info.obstacle(model); !reason.empty()) {
    throw Error(std::string(name) + ": the model '" + model.name() + "' does not fit: " + reason);
  }
  for (const Maker<S>& maker : makers<S>) {
    if (maker.name == name) return maker.make(model);
  }
  throw Error(std::string(name) + ": closes loops; make_closed_algorithm() makes it");
}

#define ERFD_INSTANTIATE(S)         \
  template class BasicAlgorithm<S>; \
  template std::unique_ptr<BasicAlgorithm<S>> make_algorithm<S>(std::string_view, const Model&);
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd
