#include "erfd/dynamics/engine_target.hpp"

#include "dynamics/engine/link.hpp"

namespace erfd {

std::string_view best_engine_target() {
  return engine::avx2_kernels<double>() != nullptr ? "AVX2 and FMA" : "portable";
}

}  // namespace erfd
