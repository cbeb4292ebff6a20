// erfd simulate: the robot with its drives in time.
#include "erfd/io/column_writer.hpp"
#include "erfd/report/page.hpp"
#include "erfd/simulation/checkpoint_file.hpp"

#include "input/robot_input.hpp"
#include "input/standard_input.hpp"
#include "output/output.hpp"
#include "output/progress.hpp"
#include "output/run_labels.hpp"
#include "verbs/figures.hpp"
#include "verbs/simulate_beside.hpp"
#include "verbs/simulate_input.hpp"
#include "verbs/simulate_live.hpp"
#include "verbs/simulate_output.hpp"
#include "verbs/simulate_payload.hpp"
#include "verbs/verbs.hpp"

#include <chrono>
#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Samples on their way to a file, with checkpoints from which the run can go on.
class Recording {
 public:
  Recording(const SimulateOptions& options, LoadedScenario& loaded)
      : loaded_(loaded),
        loads_(*loaded.setup, loaded.own_load),
        path_(loaded.scenario.output),
        period_(options.checkpoint_period),
        resumable_(!path_.ends_with(".npz") && path_ != standard_stream) {
    if (!(period_ >= 0))
      throw Error(fmt::format("--checkpoint: found {} s, expected 0 or more", period_));
    if (path_.empty() && options.resume)
      throw Error("--resume: the run has no file of samples; name it with --out");
    if (path_.empty()) return;
    if (options.resume)
      resume();
    else
      start(options.force);
  }

  /// The run is over already.
  bool finished() const { return finished_; }

  void connect(SimulationSettings& settings, ProgressLine& progress) {
    if (file_) {
      settings.observer = [this](const Sample& sample) {
        set_simulation_row(loaded_.setup->plant().model(), sample, loaded_.setup->reference(),
                           row_);
        loads_.append(sample.t, row_);
        file_->row(row_);
        return true;
      };
    }
    const double end = settings.duration;
    settings.after_step = [this, end, &progress](double t, const TakeCheckpoint& take) {
      progress.show(t / end);
      if (file_ && resumable_ && t < end && due()) save(take());
    };
    if (from_) settings.resume = &from_->state;
  }

  /// Gives the file its name, whatever became of the run: its last samples tell most. Nobody can go
  /// on from here, so that no checkpoint is left.
  void finish() {
    if (!file_) return;
    const std::size_t rows = file_->row_count();
    file_->close();
    remove_checkpoint();
    talk_about_file(path_, counted(rows, "sample"));
  }

 private:
  using Clock = std::chrono::steady_clock;

  ColumnTable columns() const {
    ColumnTable table = simulation_columns(loaded_.setup->plant(), loaded_.setup->reference());
    loads_.add_columns(table);
    return table;
  }

  std::string checkpoint_path() const { return path_ + ".checkpoint.json"; }

  void start(bool force) {
    std::error_code ignored;
    if (!force && std::filesystem::exists(path_ + ".part", ignored) &&
        std::filesystem::exists(checkpoint_path(), ignored))
      throw Error(fmt::format(
          "{}.part: left from a run that broke off; --resume goes on with it, --force starts anew",
          path_));
    file_ = open_columns(path_, columns(), force);
  }

  void resume() {
    if (path_ == standard_stream)
      throw Error("--resume: standard output cannot be gone on with, expected a file");
    if (!resumable_)
      throw Error(fmt::format(
          "--resume: {}: an .npz is in memory until its end; write .csv or .mcap", path_));
    std::error_code ignored;
    finished_ = std::filesystem::exists(path_, ignored) &&
                !std::filesystem::exists(path_ + ".part", ignored);
    if (finished_ && !std::filesystem::exists(checkpoint_path(), ignored)) return;
    from_ = read_checkpoint(checkpoint_path());
    for (const auto& [name, print] : loaded_.inputs) check_same(name, print);
    if (finished_) return remove_checkpoint();  // killed when its file had got its name
    file_ = resume_columns(path_, columns(), from_->position);
    if (Controller* law = loaded_.setup->law()) {
      std::span<const double> memory(from_->state.input_memory);
      law->restore(memory);
    }
    talk(fmt::format("{}: goes on at {} s", path_, with_digits(from_->state.integrator.t)));
  }

  void remove_checkpoint() const {
    std::error_code ignored;
    std::filesystem::remove(checkpoint_path(), ignored);
  }

  void check_same(const std::string& name, const std::string& print) const {
    for (const auto& [known, before] : from_->inputs)
      if (known == name && before == print) return;
    throw Error(fmt::format(
        "--resume: {}: the {} is not the one that the run began with; start anew with --force",
        checkpoint_path(), name));
  }

  bool due() {
    const auto now = Clock::now();
    if (written_ && now - *written_ < std::chrono::duration<double>(period_)) return false;
    written_ = now;
    return true;
  }

  void save(Checkpoint state) {
    if (const Controller* law = loaded_.setup->law()) law->save(state.input_memory);
    const CheckpointFile file{loaded_.inputs, file_->checkpoint(), std::move(state)};
    write_file(checkpoint_path(), checkpoint_text(file), true);
  }

  LoadedScenario& loaded_;
  ScenarioLoads loads_;
  std::string path_;
  double period_;
  bool resumable_, finished_ = false;
  std::unique_ptr<ColumnWriter> file_;
  std::optional<CheckpointFile> from_;
  std::vector<double> row_;
  std::optional<Clock::time_point> written_;
};

/// Before the run: nobody wants to hear it behind a long one.
void check_outputs(const SimulateOptions& options) {
  if (!options.report) return;
  if (options.resume)
    throw Error("--report: found together with --resume, expected a run from its start");
  require_page();
  check_report(*options.report, options.force);
}

void check_figure(const SimulateOptions& options) {
  if (!options.svg) return;
  if (options.resume)
    throw Error("--svg: found together with --resume, expected a run from its start");
  check_output(*options.svg, options.force);
}

void write_report(const SimulateOptions& options, const LoadedScenario& loaded,
                  const SimulationPage& page) {
  std::vector<std::string> notes = loaded.left_out;
  for (std::string& note : simulation_notes(page)) notes.push_back(std::move(note));
  const SimulationSubject subject{.plant = page.plant,
                                  .samples = page.result.samples,
                                  .period = page.settings.output_period,
                                  .reference = loaded.setup->reference(),
                                  .file = page.scenario.file,
                                  .summary = simulation_summary(page),
                                  .fault = fault_of(page),
                                  .notes = std::move(notes)};
  const RunLabels labels = labels_of(loaded.robot, page.plant.model(), options.scene);
  for (const std::string& note : labels.look.notes) talk(note);
  Json document = simulation_document(subject, labels);
  add_beside(page, run_beside(options, page.plant), document);
  write_file(*options.report, page_report(document), options.force);
  talk(fmt::format("wrote {}", *options.report));
}

}  // namespace

int run_simulate(const SimulateOptions& options) {
  check_beside(options);
  check_outputs(options);
  check_figure(options);
  LoadedScenario loaded = load_scenario(options);
  for (const std::string& remark : loaded.remarks) talk(remark);
  ScenarioSetup& setup = *loaded.setup;
  SimulationSettings settings = setup.settings();
  if (loaded.setup->plant().model().has_free_base() &&
      (options.report || options.svg || options.live))
    throw Error(
        "simulate: the page does not draw a robot on a free base yet; leave out --report, --svg "
        "and "
        "--live, --out FILE has the whole run");
  settings.keep_samples = options.report || options.svg;
  Recording recording(options, loaded);
  if (recording.finished()) {
    talk(fmt::format("{}: is complete already; --force instead of --resume runs it anew",
                     loaded.scenario.output));
    return exit_fine;
  }
  ProgressLine progress("simulating");
  recording.connect(settings, progress);
  std::optional<LiveSource> live;
  if (options.live) {
    live.emplace(*options.live, options.live_speed, loaded);
    settings.observer = [&live, record = settings.observer](const Sample& sample) {
      live->send(sample);
      return !record || record(sample);
    };
  }
  const SimulationResult result =
      simulate(setup.plant(), setup.input(), setup.q(), setup.qd(), settings);
  progress.finish();
  recording.finish();
  const SimulationPage page{
      loaded.scenario, setup.plant(), settings, result, instability_of(setup, result),
      options.timing};
  const Later report([&] {
    if (options.report) write_report(options, loaded, page);
  });
  const Later svg([&] {
    if (!options.svg) return;
    write_file(*options.svg, simulation_figure(page, setup.reference()), options.force);
    talk_about_file(*options.svg);
  });
  if (options.json) {
    Json json = simulation_json(page);
    set_left_out(loaded.left_out, json);
    print(json.text() + '\n');
  } else {
    print(simulation_text(page, stdout_style()) + left_out_text(loaded.left_out, stdout_style()));
  }
  report.complain();
  svg.complain();
  if (result.ok()) {
    if (!page.instability.empty())
      talk(wrapped("simulation: " + page.instability, stdout_style().width, 4));
    return exit_fine;
  }
  tell(wrapped(fault_of(page), stdout_style().width, 4));
  return exit_check_failed;
}

}  // namespace erfd
