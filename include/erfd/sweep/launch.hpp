// Which part of a study this process has, by whoever started it: mpirun, srun, a Slurm array, a user.
#pragma once

#include "erfd/sweep/sweep.hpp"

#include <memory>
#include <string>

namespace erfd {

/// Other processes of the same study. Jobs are taken from one counter where MPI is there, else every
/// process has its shard.
class Launch {
 public:
  /// Looks at the environment. Loads the MPI plug-in beside the program where an MPI launcher started
  /// several processes.
  /// @param shard  given by the user; counts more than the environment
  explicit Launch(std::optional<Shard> shard = {});
  ~Launch();
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  /// "rank 2 of 4 (MPI)", "shard 3/8 (Slurm array)"; empty: alone.
  std::string words() const;
  /// True for the process that may speak for all: where they meet, one; elsewhere whoever ends last.
  bool speaks() const;
  bool is_alone() const { return size_ == 1; }
  void give(SweepSettings& settings) const;
  /// Waits until all processes are there, where they know of each other.
  void meet() const;

 private:
  struct Mpi;
  std::uint64_t rank_ = 0, size_ = 1;
  std::string by_;
  std::unique_ptr<Mpi> mpi_;
};

/// "3/8": the third of eight. @throws Error
Shard parse_shard(const std::string& text);

}  // namespace erfd
