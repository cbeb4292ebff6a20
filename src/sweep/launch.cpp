#include "erfd/sweep/launch.hpp"

#include "erfd/base/error.hpp"

#include "sweep/mpi/plugin.hpp"

#include <charconv>
#include <cstdlib>
#include <filesystem>

#include <dlfcn.h>
#include <fmt/format.h>

namespace erfd {
namespace {

/// A whole number of the environment; none where it is not there.
std::optional<std::uint64_t> variable(const char* name) {
  const char* const text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  const std::string_view value(text);
  std::uint64_t number = 0;
  const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
  if (read.ec != std::errc() || read.ptr != value.data() + value.size()) return std::nullopt;
  return number;
}

/// The library beside the program, or where an installed program has it.
void* load_plugin() {
  std::error_code ignored;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::filesystem::path folder = program.parent_path();
  for (const std::filesystem::path& path :
       {folder / "erfd_mpi.so", folder.parent_path() / "lib" / "erfd" / "erfd_mpi.so"})
    if (std::filesystem::exists(path, ignored))
      if (void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL)) return library;
  return nullptr;
}

const MpiPlugin* start_mpi() {
  void* const library = load_plugin();
  if (library == nullptr) return nullptr;
  void* const start = ::dlsym(library, mpi_start_symbol);
  return start == nullptr ? nullptr : reinterpret_cast<MpiStart>(start)();
}

}  // namespace

struct Launch::Mpi {
  const MpiPlugin* plugin;
  ~Mpi() { plugin->stop(); }
};

Launch::Launch(std::optional<Shard> shard) {
  if (shard) {
    rank_ = shard->index;
    size_ = shard->count;
    by_ = "shard";
    return;
  }
  const auto array = variable("SLURM_ARRAY_TASK_ID"), first = variable("SLURM_ARRAY_TASK_MIN"),
             arrays = variable("SLURM_ARRAY_TASK_COUNT");
  if (array && first && arrays && *arrays > 1) {
    rank_ = *array - *first;
    size_ = *arrays;
    by_ = "Slurm array";
    return;
  }
  const auto mpi_size = variable("OMPI_COMM_WORLD_SIZE"), pmi_size = variable("PMI_SIZE");
  const auto ranks = mpi_size ? mpi_size : pmi_size;
  if (ranks && *ranks > 1) {
    const auto rank = variable(mpi_size ? "OMPI_COMM_WORLD_RANK" : "PMI_RANK");
    rank_ = rank.value_or(0);
    size_ = *ranks;
    by_ = "launcher";
    if (const MpiPlugin* const plugin = start_mpi()) {
      mpi_ = std::make_unique<Mpi>(plugin);
      rank_ = plugin->rank();
      size_ = plugin->size();
      by_ = "MPI";
    }
    return;
  }
  const auto tasks = variable("SLURM_NTASKS"), task = variable("SLURM_PROCID");
  if (tasks && task && *tasks > 1 && variable("SLURM_STEP_ID")) {
    rank_ = *task;
    size_ = *tasks;
    by_ = "Slurm step";
  }
}

Launch::~Launch() = default;

std::string Launch::words() const {
  if (is_alone()) return "";
  return fmt::format("{} of {} ({})", rank_ + 1, size_, by_);
}

bool Launch::speaks() const { return !mpi_ || rank_ == 0; }

void Launch::give(SweepSettings& settings) const {
  if (!mpi_) {
    settings.shard = {rank_, size_};
    return;
  }
  settings.writer = Shard{rank_, size_};
  settings.take = mpi_->plugin->take;
}

void Launch::meet() const {
  if (mpi_) mpi_->plugin->meet();
}

Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  Shard shard{0, 0};
  const auto read = [&](std::string_view part, std::uint64_t& to) {
    const auto end = part.data() + part.size();
    const auto got = std::from_chars(part.data(), end, to);
    return !part.empty() && got.ec == std::errc() && got.ptr == end;
  };
  const std::string_view all(text);
  if (slash == std::string::npos || !read(all.substr(0, slash), shard.index) ||
      !read(all.substr(slash + 1), shard.count) || shard.index < 1 || shard.index > shard.count)
    throw Error(fmt::format("shard: found '{}', expected I/N, the I-th of N parts, as 1/8", text));
  --shard.index;
  return shard;
}

}  // namespace erfd
