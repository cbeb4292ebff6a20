// What computes the entries of [MS07]. Private to the layer.
#pragma once

#include "erfd/reproduce/catalogue.hpp"

namespace erfd {

Reproduction mohan_saha_table_1(const Progress& progress);
Reproduction mohan_saha_table_2(const Progress& progress);
Reproduction mohan_saha_fig_4(const Progress& progress);
Reproduction mohan_saha_forced_run(const Progress& progress);
Reproduction mohan_saha_fig_8(const Progress& progress);
Reproduction mohan_saha_fig_9(const Progress& progress);

}  // namespace erfd
