// What computes the entries of [Fe15]. Private to the layer.
#pragma once

#include "erfd/reproduce/catalogue.hpp"

namespace erfd {

Reproduction fedorov_holding_torques(const Progress& progress);
Reproduction fedorov_screws_and_dh(const Progress& progress);
Reproduction fedorov_same_numbers(const Progress& progress);
Reproduction fedorov_open_loops(const Progress& progress);
Reproduction fedorov_closed_loops(const Progress& progress);
Reproduction fedorov_table_6_1(const Progress& progress);
Reproduction fedorov_table_6_2(const Progress& progress);
Reproduction fedorov_robust(const Progress& progress);
Reproduction fedorov_data_sheet(const Progress& progress);

}  // namespace erfd
