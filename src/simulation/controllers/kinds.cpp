// The list of all control laws, and the check of their gains.
#include "erfd/base/choices.hpp"
#include "erfd/base/error.hpp"
#include "erfd/dynamics/regressor.hpp"

#include "simulation/controllers/parts.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace erfd {
namespace {

enum class Size { joints, parameters, one };
enum class Range { not_negative, positive };

struct GainInfo {
  std::string_view name;
  VectorX<double> ControllerGains::* values;
  Size size;
  Range range;
};

constexpr std::array<GainInfo, 13> all_gains{{
    {"Kp", &ControllerGains::Kp, Size::joints, Range::not_negative},
    {"Kd", &ControllerGains::Kd, Size::joints, Range::not_negative},
    {"Ki", &ControllerGains::Ki, Size::joints, Range::not_negative},
    {"tracking", &ControllerGains::tracking, Size::joints, Range::positive},
    {"lambda", &ControllerGains::lambda, Size::joints, Range::positive},
    {"uncertainty", &ControllerGains::uncertainty, Size::parameters, Range::not_negative},
    {"disturbance", &ControllerGains::disturbance, Size::joints, Range::not_negative},
    {"layer", &ControllerGains::layer, Size::one, Range::positive},
    {"adaptation", &ControllerGains::adaptation, Size::one, Range::positive},
    {"position", &ControllerGains::position, Size::joints, Range::not_negative},
    {"speed", &ControllerGains::speed, Size::joints, Range::positive},
    {"integral", &ControllerGains::integral, Size::joints, Range::not_negative},
    {"current", &ControllerGains::current, Size::joints, Range::positive},
}};

/// In the same order: info, what makes it, and gains that its proof wants above zero.
struct Kind {
  ControllerInfo info;
  std::unique_ptr<Controller> (*make)(const ControllerParts&);
  std::string_view positive;
  bool has_model = true;
};

constexpr std::array<Kind, 8> kinds{{
    {{"pd", "each joint a spring and a damper", "Kp, Kd"}, make_pd, "", false},
    {{"pd_gravity", "PD with gravity compensation", "Kp, Kd"}, make_pd_gravity, ""},
    {{"pid", "PID with back-calculation against windup", "Kp, Ki, Kd, [tracking]"},
     make_pid,
     "Kp",
     false},
    {{"feed_forward", "PD on the torque of the asked motion", "Kp, Kd"}, make_feed_forward, ""},
    {{"computed_torque", "inverse dynamics around a linear error", "Kp, Kd"},
     make_computed_torque,
     ""},
    {{"robust", "Lyapunov redesign with boundary layer",
      "Kd, lambda, uncertainty, [disturbance], layer"},
     make_robust,
     "Kd"},
    {{"adaptive", "Slotine and Li, estimates in a box", "Kd, lambda, uncertainty, adaptation"},
     make_adaptive,
     "Kd"},
    {{"motor_cascade", "loops of position, speed and current at each motor",
      "position, speed, [integral], [current], [tracking]"},
     make_motor_cascade,
     "",
     false},
}};

constexpr auto infos = [] {
  std::array<ControllerInfo, kinds.size()> list{};
  for (std::size_t i = 0; i < kinds.size(); ++i) list[i] = kinds[i].info;
  return list;
}();

/// The entry of that name; else an Error with the nearest one and all of them.
template <class List, class Name>
const auto& find(const char* what, const List& list, std::string_view wanted, Name&& name_of) {
  std::vector<std::string> known;
  for (const auto& entry : list) {
    if (name_of(entry) == wanted) return entry;
    known.emplace_back(name_of(entry));
  }
  throw Error(unknown_choice(what, wanted, known));
}

const Kind& find_kind(std::string_view name) {
  return find("controller", kinds, name, [](const Kind& kind) { return kind.info.name; });
}

/// Where the law says of a gain: nowhere, in brackets, or plainly.
enum class Use { none, optional, required };

Use use_of(const ControllerInfo& law, std::string_view name) {
  for (std::string_view left = law.gains; !left.empty();) {
    const std::size_t end = left.find(", ");
    const std::string_view word = left.substr(0, end);
    left = end == std::string_view::npos ? "" : left.substr(end + 2);
    if (word == name) return Use::required;
    if (word.front() == '[' && word.substr(1, word.size() - 2) == name) return Use::optional;
  }
  return Use::none;
}

[[noreturn]] void refuse(const ControllerInfo& law, const GainInfo& gain, const std::string& why) {
  throw Error("controller '" + std::string(law.name) + "': gain '" + std::string(gain.name) + "' " +
              why + " (gains of this law: " + std::string(law.gains) + ")");
}

/// The values of a gain, one for each place. @throws Error for what the law cannot use.
VectorX<double> checked(const Kind& kind, const GainInfo& gain, const Model& model,
                        const VectorX<double>& given) {
  const Use use = use_of(kind.info, gain.name);
  if (given.size() == 0 && use != Use::required) return given;
  if (use == Use::none)
    refuse(kind.info, gain, "is given, but the law does not read it; leave it out");
  if (given.size() == 0) refuse(kind.info, gain, "is missing");
  const Eigen::Index needed = gain.size == Size::joints ? model.nv()
                              : gain.size == Size::parameters
                                  ? parameters_of_a_body * model.body_count()
                                  : 1;
  const bool one_for_all = gain.size == Size::joints && given.size() == 1;
  if (given.size() != needed && !one_for_all)
    refuse(kind.info, gain,
           "has size " + std::to_string(given.size()) + ", but the model '" + model.name() +
               "' needs " + std::to_string(needed) +
               (gain.size == Size::joints ? " or one for all joints" : ""));
  const bool positive = gain.range == Range::positive || kind.positive == gain.name;
  for (const double value : given)
    if (!std::isfinite(value) || value < 0 || (positive && value == 0))
      refuse(kind.info, gain,
             "is " + std::to_string(value) + ", expected a finite number " +
                 (positive ? "above 0" : "of 0 or more"));
  return one_for_all ? VectorX<double>(VectorX<double>::Constant(needed, given[0])) : given;
}

/// The knowledge with one number of friction_speed a joint.
DriveKnowledge checked(const Kind& kind, const Model& model, const DriveKnowledge& known) {
  const auto refuse = [&](const std::string& why) {
    throw Error("controller '" + std::string(kind.info.name) + "': " + why);
  };
  if (known.drives != nullptr && known.drives->joint_count() != model.nv())
    refuse("the drives of '" + known.drives->robot() + "' move " +
           std::to_string(known.drives->joint_count()) + " joints, but the model '" + model.name() +
           "' has " + std::to_string(model.nv()));
  const VectorX<double>& speed = known.friction_speed;
  if (speed.size() == 0) return known;
  if (!kind.has_model)
    refuse(
        "friction is to be compensated, but the law has no model; use pd_gravity, feed_forward, "
        "computed_torque, robust or adaptive");
  if (known.drives == nullptr) refuse("friction is to be compensated, but no drives are given");
  if (speed.size() != 1 && speed.size() != model.nv())
    refuse("friction_speed has size " + std::to_string(speed.size()) + ", expected " +
           std::to_string(model.nv()) + " or one for all joints");
  for (const double value : speed)
    if (!std::isfinite(value) || value <= 0)
      refuse("friction_speed is " + std::to_string(value) + ", expected a finite number above 0");
  if (speed.size() == model.nv()) return known;
  return {known.drives, VectorX<double>::Constant(model.nv(), speed[0])};
}

}  // namespace

VectorX<double>& gain(ControllerGains& gains, std::string_view name) {
  const GainInfo& found =
      find("gain", all_gains, name, [](const GainInfo& info) { return info.name; });
  return gains.*found.values;
}

std::span<const ControllerInfo> controllers() { return infos; }

const ControllerInfo& find_controller(std::string_view name) { return find_kind(name).info; }

std::unique_ptr<Controller> make_controller(std::string_view name, const Model& model,
                                            std::shared_ptr<const Reference> reference,
                                            const ControllerGains& gains,
                                            const DriveKnowledge& known) {
  const Kind& kind = find_kind(name);
  const std::string place = "controller '" + std::string(kind.info.name) + "': ";
  if (model.has_free_base())
    throw Error(place + "the model '" + model.name() +
                "' has a free base, expected a fixed one: no motor drives a free base");
  if (model.is_constrained() && (name == "robust" || name == "adaptive"))
    throw Error(place + "the model '" + model.name() +
                "' has closed loops, expected a tree; use pd, pid, pd_gravity, feed_forward or "
                "computed_torque");
  if (!reference) throw Error(place + "no reference motion is given");
  if (reference->joint_count() != model.nv())
    throw Error(place + "the reference motion has " + std::to_string(reference->joint_count()) +
                " joints, but the model '" + model.name() + "' has " + std::to_string(model.nv()));
  ControllerGains complete;
  for (const GainInfo& info : all_gains)
    complete.*info.values = checked(kind, info, model, gains.*info.values);
  return kind.make({model, std::move(reference), complete, checked(kind, model, known)});
}

}  // namespace erfd
