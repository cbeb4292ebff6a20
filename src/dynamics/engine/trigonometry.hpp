// Chooses how the sines and cosines of the joints are found.
#pragma once

#include "dynamics/engine/sincos.hpp"

#include <type_traits>

namespace erfd::engine::inline ERFD_ENGINE_TARGET {

template <class S>
ERFD_INLINE void set_trigonometry(const Link<S>* links, int n, const S* q, LinkState<S>* states) {
#if defined(__AVX2__) && defined(__FMA__)
  if constexpr (std::is_floating_point_v<S>) {
    constexpr int size = Pack<S>::size;
    int i = 0;
    for (; i + size <= n; i += size) sincos_from<S>(links, i, size, q, states);
    if (i < n) sincos_from<S>(links, i, n - i, q, states);
    return;
  }
#endif
  sincos_all<S>(links, n, q, states);
}

}  // namespace erfd::engine::inline ERFD_ENGINE_TARGET
