#include "verbs/sweep_slurm.hpp"

#include "erfd/base/error.hpp"
#include "erfd/sweep/sweep.hpp"

#include "output/output.hpp"
#include "output/progress.hpp"
#include "verbs/verbs.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr auto look_period = std::chrono::seconds(2);

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) c == '\'' ? out += "'\\''" : out += c;
  return out + "'";
}

/// What a command prints; its exit status besides.
std::pair<std::string, int> output_of(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw Error("slurm: no process can be started");
  std::string text;
  char buffer[512];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    text.append(buffer, n);
  return {text, ::pclose(pipe)};
}

std::string script_of(const PreparedStudy& prepared, const SweepOptions& options,
                      const std::string& folder) {
  namespace fs = std::filesystem;
  const std::string program = fs::read_symlink("/proc/self/exe").string();
  const std::string study = fs::absolute(options.study).string();
  return fmt::format(
      "#!/bin/bash\n# {} jobs of {} in {} parts. A part that is started again goes on.\n"
      "#SBATCH --job-name=erfd-sweep\n#SBATCH --array=1-{}\n#SBATCH --ntasks=1\n"
      "#SBATCH --cpus-per-task={}\n#SBATCH --output={}/slurm-%a.log\n#SBATCH --requeue\n"
      "exec {} sweep {} --out {} --shard \"$SLURM_ARRAY_TASK_ID/{}\" --threads {} --quiet --json\n",
      prepared.jobs(), prepared.study().name, *options.slurm, *options.slurm,
      std::max(1, options.threads), fs::absolute(folder).string(), quoted(program), quoted(study),
      quoted(fs::absolute(folder).string()), *options.slurm, std::max(1, options.threads));
}

bool is_queued(const std::string& job) {
  return !output_of("squeue -h -j " + job + " 2>/dev/null").first.empty();
}

/// Until all jobs are done or the queue has none of them.
void watch(const PreparedStudy& prepared, const std::string& folder, const std::string& job) {
  ProgressLine line("sweeping");
  for (bool queued = true; queued;) {
    queued = is_queued(job);
    const SweepResults results(prepared, folder);
    line.show(static_cast<double>(results.done()) / static_cast<double>(prepared.jobs()),
              fmt::format("{} of {} jobs", results.done(), prepared.jobs()));
    if (results.complete()) break;
    if (queued) std::this_thread::sleep_for(look_period);
  }
  line.finish();
}

}  // namespace

int sweep_by_slurm(const PreparedStudy& prepared, const SweepOptions& options,
                   const std::string& folder) {
  if (*options.slurm < 1)
    throw Error(fmt::format("--slurm: found {}, expected the number of parts", *options.slurm));
  make_folder(folder);
  const std::string script = folder + "/slurm.sh";
  write_file(script, script_of(prepared, options, folder), true);
  if (output_of("command -v sbatch").second != 0)
    throw Error(
        fmt::format("--slurm: no sbatch on this machine; {} is written: submit it where "
                    "Slurm is, then `erfd sweep {} --out {} --collect`",
                    script, options.study, folder));
  auto [job, status] = output_of("sbatch --parsable " + quoted(script));
  if (status != 0) throw Error("--slurm: sbatch did not take the job");
  job = job.substr(0, job.find_first_of(";\n"));
  talk(fmt::format("job {} of Slurm: {} parts", job, *options.slurm));
  watch(prepared, folder, job);
  SweepOptions collect = options;
  collect.slurm.reset();
  collect.collect = true;
  collect.out = folder;
  return run_sweep(collect);
}

}  // namespace erfd
