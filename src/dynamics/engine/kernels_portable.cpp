// The kernels for any processor and any scalar.
#define ERFD_ENGINE_TARGET portable

#include "erfd/math/scalars.hpp"

#include "dynamics/engine/aba.hpp"
#include "dynamics/engine/crba.hpp"
#include "dynamics/engine/inertia_times.hpp"
#include "dynamics/engine/rnea.hpp"

namespace erfd::engine {

template <class S>
const Kernels<S>& portable_kernels() {
  static constexpr Kernels<S> kernels = {rnea<S>,      crba<S>,      aba<S>,     inertia_times<S>,
                                         free_rnea<S>, free_crba<S>, free_aba<S>};
  return kernels;
}

#define ERFD_INSTANTIATE(S) template const Kernels<S>& portable_kernels<S>();
ERFD_FOR_EACH_SCALAR(ERFD_INSTANTIATE)

}  // namespace erfd::engine
