// The fastest motion along a path, and studies of many cases.
#include "erfd/report/optimised.hpp"
#include "erfd/report/study.hpp"
#include "erfd/verification/optimise.hpp"

#include "arrays.hpp"
#include "parts.hpp"
#include "robot.hpp"

#include <atomic>

#include <fmt/format.h>
#include <pybind11/stl.h>

namespace erfd::python {
namespace {

SplinePath path_of(const Robot& robot, const Array& path) {
  const StateShape shape = shape_of("optimise", {{"path", path, robot.model.nv()}});
  if (!shape.many || shape.count < 2)
    throw Error(
        fmt::format("optimise: argument 'path': found {} posture, expected (N, {}) with at "
                    "least two",
                    shape.count, robot.model.nv()));
  MatrixX<double> rows(robot.model.nv(), shape.count);
  for (py::ssize_t k = 0; k < shape.count; ++k) rows.col(k) = row(path, k, robot.model.nv());
  return SplinePath(rows);
}

py::dict optimise_path(const Robot& robot, const Array& path, std::optional<double> period_s,
                       bool gains, const py::object& progress) {
  const SplinePath along = path_of(robot, path);
  OptimiseSettings settings;
  settings.period = period_s;
  settings.gains = gains;
  settings.progress = progress_of(progress);
  const std::string name = "path";
  std::optional<Optimised> result;
  {
    const py::gil_scoped_release released;
    result = optimise(robot.chosen, along, name, settings);
  }
  const Drives drives = make_drives(robot.chosen.description, robot.model);
  const OptimisedSubject subject{name, robot.model, drives, *result};
  py::dict all = to_python(optimised_json(subject)).cast<py::dict>();
  all["text"] = optimised_text(subject, TextStyle{});
  if (!result->found()) return all;
  const Plan& plan = result->motion->plan;
  const PlanRates rates = rates_of(plan);
  py::dict motion;
  py::array_t<double> times(plan.samples());
  for (int k = 0; k < plan.samples(); ++k) times.mutable_at(k) = plan.period * k;
  motion["time_s"] = times, motion["q"] = rows_of(plan.q), motion["qd"] = rows_of(rates.qd);
  motion["qdd"] = rows_of(rates.qdd);
  all["motion"] = motion;
  return all;
}

py::object run_study(const std::string& study, const std::optional<std::string>& text,
                     const std::string& out, int threads, const py::object& progress) {
  if (threads < 0)
    throw Error(fmt::format("sweep: argument 'threads': found {}, expected 0 or more", threads));
  const py::gil_scoped_release released;
  const PreparedStudy prepared(text ? read_study_text(*text, study) : read_study(study));
  const Progress tell = progress_of(progress);
  SweepSettings settings;
  settings.folder = out;
  settings.threads = threads;
  settings.progress = [&](const SweepProgress& p) {
    tell(static_cast<double>(p.done) / static_cast<double>(p.jobs));
  };
  run_sweep(prepared, settings);
  const SweepResults results(prepared, out);
  const StudySummary summary = summarise(prepared, results);
  const Json said = study_json({prepared, results, summary});
  write_results_csv(prepared, results, out + "/results.csv", true);
  const py::gil_scoped_acquire held;
  return to_python(said);
}

}  // namespace

void add_studies(py::module_& module) {
  using py::arg, py::kw_only;
  module.def("optimise", &optimise_path, arg("robot"), kw_only(), arg("path"),
             arg("period_s") = py::none(), arg("gains") = false, arg("progress") = py::none());
  module.def("sweep", &run_study, arg("study"), kw_only(), arg("text") = py::none(), arg("out"),
             arg("threads") = 0, arg("progress") = py::none());
}

}  // namespace erfd::python
