// Units that a key may carry at its end, with their way to SI.
#pragma once

#include <array>
#include <numbers>
#include <span>
#include <string_view>

namespace erfd {

/// SI value = value * times / over. Two factors keep decimal units exact: 37 mm are 37 / 1000 m,
/// not 37 * 0.001 m.
struct Unit {
  std::string_view ending;
  double times = 1;
  double over = 1;

  constexpr double to_si(double value) const { return value * times / over; }
};

/// The units of one quantity; the first one is SI, and the one that files are written in.
using UnitFamily = std::span<const Unit>;

namespace units {

inline constexpr double pi = std::numbers::pi;

inline constexpr Unit none[] = {{""}};
inline constexpr Unit length[] = {{"_m"}, {"_mm", 1, 1e3}};
inline constexpr Unit angle[] = {{"_rad"}, {"_deg", pi, 180}};
inline constexpr Unit mass[] = {{"_kg"}, {"_g", 1, 1e3}};
inline constexpr Unit inertia[] = {
    {"_kg_m2"}, {"_kg_cm2", 1, 1e4}, {"_kg_mm2", 1, 1e6}, {"_g_mm2", 1, 1e9}};
inline constexpr Unit turn_speed[] = {{"_rad_s"}, {"_deg_s", pi, 180}, {"_rpm", pi, 30}};
inline constexpr Unit slide_speed[] = {{"_m_s"}, {"_mm_s", 1, 1e3}};
inline constexpr Unit turn_acceleration[] = {{"_rad_s2"}, {"_deg_s2", pi, 180}};
inline constexpr Unit slide_acceleration[] = {{"_m_s2"}, {"_mm_s2", 1, 1e3}};
inline constexpr Unit felt[] = {{"_m_s2"}, {"_g", 9.80665, 1}};
inline constexpr Unit torque[] = {{"_N_m"}};
inline constexpr Unit force[] = {{"_N"}};
inline constexpr Unit turn_damping[] = {{"_N_m_s_rad"}};
inline constexpr Unit slide_damping[] = {{"_N_s_m"}};
inline constexpr Unit turn_stiffness[] = {{"_N_m_rad"}};
inline constexpr Unit slide_stiffness[] = {{"_N_m_1"}};
inline constexpr Unit time[] = {{"_s"}, {"_ms", 1, 1e3}};
inline constexpr Unit torque_constant[] = {{"_N_m_A"}};
inline constexpr Unit resistance[] = {{"_ohm"}};
inline constexpr Unit inductance[] = {{"_H"}, {"_mH", 1, 1e3}};
inline constexpr Unit voltage[] = {{"_V"}};
inline constexpr Unit current[] = {{"_A"}};

}  // namespace units

/// How a joint moves, as far as units care.
enum class JointMotion { turning, sliding, screwing, none };

/// A quantity of a joint: rotating joints take one family, sliding joints the other.
struct JointUnits {
  UnitFamily turning;
  UnitFamily sliding;
  std::string_view turning_name;  ///< "an angle", for messages
  std::string_view sliding_name;
};

namespace units {

inline constexpr JointUnits position{angle, length, "an angle", "a length"};
inline constexpr JointUnits speed{turn_speed, slide_speed, "a speed of rotation",
                                  "a speed of translation"};
inline constexpr JointUnits acceleration{turn_acceleration, slide_acceleration,
                                         "an acceleration of rotation",
                                         "an acceleration of translation"};
inline constexpr JointUnits effort{torque, force, "a torque", "a force"};
inline constexpr JointUnits damping{turn_damping, slide_damping, "of a rotating joint",
                                    "of a sliding joint"};
inline constexpr JointUnits stiffness{turn_stiffness, slide_stiffness, "of a rotating joint",
                                      "of a sliding joint"};

}  // namespace units
}  // namespace erfd
