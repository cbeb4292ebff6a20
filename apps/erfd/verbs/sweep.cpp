// erfd sweep: a study of many cases, on threads, in shards, under MPI or Slurm.
#include "erfd/report/page.hpp"
#include "erfd/report/study.hpp"
#include "erfd/report/verdict.hpp"
#include "erfd/sweep/launch.hpp"

#include "output/output.hpp"
#include "output/progress.hpp"
#include "output/run_labels.hpp"
#include "verbs/sweep_slurm.hpp"
#include "verbs/verbs.hpp"

#include <atomic>
#include <csignal>
#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

std::atomic<bool> interrupted{false};

/// Ctrl-C lets the jobs under way end; a second one does what it always does.
class StopOnInterrupt {
 public:
  StopOnInterrupt() {
    for (const int which : {SIGINT, SIGTERM}) std::signal(which, ask_to_stop);
  }
  ~StopOnInterrupt() {
    for (const int which : {SIGINT, SIGTERM}) std::signal(which, SIG_DFL);
  }
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

 private:
  static void ask_to_stop(int which) {
    interrupted = true;
    std::signal(which, SIG_DFL);
  }
};

std::string folder_of(const SweepOptions& options, const Study& study) {
  if (options.out) return *options.out;
  return std::filesystem::path(study.file).stem().string() + ".sweep";
}

/// The page of one job: what `erfd verify --report` writes.
void write_case(const StudySubject& s, std::uint64_t job, const std::string& file) {
  const Study& study = s.prepared.study();
  RobotChoice robot{.robot = study.robot};
  ProgramChoice program{.program = study.program};
  for (const std::string& setting : study.settings) set_key(robot, program, setting);
  for (const std::string& setting : s.prepared.settings(StudyPoints(study).at(job)))
    set_key(robot, program, setting);
  const Case judged = read_case(robot, program);
  VerificationSettings settings;
  settings.causes = true;
  settings.signals = true;
  const Verification result = verify(judged, settings);
  const JudgedCase subject{judged.program, judged.plan, judged.model,   judged.drives,
                           result,         {},          judged.left_out};
  write_file(file, page_report(run_document(subject, labels_of(judged.robot, judged.model))), true);
}

std::vector<CaseLink> write_cases(const StudySubject& s, const SweepOptions& options,
                                  const std::string& folder) {
  std::vector<CaseLink> links;
  if (s.prepared.study().job != "verify") return links;
  const std::size_t most = std::min<std::size_t>(options.cases, s.summary.worst.size());
  for (std::size_t k = 0; k < most; ++k) {
    const std::uint64_t job = s.summary.worst[k];
    if (!s.results.result(job).error.empty()) continue;
    const std::string name = fmt::format("job-{}.html", job);
    write_case(s, job, folder + '/' + name);
    links.push_back({job, name});
  }
  return links;
}

int show_results(const PreparedStudy& prepared, const SweepOptions& options,
                 const std::string& folder) {
  const SweepResults results(prepared, folder);
  if (options.hash) {
    print(results.hash() + '\n');
    return results.complete() ? exit_fine : exit_check_failed;
  }
  const StudySummary summary = summarise(prepared, results);
  const StudySubject subject{prepared, results, summary};
  const Later files([&] {
    if (!results.complete() && !options.collect) return;
    write_results_csv(prepared, results, folder + "/results.csv", true);
    std::vector<CaseLink> cases;
    if (options.cases > 0) {
      require_page();
      cases = write_cases(subject, options, folder);
    }
    write_file(folder + "/report.html", study_page(subject, cases), true);
    talk(fmt::format("wrote {0}/results.csv and {0}/report.html", folder));
  });
  if (options.json)
    print(study_json(subject).text() + '\n');
  else
    print(study_text(subject, stdout_style()));
  files.complain();
  return results.complete() ? exit_fine : exit_check_failed;
}

/// "12 of 100 jobs, 97 % achievable".
std::string live_words(const SweepProgress& p, const PreparedStudy& prepared) {
  std::string text = fmt::format("{} of {} jobs", p.done, p.jobs);
  const std::uint64_t judged = p.run - p.failed;
  if (prepared.columns().front().is_truth && judged > 0)
    text += fmt::format(", {:.1f} % {}",
                        100.0 * static_cast<double>(p.passed) / static_cast<double>(judged),
                        prepared.columns().front().name);
  if (p.failed > 0) text += fmt::format(", {} without a result", p.failed);
  return text;
}

}  // namespace

int run_sweep(const SweepOptions& options) {
  if (options.threads < 0 || options.threads > 1024)
    throw Error(fmt::format("--threads: found {}, expected 1 to 1024", options.threads));
  const PreparedStudy prepared(read_study(options.study));
  const std::string folder = folder_of(options, prepared.study());
  if (options.slurm) return sweep_by_slurm(prepared, options, folder);
  if (options.collect) return show_results(prepared, options, folder);

  const Launch launch(options.shard ? std::optional(parse_shard(*options.shard)) : std::nullopt);
  if (!launch.is_alone()) talk(launch.words());
  SweepSettings settings;
  settings.folder = folder;
  settings.threads = options.threads;
  settings.stop = &interrupted;
  launch.give(settings);
  ProgressLine line("sweeping");
  settings.progress = [&](const SweepProgress& p) {
    line.show(static_cast<double>(p.done) / static_cast<double>(p.jobs), live_words(p, prepared));
  };
  SweepProgress reached;
  {
    const StopOnInterrupt stop;
    reached = run_sweep(prepared, settings);
  }
  line.finish();
  if (interrupted)
    tell(fmt::format("stopped: {} of {} jobs are done and kept in {}; the same command goes on",
                     reached.done, reached.jobs, folder));
  launch.meet();
  if (!launch.speaks()) return exit_fine;
  const FolderLock one_at_a_time(folder);
  if (!launch.is_alone() && !interrupted)
    if (const SweepResults results(prepared, folder); !results.complete()) {
      talk(fmt::format("{}: done; {} of {} jobs of the study are", launch.words(), results.done(),
                       prepared.jobs()));
      return exit_fine;  // whoever ends last collects
    }
  return show_results(prepared, options, folder);
}

}  // namespace erfd
