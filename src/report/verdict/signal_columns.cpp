#include "report/verdict/signal_columns.hpp"

#include "erfd/drives/motor_signals.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

void add_motors(const Drives& drives, const char* symbol, const char* unit,
                std::vector<std::string>& heads) {
  for (const Motor& motor : drives.motors())
    heads.push_back(fmt::format("{}_{}_{}", symbol, motor.name, unit));
}

void add_wrench(const std::string& joint, std::vector<std::string>& heads) {
  for (const char axis : {'x', 'y', 'z'})
    heads.push_back(fmt::format("load_{}_n{}_N_m", joint, axis));
  for (const char axis : {'x', 'y', 'z'})
    heads.push_back(fmt::format("load_{}_f{}_N", joint, axis));
}

void append(const Eigen::Ref<const VectorX<double>>& numbers, std::vector<double>& row) {
  row.insert(row.end(), numbers.begin(), numbers.end());
}

}  // namespace

void add_signal_heads(const Model& model, const Drives& drives, std::vector<std::string>& heads) {
  if (knows_currents(drives)) add_motors(drives, "current", "A", heads);
  if (knows_voltages(drives)) add_motors(drives, "voltage", "V", heads);
  for (const char* head : {"tool_wx_rad_s", "tool_wy_rad_s", "tool_wz_rad_s", "tool_vx_m_s",
                           "tool_vy_m_s", "tool_vz_m_s", "tool_dwx_rad_s2", "tool_dwy_rad_s2",
                           "tool_dwz_rad_s2", "tool_ax_m_s2", "tool_ay_m_s2", "tool_az_m_s2"})
    heads.emplace_back(head);
  for (const Body& body : model.bodies()) add_wrench(body.joint, heads);
  for (const char* head : {"kinetic_J", "potential_J", "shaft_W", "links_W", "rotors_W"})
    heads.emplace_back(head);
  if (knows_voltages(drives)) heads.emplace_back("copper_W");
}

void append_signals(const Drives& drives, const MotionSignals& s, Eigen::Index k,
                    std::vector<double>& row) {
  if (knows_currents(drives)) append(s.motor_current.col(k), row);
  if (knows_voltages(drives)) append(s.motor_voltage.col(k), row);
  append(s.tool_velocity.col(k), row);
  append(s.tool_acceleration.col(k), row);
  append(s.bearing.col(k), row);
  row.insert(row.end(), {s.kinetic[k], s.potential[k], s.shaft[k], s.links[k], s.rotors[k]});
  if (knows_voltages(drives)) row.push_back(s.copper[k]);
}

}  // namespace erfd
