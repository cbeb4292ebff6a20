// Robots: by name or file, with what they carry; what they say of themselves.
#include "robot.hpp"

#include "erfd/model/build.hpp"
#include "erfd/model/describe.hpp"

#include "parts.hpp"

#include <numbers>

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace erfd::python {
namespace {

std::optional<Drives> drives_of(const ChosenRobot& chosen, const Model& model) {
  if (chosen.description.drives.empty() || model.has_free_base()) return {};
  return make_drives(chosen.description, model);
}

Vector3<double> vector_of(const std::vector<double>& numbers, const char* argument) {
  if (numbers.size() != 3)
    throw Error(
        fmt::format("load: argument '{}': found {} numbers, expected 3", argument, numbers.size()));
  return {numbers[0], numbers[1], numbers[2]};
}

std::shared_ptr<Robot> load(const std::string& robot, const std::optional<std::string>& tool,
                            double payload_kg, const std::vector<double>& payload_com_m,
                            const std::optional<std::vector<double>>& gravity_m_s2,
                            const std::vector<std::string>& without,
                            const std::vector<std::string>& settings,
                            const std::vector<std::string>& accept,
                            const std::optional<std::string>& mimic) {
  RobotChoice choice{
      .robot = robot, .tool = tool, .without = without, .settings = settings, .accept = accept};
  if (!(payload_kg >= 0))
    throw Error(
        fmt::format("load: argument 'payload_kg': found {}, expected 0 or more", payload_kg));
  choice.payload.mass = payload_kg;
  choice.payload.com = vector_of(payload_com_m, "payload_com_m");
  if (mimic && *mimic != "fixed" && *mimic != "free")
    throw Error(fmt::format("load: argument 'mimic': found '{}', expected fixed or free", *mimic));
  if (mimic) choice.mimic = *mimic == "fixed" ? Mimic::hold : Mimic::free;
  if (gravity_m_s2) choice.gravity = vector_of(*gravity_m_s2, "gravity_m_s2");
  return std::make_shared<Robot>(std::move(choice));
}

std::vector<std::string> joint_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const Body& body : robot.model.joints()) names.push_back(body.joint);
  return names;
}

std::vector<std::string> motor_names(const Robot& robot) {
  std::vector<std::string> names;
  if (robot.drives)
    for (const Motor& motor : robot.drives->motors()) names.push_back(motor.name);
  return names;
}

std::vector<std::string> frame_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const Frame& frame : robot.model.frames()) names.push_back(frame.name);
  return names;
}

/// One number a joint; infinite where the file does not say.
py::array_t<double> limits(const Robot& robot, double JointLimits::* which) {
  py::array_t<double> values(static_cast<py::ssize_t>(robot.model.joints().size()));
  double* out = values.mutable_data();
  for (const Body& body : robot.model.joints()) *out++ = body.limits.*which;
  return values;
}

std::string angle_or_length(const Body& joint, double value) {
  if (std::isinf(value)) return "–";
  return joint.kind == JointKind::prismatic
             ? fmt::format("{:.4g} m", value)
             : fmt::format("{:.4g} deg", value * 180 / std::numbers::pi);
}

std::string summary(const Robot& robot) {
  const Model& model = robot.model;
  std::string text =
      fmt::format("{}: {} joints, {:.4g} kg moving, {}", model.name(), model.joints().size(),
                  model.moving_mass(),
                  robot.drives ? fmt::format("{} motors", robot.drives->count()) : "no drives");
  if (model.has_free_base()) text += ", free base";
  for (const Body& joint : model.joints())
    text += fmt::format("\n  {:<16} {:<10} {} … {}", joint.joint, info_of(joint.kind).name,
                        angle_or_length(joint, joint.limits.lower),
                        angle_or_length(joint, joint.limits.upper));
  return text;
}

}  // namespace

Robot::Robot(RobotChoice asked)
    : choice(std::move(asked)),
      chosen(choose_robot(choice)),
      model(chosen.model()),
      engine(model),
      drives(drives_of(chosen, model)) {}

void add_robot(py::module_& module) {
  using py::arg, py::kw_only;
  py::class_<Robot, std::shared_ptr<Robot>>(module, "Robot")
      .def_property_readonly("name", [](const Robot& r) { return r.model.name(); })
      .def_property_readonly("nq", [](const Robot& r) { return r.model.nq(); })
      .def_property_readonly("nv", [](const Robot& r) { return r.model.nv(); })
      .def_property_readonly("joints", &joint_names)
      .def_property_readonly("motors", &motor_names)
      .def_property_readonly("frames", &frame_names)
      .def_property_readonly("tool",
                             [](const Robot& r) { return r.model.frame(r.model.tool()).name; })
      .def_property_readonly("has_free_base",
                             [](const Robot& r) { return r.model.has_free_base(); })
      .def_property_readonly("mass_kg", [](const Robot& r) { return r.model.moving_mass(); })
      .def_property_readonly("lower", [](const Robot& r) { return limits(r, &JointLimits::lower); })
      .def_property_readonly("upper", [](const Robot& r) { return limits(r, &JointLimits::upper); })
      .def_property_readonly("speed_max",
                             [](const Robot& r) { return limits(r, &JointLimits::speed); })
      .def_property_readonly("findings", [](const Robot& r) { return r.chosen.findings.text(); })
      .def("neutral",
           [](const Robot& r) {
             const VectorX<double> q = r.model.neutral();
             return py::array_t<double>(q.size(), q.data());
           })
      .def("__repr__", &summary);
  module.def("load", &load, arg("robot"), kw_only(), arg("tool") = py::none(),
             arg("payload_kg") = 0.0, arg("payload_com_m") = std::vector<double>{0, 0, 0},
             arg("gravity_m_s2") = py::none(), arg("without") = std::vector<std::string>{},
             arg("settings") = std::vector<std::string>{},
             arg("accept") = std::vector<std::string>{}, arg("mimic") = py::none());
}

}  // namespace erfd::python
