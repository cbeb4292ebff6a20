// Robot and motors of the run document.
#include "erfd/model/frames.hpp"

#include "report/document/parts.hpp"
#include "report/verdict/moves.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace erfd {
namespace {

Json limits_json(const JointLimits& limits) {
  return Json::Object{{"lower", finite(limits.lower)},
                      {"upper", finite(limits.upper)},
                      {"speed", finite(limits.speed)},
                      {"acceleration", finite(limits.acceleration)},
                      {"effort", finite(limits.effort)}};
}

Json body_json(const Body& body, Json::List visuals) {
  Json json = Json::Object{{"name", body.name},
                           {"joint", body.joint},
                           {"kind", info_of(body.kind).name},
                           {"parent", body.parent.value},
                           {"q_index", body.q_index},
                           {"X_PB0", pose_json(body.X_PB0)},
                           {"limits", limits_json(body.limits)}};
  if (body.passive) json.set("passive", true);
  if (info_of(body.kind).has_pitch) json.set("pitch_m", body.pitch);
  if (!visuals.empty()) json.set("visuals", std::move(visuals));
  return json;
}

Json point_json(const Vector3<double>& p) { return Json::List{p.x(), p.y(), p.z()}; }

Json loops_json(const Model& model) {
  Json::List loops;
  for (const CutJoint& cut : model.constraints())
    loops.push_back(Json::Object{{"name", cut.name},
                                 {"body_a", cut.body_a.value},
                                 {"p_A", point_json(cut.X_AF.p)},
                                 {"body_b", cut.body_b.value},
                                 {"p_B", point_json(cut.X_BG.p)}});
  return loops;
}

Json sensors_json(const Model& model) {
  Json::List sensors;
  for (const Sensor& sensor : model.sensors()) {
    Json::List channels;
    for (std::size_t c = 0; c < sensor_channel_count; ++c) {
      const SensorChannel& channel = channels_of(sensor.kind)[c];
      const auto row = static_cast<Eigen::Index>(c);
      channels.push_back(Json::Object{{"name", std::string(channel.name)},
                                      {"unit", std::string(channel.unit)},
                                      {"lower", finite(sensor.lower[row] / channel.si)},
                                      {"upper", finite(sensor.upper[row] / channel.si)}});
    }
    sensors.push_back(Json::Object{{"name", sensor.name}, {"channels", std::move(channels)}});
  }
  return sensors;
}

}  // namespace

Json pose_json(const Pose<double>& X) {
  Json::List rotation;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) rotation.push_back(X.R(row, column));
  return Json::Object{{"p", point_json(X.p)}, {"R", std::move(rotation)}};
}

Json robot_json(const Model& model, const std::string& title, VisualsJson& look) {
  Json::List bodies, frames;
  for (std::size_t i = 0; i < model.bodies().size(); ++i)
    bodies.push_back(body_json(model.bodies()[i], std::move(look.of_body[i])));
  for (const Frame& frame : model.frames())
    frames.push_back(Json::Object{
        {"name", frame.name}, {"body", frame.body.value}, {"X_BF", pose_json(frame.X_BF)}});
  Json robot = Json::Object{{"name", model.name()},
                            {"title", title.empty() ? model.name() : title},
                            {"bodies", std::move(bodies)},
                            {"frames", std::move(frames)},
                            {"tool", model.frame(model.tool()).name},
                            {"flange", model.frame(flange_of(model)).name}};
  if (!model.constraints().empty()) robot.set("loops", loops_json(model));
  if (!model.sensors().empty()) robot.set("sensors", sensors_json(model));
  if (!look.of_world.empty()) robot.set("visuals", std::move(look.of_world));
  if (!look.meshes.empty()) robot.set("meshes", std::move(look.meshes));
  return robot;
}

namespace {

/// Up to where a motor may turn [rad/s]; 0 where nothing says it.
double fastest(const Motor& motor) {
  double speed = motor.limits.speed;
  if (!motor.limits.curve.empty()) speed = std::min(speed, motor.limits.curve.back().speed);
  const MotorConstants& c = motor.constants;
  if (c.torque_constant) speed = std::min(speed, c.voltage_max / *c.torque_constant);
  return std::isfinite(speed) ? speed : 0;
}

/// What it can give at its speeds; empty where that is the same everywhere or not known.
Json::List envelope_json(const Motor& motor) {
  constexpr int places = 24;  ///< to each side
  Json::List list;
  const double most = fastest(motor);
  for (int i = -places; most > 0 && i <= places; ++i) {
    const double speed = most * i / places;
    const TorqueRange range = torque_range(motor, speed);
    list.push_back(Json::List{speed, finite(range.low), finite(range.high)});
  }
  return list;
}

}  // namespace

Json motors_json(const Drives& drives) {
  Json::List motors;
  for (const Motor& motor : drives.motors()) {
    Json json = Json::Object{{"name", motor.name},
                             {"axis", motor.joint < 0 ? Json() : Json(motor.joint)},
                             {"torque_peak_N_m", finite(motor.limits.torque_peak)},
                             {"torque_rated_N_m", finite(motor.limits.torque_rated)},
                             {"speed_max_rad_s", finite(motor.limits.speed)}};
    if (motor.assumed) json.set("assumed", true);
    if (Json::List envelope = envelope_json(motor); !envelope.empty())
      json.set("envelope", std::move(envelope));
    motors.push_back(std::move(json));
  }
  return motors;
}

}  // namespace erfd
