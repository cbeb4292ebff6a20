// The MPI side of a study: one counter on rank 0, read and raised by all (one-sided communication,
// so that no rank has to listen).
#include "sweep/mpi/plugin.hpp"

#include <mpi.h>

namespace {

MPI_Win window = MPI_WIN_NULL;
std::uint64_t* counter = nullptr;

std::uint64_t rank_of_process() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return static_cast<std::uint64_t>(rank);
}

std::uint64_t process_count() {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return static_cast<std::uint64_t>(size);
}

std::uint64_t take(std::uint64_t count) {
  std::uint64_t before = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Fetch_and_op(&count, &before, MPI_UINT64_T, 0, 0, MPI_SUM, window);
  MPI_Win_unlock(0, window);
  return before;
}

void meet() { MPI_Barrier(MPI_COMM_WORLD); }

void stop() {
  MPI_Win_free(&window);
  MPI_Finalize();
}

constexpr erfd::MpiPlugin plugin{rank_of_process, process_count, take, meet, stop};

}  // namespace

extern "C" const erfd::MpiPlugin* erfd_mpi_start() {
  int given = 0;
  // Threads of a process take jobs one at a time, under a lock.
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &given) != MPI_SUCCESS ||
      given < MPI_THREAD_SERIALIZED)
    return nullptr;
  const MPI_Aint bytes = rank_of_process() == 0 ? sizeof(std::uint64_t) : 0;
  MPI_Win_allocate(bytes, sizeof(std::uint64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window);
  if (rank_of_process() == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    *counter = 0;
    MPI_Win_unlock(0, window);
  }
  meet();
  return &plugin;
}
