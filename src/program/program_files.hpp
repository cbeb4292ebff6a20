// Which files a program is made of.
#pragma once

#include "erfd/program/read_program.hpp"

#include <string>
#include <vector>

namespace erfd {

struct ProgramFiles {
  std::vector<ProgramText> files;  ///< the program first; not empty where `problem` is
  std::string problem;             ///< what prevented reading one, with its cure
};

/// A file with what belongs to it, or the folder of a backup: RAPID/TASK1 with its PROGMOD and SYSMOD,
/// or all .src and .dat of a KUKA folder. Beside a .src its .dat counts, and the $config.dat of the
/// backup that it stands in.
ProgramFiles program_files(const std::string& path, const std::vector<std::string>& more);

}  // namespace erfd
