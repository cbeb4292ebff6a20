// What computes the entries of [K10]. Private to the layer.
#pragma once

#include "erfd/reproduce/catalogue.hpp"

namespace erfd {

Reproduction khalil_direct_model(const Progress& progress);
Reproduction khalil_rotors_and_friction(const Progress& progress);
Reproduction khalil_loops(const Progress& progress);
Reproduction khalil_parallel(const Progress& progress);
Reproduction khalil_elastic(const Progress& progress);
Reproduction khalil_moving_base(const Progress& progress);

}  // namespace erfd
