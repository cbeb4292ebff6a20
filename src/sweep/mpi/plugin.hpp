// What the program knows of MPI: four functions of a library that it loads when it runs under an MPI
// launcher. Only the library sees MPI.
#pragma once

#include <cstdint>

namespace erfd {

/// Bytes of a study's head are equal in all processes, but not their readiness: start() comes first.
struct MpiPlugin {
  std::uint64_t (*rank)();
  std::uint64_t (*size)();
  /// Takes `count` from the counter that all processes share; returns what it was.
  std::uint64_t (*take)(std::uint64_t count);
  void (*meet)();
  void (*stop)();
};

/// The name of the one symbol: const MpiPlugin* erfd_mpi_start(); null: MPI does not start.
inline constexpr const char* mpi_start_symbol = "erfd_mpi_start";
using MpiStart = const MpiPlugin* (*)();

}  // namespace erfd
