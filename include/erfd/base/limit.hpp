// What can limit a motion: one list for drives, planner, simulation, verdict and page.
#pragma once

#include <string>
#include <string_view>

namespace erfd {

/// A limit of a motor, of a joint, of the arm, or of the program itself. Checkpoints store sets of
/// the first six by their places: the order stays.
enum class Limit : unsigned {
  none,
  joint_speed,         ///< largest speed of the joint
  motor_speed,         ///< largest speed of the motor
  motor_torque,        ///< largest torque of the motor
  torque_speed_curve,  ///< torque that the motor has at its speed
  motor_current,       ///< torque of the largest current, through the torque constant
  motor_voltage,       ///< torque of the voltage left over by the back EMF
  joint_range,         ///< lowest and highest position of the joint
  joint_effort,        ///< torque or force that the joint may transmit
  rated_torque,        ///< root mean square over the whole program
  jump,                ///< a velocity changes at once: no motor follows
  reach,               ///< no posture reaches the target
  singularity,         ///< the axes cannot follow the path
  configuration,       ///< the posture that the program names does not exist
  path,                ///< what the program describes is no path: a circle through points on a line
  felt_acceleration,   ///< what a sensor of the robot file may feel
  felt_rate            ///< how fast a sensor may be turned
};
inline constexpr unsigned limit_count = 17;

/// How a limit is called, and in what it is measured.
struct LimitWords {
  Limit limit;
  std::string_view id;            ///< "motor_torque": for programs, never changed
  std::string_view words;         ///< "motor torque": for people
  std::string_view turning_unit;  ///< of what is needed and available: "N m"; empty: no number
  std::string_view sliding_unit;  ///< the same for what slides: "N"
};
const LimitWords& words_of(Limit limit);

/// "motor torque", "torque-speed curve", …
inline std::string_view name_of(Limit limit) { return words_of(limit).words; }
/// "motor_torque", "torque_speed_curve", …
inline std::string_view id_of(Limit limit) { return words_of(limit).id; }

/// The limits that an axis ran into.
class LimitSet {
 public:
  constexpr void add(Limit limit) { bits_ |= bit_of(limit); }
  constexpr void add(LimitSet other) { bits_ |= other.bits_; }
  constexpr bool has(Limit limit) const { return (bits_ & bit_of(limit)) != 0; }
  constexpr bool any() const { return bits_ != 0; }
  /// Limited in torque, by whatever bounds it.
  constexpr bool torque() const {
    return has(Limit::motor_torque) || has(Limit::torque_speed_curve) ||
           has(Limit::motor_current) || has(Limit::motor_voltage);
  }
  friend constexpr bool operator==(LimitSet, LimitSet) = default;

  /// For files: the first limit of the list is bit 0.
  constexpr unsigned bits() const { return bits_; }
  /// Bits that no limit has are left out.
  static constexpr LimitSet of_bits(unsigned bits) {
    LimitSet set;
    set.bits_ = bits & ((1u << (limit_count - 1)) - 1);
    return set;
  }

 private:
  static constexpr unsigned bit_of(Limit limit) {
    return limit == Limit::none ? 0 : 1u << (static_cast<unsigned>(limit) - 1);
  }
  unsigned bits_ = 0;
};

/// "motor torque, motor voltage", in the order of the list; empty without any.
std::string names_of(LimitSet limits);

}  // namespace erfd
