// The robot in time, driven by a Python function or by nothing.
#include "erfd/simulation/simulate.hpp"

#include "arrays.hpp"
#include "parts.hpp"
#include "robot.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

namespace erfd::python {
namespace {

constexpr const char* function = "simulate";

VectorX<double> start_of(const char* name, const std::optional<Array>& given, int size,
                         const VectorX<double>& otherwise) {
  if (!given) return otherwise;
  const StateShape shape = shape_of(function, {{name, *given, size}});
  if (shape.many)
    throw Error(fmt::format("{}: argument '{}': found many states, expected one", function, name));
  return row(*given, 0, size);
}

py::array_t<double> array_of(const VectorX<double>& values) {
  return py::array_t<double>(values.size(), values.data());
}

/// u(t, q, qd) of Python as an input of the plant.
InputFunction input_of(const py::object& given, int count) {
  return [&given, count](double t, In<double> q, In<double> qd, Out<double> u) {
    const py::gil_scoped_acquire held;
    if (given.is_none()) {
      u.setZero();
      return;
    }
    const Array values(given(t, array_of(q), array_of(qd)));
    if (values.ndim() != 1 || values.shape(0) != count)
      throw Error(
          fmt::format("{}: argument 'input': its result has {} numbers in {} dimensions, "
                      "expected {} in 1",
                      function, values.size(), values.ndim(), count));
    u = row(values, 0, count);
  };
}

py::array_t<double> rows_of_samples(const std::vector<Sample>& samples,
                                    VectorX<double> Sample::* part) {
  const py::ssize_t columns = samples.empty() ? 0 : (samples.front().*part).size();
  py::array_t<double> rows({static_cast<py::ssize_t>(samples.size()), columns});
  double* out = rows.mutable_data();
  for (const Sample& sample : samples)
    out = std::copy((sample.*part).begin(), (sample.*part).end(), out);
  return rows;
}

py::dict result_of(const Plant& plant, const SimulationResult& result) {
  py::array_t<double> times(static_cast<py::ssize_t>(result.samples.size()));
  for (std::size_t k = 0; k < result.samples.size(); ++k)
    times.mutable_data()[k] = result.samples[k].t;
  py::dict run;
  run["ok"] = result.ok();
  run["fault"] = describe_fault(plant, result);
  run["time_s"] = times;
  run["q"] = rows_of_samples(result.samples, &Sample::q);
  run["qd"] = rows_of_samples(result.samples, &Sample::qd);
  run["qdd"] = rows_of_samples(result.samples, &Sample::qdd);
  run["torque"] = rows_of_samples(result.samples, &Sample::torque);
  run["steps"] = result.steps, run["integrator"] = std::string(result.integrator);
  run["energy_error_J"] = result.audit.residual();
  return run;
}

py::dict simulate_robot(const Robot& robot, double duration_s, const std::optional<Array>& q,
                        const std::optional<Array>& qd, const py::object& input, bool drives,
                        const std::string& input_kind, double control_period_s,
                        double output_period_s, const std::optional<std::string>& integrator,
                        const py::object& progress) {
  if (!(duration_s > 0 && std::isfinite(duration_s)))
    throw Error(fmt::format("{}: argument 'duration_s': found {}, expected more than 0", function,
                            duration_s));
  if (drives && !robot.drives)
    throw Error(fmt::format("{}: argument 'drives': the robot's file names none; leave it False",
                            function));
  Plant plant({.models = {robot.model},
               .drives = drives ? robot.drives : std::nullopt,
               .input = plant_input_of(input_kind)});
  const VectorX<double> start = start_of("q", q, plant.nq(), robot.model.neutral());
  const VectorX<double> speed = start_of("qd", qd, plant.nv(), VectorX<double>::Zero(plant.nv()));
  SimulationSettings settings;
  settings.duration = duration_s;
  settings.output_period = output_period_s;
  settings.control_period = control_period_s;
  settings.integrator =
      integrator ? find_integrator(*integrator).name : integrator_for(plant, start);
  settings.after_step = [&](double t, const TakeCheckpoint&) {
    const py::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress.is_none()) progress(t / duration_s);
  };
  const InputFunction torque = input_of(input, plant.input_count());
  std::optional<SimulationResult> result;
  {
    const py::gil_scoped_release released;
    result = simulate(plant, torque, start, speed, settings);
  }
  return result_of(plant, *result);
}

}  // namespace

void add_simulation(py::module_& module) {
  using py::arg, py::kw_only;
  module.def("simulate", &simulate_robot, arg("robot"), kw_only(), arg("duration_s"),
             arg("q") = py::none(), arg("qd") = py::none(), arg("input") = py::none(),
             arg("drives") = false, arg("input_kind") = "joint_torques",
             arg("control_period_s") = 0.0, arg("output_period_s") = 0.01,
             arg("integrator") = py::none(), arg("progress") = py::none());
}

}  // namespace erfd::python
