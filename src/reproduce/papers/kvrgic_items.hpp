// What computes the entries of [KV20]. Private to the layer.
#pragma once

#include "erfd/reproduce/catalogue.hpp"

namespace erfd {

Reproduction kvrgic_table_1(const Progress& progress);
Reproduction kvrgic_table_2(const Progress& progress);
Reproduction kvrgic_table_c1(const Progress& progress);

}  // namespace erfd
