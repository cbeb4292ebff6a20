// What computes the entries of [KV20]. Private to the layer.
#pragma once

#include "erfd/reproduce/catalogue.hpp"

namespace erfd {

Reproduction kvrgic_table_1(const Progress& progress);
Reproduction kvrgic_table_2(const Progress& progress);
Reproduction kvrgic_table_c1(const Progress& progress);
Reproduction kvrgic_kinematics(const Progress& progress);
Reproduction kvrgic_program(const Progress& progress);
Reproduction kvrgic_path(const Progress& progress);
Reproduction kvrgic_torques(const Progress& progress);
Reproduction kvrgic_motors(const Progress& progress);
Reproduction kvrgic_speeds(const Progress& progress);
Reproduction kvrgic_experiment(const Progress& progress);
Reproduction kvrgic_mrnea(const Progress& progress);
Reproduction kvrgic_data(const Progress& progress);
Reproduction kvrgic_algorithm1(const Progress& progress);
Reproduction kvrgic_limits(const Progress& progress);
Reproduction kvrgic_trainer(const Progress& progress);
Reproduction kvrgic_centrifuge(const Progress& progress);
Reproduction kvrgic_appendix_b(const Progress& progress);

}  // namespace erfd
