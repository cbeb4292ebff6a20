// erfd verify: can the robot do what the program asks, and why not?
#include "erfd/report/page.hpp"
#include "erfd/report/verdict.hpp"

#include "input/program_input.hpp"
#include "output/output.hpp"
#include "output/progress.hpp"
#include "output/run_labels.hpp"
#include "verbs/figures.hpp"
#include "verbs/verbs.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

VerificationSettings settings_for(const VerifyOptions& options, ProgressLine& progress) {
  VerificationSettings settings;
  settings.algorithm.actuator_model = options.actuator_model;
  settings.algorithm.shortfall = shortfall_of(options.shortfall);
  settings.position_gain = options.position_gain;
  if (!(settings.position_gain >= 0))
    throw Error(fmt::format("--gain: found {} 1/s, expected 0 or more", settings.position_gain));
  settings.causes = options.report.has_value();
  settings.signals = true;
  settings.progress = [&progress](double share) { progress.show(share); };
  return settings;
}

/// Before the work: nobody wants to hear it behind a long one.
void check_outputs(const VerifyOptions& options) {
  if (options.report) check_report(*options.report, options.force);
  if (options.svg) check_output(*options.svg, options.force);
  if (options.csv) check_output_folder(*options.csv, {"asked.csv", "achieved.csv"}, options.force);
}

void write_motions(const JudgedCase& subject, const std::string& folder, bool force) {
  make_folder(folder);
  const std::filesystem::path base(folder);
  write_file((base / "asked.csv").string(), asked_csv(subject), force);
  write_file((base / "achieved.csv").string(), achieved_csv(subject), force);
  talk(fmt::format("wrote {0}/asked.csv and {0}/achieved.csv", folder));
  talk_about_forces(subject.program, folder);
}

/// The page with the run inside.
std::string report_of(const JudgedCase& subject, const Case& asked,
                      const std::optional<std::string>& scene) {
  const RunLabels labels = labels_of(asked.robot, asked.model, scene);
  for (const std::string& note : labels.look.notes) talk(note);
  return page_report(run_document(subject, labels));
}

}  // namespace

int run_verify(const VerifyOptions& options) {
  check_outputs(options);
  const Later page([&] {
    if (options.report) require_page();
  });
  const Case asked = planned_case(options.program);
  count_findings(asked);
  ProgressLine progress("verifying");
  const VerificationSettings settings = settings_for(options, progress);
  const Verification result = verify(asked, settings);
  const Advice advice = advise(asked, result, {.verification = settings});
  progress.finish();
  const JudgedCase subject{asked.program, asked.plan, asked.model,    asked.drives,
                           result,        {},         asked.left_out, &advice};
  const Later csv([&] {
    if (options.csv && result.fault.empty()) write_motions(subject, *options.csv, options.force);
  });
  const Later report([&] {
    if (!options.report || page.failed()) return;
    write_file(*options.report, report_of(subject, asked, options.scene), options.force);
    talk(fmt::format("wrote {}", *options.report));
  });
  const Later svg([&] {
    if (!options.svg || !result.fault.empty()) return;
    if (result.motion.q.cols() == 0)
      return talk(
          fmt::format("{}: no figure: nothing of the program could be planned", *options.svg));
    write_file(*options.svg, verdict_figure(subject), options.force);
    talk_about_file(*options.svg);
  });
  if (options.json)
    print(verdict_json(subject).text() + '\n');
  else
    print(verdict_text(subject, stdout_style()));
  page.complain();
  csv.complain();
  report.complain();
  svg.complain();
  return result.achievable && result.anything_judged ? exit_fine : exit_check_failed;
}

}  // namespace erfd
