#include "verbs/simulate_beside.hpp"

#include "erfd/base/units.hpp"
#include "erfd/report/run_document.hpp"

#include "output/output.hpp"
#include "output/progress.hpp"
#include "verbs/simulate_motion.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::size_t most_beside = 3;  // more curves than that nobody tells apart

/// "axis2 1.24 deg", "lift 3.1 mm".
std::string of_joint(const Model& model, std::size_t joint, double value) {
  const Body& body = model.joints()[joint];
  const bool slides = is_length(body.kind);
  return fmt::format("{} {:.3g} {}", body.joint, slides ? 1000 * value : value / degree,
                     slides ? "mm" : "deg");
}

/// The joint with the largest of a figure; "–" where there is none.
template <class Get>
std::string worst(const SimulationPage& page, std::size_t count, Get get) {
  std::size_t most = count;
  for (std::size_t j = 0; j < count; ++j)
    if (is_asked(page.plant.model(), j) && (most == count || get(j) > get(most))) most = j;
  return most == count ? "–" : of_joint(page.plant.model(), most, get(most));
}

/// When the last joint has settled; "never", or "–" where the reference does not stand.
std::string settling_of(const SimulationPage& page) {
  if (page.result.motion.settling.empty()) return "–";
  double last = 0;
  for (std::size_t j = 0; j < page.result.motion.settling.size(); ++j) {
    if (!is_asked(page.plant.model(), j)) continue;
    const std::optional<double> after = settled_after(page, j);
    if (!after) return "never";
    last = std::max(last, *after);
  }
  return fmt::format("{:.3f}", last);
}

Json::List figures_of(const SimulationPage& page, const std::string& name) {
  const MotionRecords& motion = page.result.motion;
  const EnergyFlows& flows = page.result.audit.flows;
  const auto joules = [](double energy) { return fmt::format("{:.4g}", energy); };
  return {
      name,
      worst(page, motion.tracking.size(),
            [&](std::size_t j) { return motion.tracking[j].largest; }),
      worst(page, motion.tracking.size(), [&](std::size_t j) { return page.result.rms_error(j); }),
      settling_of(page),
      worst(page, motion.settling.size(),
            [&](std::size_t j) { return motion.settling[j].overshoot; }),
      joules(flows.input),
      joules(flows.viscous + flows.coulomb + flows.load_dependent)};
}

void check_same_joints(const LoadedScenario& loaded, const Plant& plant) {
  const Model &first = plant.model(), &second = loaded.setup->plant().model();
  bool same = first.body_count() == second.body_count();
  for (std::size_t i = 0; same && i < first.bodies().size(); ++i)
    same = first.bodies()[i].joint == second.bodies()[i].joint &&
           first.bodies()[i].kind == second.bodies()[i].kind;
  if (!same)
    throw Error(
        fmt::format("{}: its robot {} has other joints than {}, expected the same: runs "
                    "beside each other are of one robot",
                    loaded.scenario.file, second.name(), first.name()));
}

SimulationSubject subject_of(const BesideRun& run) {
  return {.plant = run.loaded.setup->plant(),
          .samples = run.result.samples,
          .period = run.settings.output_period,
          .reference = run.loaded.setup->reference(),
          .file = run.loaded.scenario.file,
          .summary = simulation_summary(run.page())};
}

}  // namespace

std::string run_name(const std::string& scenario) {
  return std::filesystem::path(scenario).stem().string();
}

void check_beside(const SimulateOptions& options) {
  if (options.beside.empty()) return;
  if (options.beside.size() > most_beside)
    throw Error(fmt::format("simulate: found {} scenarios, expected {} at most in one page",
                            options.beside.size() + 1, most_beside + 1));
  if (!options.report)
    throw Error(
        "simulate: found several scenarios, expected --report FILE, which shows them beside each "
        "other");
  if (options.out || options.live || options.resume || options.svg)
    throw Error(
        "simulate: found several scenarios, expected one with --out, --svg, --live and --resume");
}

std::vector<BesideRun> run_beside(const SimulateOptions& options, const Plant& plant) {
  std::vector<BesideRun> runs;
  for (const std::string& scenario : options.beside) {
    SimulateOptions alone = options;
    alone.scenario = scenario;
    alone.beside.clear();
    LoadedScenario loaded = load_scenario(alone);
    check_same_joints(loaded, plant);
    SimulationSettings settings = loaded.setup->settings();
    settings.keep_samples = true;
    ProgressLine progress("simulating " + run_name(scenario));
    settings.after_step = [&](double t, const TakeCheckpoint&) {
      progress.show(t / settings.duration);
    };
    SimulationResult result = simulate(loaded.setup->plant(), loaded.setup->input(),
                                       loaded.setup->q(), loaded.setup->qd(), settings);
    progress.finish();
    settings.after_step = {};
    runs.push_back({run_name(scenario), std::move(loaded), std::move(settings), std::move(result)});
  }
  return runs;
}

void add_beside(const SimulationPage& first, const std::vector<BesideRun>& others, Json& document) {
  if (others.empty()) return;
  const std::string name = run_name(first.scenario.file);
  Json::List runs, rows;
  rows.push_back(figures_of(first, name));
  for (const BesideRun& run : others) {
    runs.push_back(compared_run(subject_of(run), run.name));
    rows.push_back(figures_of(run.page(), run.name));
  }
  document.set("run_name", name);
  document.set("others", std::move(runs));
  document.set(
      "comparison",
      Json::Object{{"heads", Json::List{"run", "largest error", "its RMS", "settles after [s]",
                                        "overshoot", "from the motors [J]", "friction [J]"}},
                   {"rows", std::move(rows)}});
}

}  // namespace erfd
