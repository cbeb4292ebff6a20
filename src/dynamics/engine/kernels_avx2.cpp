// The kernels for x86 processors with AVX2 and FMA, for double and float. The build gives this file
// flags of its own; nothing in it is shared with other files but plain data.
#define ERFD_ENGINE_TARGET avx2

#include "dynamics/engine/aba.hpp"
#include "dynamics/engine/crba.hpp"
#include "dynamics/engine/inertia_times.hpp"
#include "dynamics/engine/rnea.hpp"

namespace erfd::engine {

template <class S>
const Kernels<S>* avx2_kernels() {
#if defined(__AVX2__) && defined(__FMA__)
  static constexpr Kernels<S> kernels = {rnea<S>,      crba<S>,      aba<S>,     inertia_times<S>,
                                         free_rnea<S>, free_crba<S>, free_aba<S>};
  const bool supported = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return supported ? &kernels : nullptr;
#else
  return nullptr;
#endif
}

template const Kernels<double>* avx2_kernels<double>();
template const Kernels<float>* avx2_kernels<float>();

}  // namespace erfd::engine
