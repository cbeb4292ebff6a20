// Which instructions the engine uses here.
#pragma once

#include <string_view>

namespace erfd {

/// What EngineTarget::best is in this build on this processor: "AVX2 and FMA" or "portable".
std::string_view best_engine_target();

}  // namespace erfd
