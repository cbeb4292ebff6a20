// Programs: planned, verified, reported.
#include "erfd/io/output_file.hpp"
#include "erfd/motion/plan.hpp"
#include "erfd/report/page.hpp"
#include "erfd/report/run_document.hpp"
#include "erfd/verification/advice.hpp"
#include "erfd/verification/case.hpp"

#include "parts.hpp"
#include "robot.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace erfd::python {
namespace {

/// Options of plan and verify, as the command has them.
ProgramChoice choice_of(const std::string& program, const std::optional<std::string>& text,
                        const py::dict& inputs, std::optional<double> period_s, double speed,
                        bool smoothed, bool fly_corners) {
  ProgramChoice choice;
  choice.program = program;
  choice.text = text;
  choice.period = period_s;
  choice.speed = speed;
  choice.smoothed = smoothed;
  choice.fly_corners = fly_corners;
  for (const auto& [key, value] : inputs) {
    auto& input = choice.inputs[py::cast<std::string>(key)];
    if (py::isinstance<py::bool_>(value))
      input = py::cast<bool>(value);
    else if (py::isinstance<py::int_>(value))
      input = py::cast<std::int64_t>(value);
    else
      input = py::cast<double>(value);
  }
  return choice;
}

py::array_t<double> times_of(double period, Eigen::Index count) {
  py::array_t<double> times(count);
  for (Eigen::Index k = 0; k < count; ++k) times.mutable_at(k) = period * static_cast<double>(k);
  return times;
}

struct PlannedCase {
  std::shared_ptr<Robot> robot;
  Case asked;
};

std::shared_ptr<PlannedCase> make_case(const std::shared_ptr<Robot>& robot,
                                       const std::string& program,
                                       const std::optional<std::string>& text,
                                       const py::dict& inputs, std::optional<double> period_s,
                                       double speed, bool smoothed, bool fly_corners,
                                       const py::object& progress) {
  const ProgramChoice choice =
      choice_of(program, text, inputs, period_s, speed, smoothed, fly_corners);
  const auto tell = progress_of(progress);
  const py::gil_scoped_release released;
  return std::make_shared<PlannedCase>(PlannedCase{robot, read_case(robot->choice, choice, tell)});
}

py::dict motion_of(const PlannedCase& planned) {
  const Plan& plan = planned.asked.plan;
  const PlanRates rates = rates_of(plan);
  py::dict motion;
  motion["time_s"] = times_of(plan.period, plan.samples());
  motion["q"] = rows_of(plan.q), motion["qd"] = rows_of(rates.qd),
  motion["qdd"] = rows_of(rates.qdd);
  motion["move"] = py::array_t<int>(static_cast<py::ssize_t>(plan.move.size()), plan.move.data());
  return motion;
}

/// A verdict with everything that it speaks of.
struct Verdict {
  std::shared_ptr<PlannedCase> planned;
  Verification result;
  std::optional<Advice> advice = {};  ///< what would work; none: not asked for

  JudgedCase subject() const {
    const Case& asked = planned->asked;
    return {asked.program, asked.plan, asked.model,    asked.drives,
            result,        {},         asked.left_out, advice ? &*advice : nullptr};
  }
};

std::shared_ptr<Verdict> verify_case(const std::shared_ptr<PlannedCase>& planned, double gain,
                                     bool causes, bool signals, bool advice,
                                     const py::object& progress) {
  if (!(gain >= 0))
    throw Error(fmt::format("verify: argument 'gain': found {} 1/s, expected 0 or more", gain));
  VerificationSettings settings;
  settings.position_gain = gain;
  settings.causes = causes;
  settings.signals = signals;
  settings.progress = progress_of(progress);
  const py::gil_scoped_release released;
  auto verdict = std::make_shared<Verdict>(Verdict{planned, verify(planned->asked, settings)});
  if (advice)
    verdict->advice =
        advise(planned->asked, verdict->result, {.verification = std::move(settings)});
  return verdict;
}

/// Empty where none were recorded.
void add_signals(const MotionSignals& signals, py::dict& motion) {
  if (signals.empty()) return;
  const auto column = [](const VectorX<double>& v) {
    return py::array_t<double>(v.size(), v.data());
  };
  motion["motor_angle"] = rows_of(signals.motor_angle);
  motion["motor_speed"] = rows_of(signals.motor_speed);
  motion["motor_current_A"] = rows_of(signals.motor_current);
  motion["motor_voltage_V"] = rows_of(signals.motor_voltage);
  motion["bearing_load"] = rows_of(signals.bearing);
  motion["tool_velocity"] = rows_of(signals.tool_velocity);
  motion["tool_acceleration"] = rows_of(signals.tool_acceleration);
  motion["kinetic_J"] = column(signals.kinetic);
  motion["potential_J"] = column(signals.potential);
  motion["shaft_W"] = column(signals.shaft);
  motion["copper_W"] = column(signals.copper);
}

py::dict asked_of(const Verdict& verdict) {
  const MotionRecord& record = verdict.result.motion;
  py::dict motion;
  motion["time_s"] = times_of(record.period, record.q_asked.cols());
  motion["q"] = rows_of(record.q_asked), motion["qd"] = rows_of(starting_speeds(record));
  motion["qdd"] = rows_of(record.qdd_asked), motion["motor_torque"] = rows_of(record.ua_asked);
  motion["motor_torque_low"] = rows_of(record.ua_low),
  motion["motor_torque_high"] = rows_of(record.ua_high);
  add_signals(record.asked_signals, motion);
  return motion;
}

py::dict achieved_of(const Verdict& verdict) {
  const MotionRecord& record = verdict.result.motion;
  py::dict motion;
  motion["time_s"] = times_of(record.period, record.q.cols());
  motion["q"] = rows_of(record.q), motion["qd"] = rows_of(record.qd),
  motion["qdd"] = rows_of(record.qdd);
  motion["motor_torque"] = rows_of(record.ua);
  motion["path_error_m"] = py::array_t<double>(record.path_error.size(), record.path_error.data());
  add_signals(record.signals, motion);
  return motion;
}

std::string page_of(const Verdict& verdict) {
  require_page();
  const Case& asked = verdict.planned->asked;
  return page_report(
      run_document(verdict.subject(), run_labels("erfd " ERFD_VERSION, asked.robot, asked.model)));
}

void save_report(const Verdict& verdict, const std::string& path, bool force) {
  const py::gil_scoped_release released;
  OutputFile file(path, force);
  file.write(page_of(verdict));
  file.commit();
}

std::string text_of(const Verdict& verdict) { return verdict_text(verdict.subject(), TextStyle{}); }

}  // namespace

void add_verification(py::module_& module) {
  using py::arg, py::kw_only;
  py::class_<PlannedCase, std::shared_ptr<PlannedCase>>(module, "Plan")
      .def_property_readonly("robot", [](const PlannedCase& p) { return p.robot; })
      .def_property_readonly("complete", [](const PlannedCase& p) { return p.asked.plan.complete; })
      .def_property_readonly("duration_s",
                             [](const PlannedCase& p) { return p.asked.plan.duration(); })
      .def_property_readonly("period_s", [](const PlannedCase& p) { return p.asked.plan.period; })
      .def_property_readonly("findings",
                             [](const PlannedCase& p) { return p.asked.plan.findings.text(); })
      .def_property_readonly("motion", &motion_of)
      .def("__repr__", [](const PlannedCase& p) {
        return fmt::format("Plan of {} moves, {:.3f} s{}", p.asked.plan.moves.size(),
                           p.asked.plan.duration(), p.asked.plan.complete ? "" : ", not complete");
      });
  py::class_<Verdict, std::shared_ptr<Verdict>>(module, "Verdict")
      .def_property_readonly("achievable", [](const Verdict& v) { return v.result.achievable; })
      .def("__bool__",
           [](const Verdict& v) { return v.result.achievable && v.result.anything_judged; })
      .def_property_readonly("summary",
                             [](const Verdict& v) { return verdict_summary(v.subject()); })
      .def_property_readonly("text", &text_of)
      .def_property_readonly("plan", [](const Verdict& v) { return v.planned; })
      .def_property_readonly("asked", &asked_of)
      .def_property_readonly("achieved", &achieved_of)
      .def("to_dict", [](const Verdict& v) { return to_python(verdict_json(v.subject())); })
      .def("save_report", &save_report, arg("path"), kw_only(), arg("force") = false)
      .def("_repr_html_",
           [](const Verdict& v) {
             return py::module_::import("erfd._html").attr("verdict_html")(py::cast(v));
           })
      .def("__repr__", [](const Verdict& v) { return verdict_summary(v.subject()); });
  module.def("plan", &make_case, arg("robot"), arg("program"), kw_only(), arg("text") = py::none(),
             arg("inputs") = py::dict(), arg("period_s") = py::none(), arg("speed") = 1.0,
             arg("smoothed") = false, arg("fly_corners") = false, arg("progress") = py::none());
  module.def("verify_plan", &verify_case, arg("plan"), kw_only(), arg("gain") = 20.0,
             arg("causes") = true, arg("signals") = true, arg("advice") = true,
             arg("progress") = py::none());
}

}  // namespace erfd::python
