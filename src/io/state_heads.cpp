#include "erfd/base/units.hpp"
#include "erfd/io/states.hpp"

#include <algorithm>
#include <utility>

namespace erfd {
namespace {

using Units = std::vector<std::pair<const char*, double>>;

/// Endings of a head and their factors, SI first.
Units units_of(Quantity quantity, bool angle) {
  switch (quantity) {
    case Quantity::position:
      return angle ? Units{{"rad", 1}, {"deg", degree}} : Units{{"m", 1}, {"mm", 1e-3}};
    case Quantity::velocity:
      return angle ? Units{{"rad_s", 1}, {"deg_s", degree}, {"rpm", rpm}}
                   : Units{{"m_s", 1}, {"mm_s", 1e-3}};
    case Quantity::acceleration:
      return angle ? Units{{"rad_s2", 1}, {"deg_s2", degree}} : Units{{"m_s2", 1}, {"mm_s2", 1e-3}};
    case Quantity::effort:
      return angle ? Units{{"N_m", 1}} : Units{{"N", 1}};
  }
  return {};
}

std::vector<std::string> base_heads(Quantity quantity) {
  switch (quantity) {
    case Quantity::position:
      return {"base_qw", "base_qx", "base_qy", "base_qz", "base_x_m", "base_y_m", "base_z_m"};
    case Quantity::velocity:
      return {"base_wx_rad_s", "base_wy_rad_s", "base_wz_rad_s",
              "base_vx_m_s",   "base_vy_m_s",   "base_vz_m_s"};
    case Quantity::acceleration:
      return {"base_dwx_rad_s2", "base_dwy_rad_s2", "base_dwz_rad_s2",
              "base_dvx_m_s2",   "base_dvy_m_s2",   "base_dvz_m_s2"};
    case Quantity::effort:
      return {"base_nx_N_m", "base_ny_N_m", "base_nz_N_m", "base_fx_N", "base_fy_N", "base_fz_N"};
  }
  return {};
}

void add_joint_heads(const Body& body, int number, Quantity quantity, int index,
                     std::vector<StateHead>& heads) {
  const std::string letter = letter_of(quantity);
  for (const std::string& stem : {letter + std::to_string(number), letter + '_' + body.joint})
    for (const auto& [unit, factor] : units_of(quantity, is_angle(body.kind)))
      heads.push_back({stem + '_' + unit, quantity, index, factor});
}

void add_heads(const Model& model, Quantity quantity, std::vector<StateHead>& heads) {
  int number = 0, index = 0;
  for (const Body& body : model.bodies()) {
    if (body.is_free())
      for (const std::string& head : base_heads(quantity))
        heads.push_back({head, quantity, index++, 1});
    else
      add_joint_heads(body, ++number, quantity, index++, heads);
  }
}

}  // namespace

std::vector<StateHead> accepted_heads(const Model& model) {
  std::vector<StateHead> heads;
  for (const Quantity quantity :
       {Quantity::position, Quantity::velocity, Quantity::acceleration, Quantity::effort})
    add_heads(model, quantity, heads);
  return heads;
}

std::vector<std::string> standard_heads(const Model& model, Quantity quantity) {
  std::vector<StateHead> heads;
  add_heads(model, quantity, heads);
  std::vector<std::string> standard;
  for (const StateHead& head : heads)
    if (head.index == static_cast<int>(standard.size())) standard.push_back(head.text);
  return standard;
}

const std::vector<std::string>& payload_heads() {
  static const std::vector<std::string> heads{
      "payload_kg",        "payload_x_m",       "payload_y_m",       "payload_z_m",
      "payload_ixx_kg_m2", "payload_iyy_kg_m2", "payload_izz_kg_m2", "payload_ixy_kg_m2",
      "payload_ixz_kg_m2", "payload_iyz_kg_m2"};
  return heads;
}

std::array<double, 10> numbers_of(const Payload& p) {
  const Matrix3<double>& I = p.I_com;
  return {p.mass,  p.com.x(), p.com.y(), p.com.z(), I(0, 0),
          I(1, 1), I(2, 2),   I(0, 1),   I(0, 2),   I(1, 2)};
}

std::ptrdiff_t payload_columns(std::span<const std::array<double, 10>> payloads) {
  std::ptrdiff_t needed = 1;
  for (const auto& payload : payloads) {
    if (payload[0] > 0) needed = std::max<std::ptrdiff_t>(needed, 4);
    if (std::any_of(payload.begin() + 4, payload.end(), [](double x) { return x != 0; })) return 10;
  }
  return needed;
}

Payload payload_of(const std::array<double, 10>& n) {
  Payload payload;
  payload.mass = n[0];
  payload.com = {n[1], n[2], n[3]};
  payload.I_com << n[4], n[7], n[8], n[7], n[5], n[9], n[8], n[9], n[6];
  return payload;
}

}  // namespace erfd
