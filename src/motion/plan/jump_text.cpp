// Jumps in words.
#include "erfd/base/units.hpp"
#include "erfd/motion/plan.hpp"

#include <cmath>

#include <fmt/format.h>

namespace erfd {
namespace {

std::string step_text(const Jump& jump, double unit, const std::string& name) {
  return fmt::format("jumps by {:.1f} {}, from {:.1f} to {:.1f} {}", jump.step / unit, name,
                     jump.from / unit, jump.to / unit, name);
}

}  // namespace

std::string_view name_of(Jump::Quantity quantity) {
  switch (quantity) {
    case Jump::Quantity::direction:
      return "direction";
    case Jump::Quantity::turning_speed:
      return "turning speed";
    case Jump::Quantity::joint_speed:
      return "joint speed";
  }
  return "";
}

std::string jump_text(const Model& model, const Jump& jump) {
  switch (jump.quantity) {
    case Jump::Quantity::direction:
      return fmt::format("the tool's direction jumps by {:.2f} deg at {:.1f} mm/s",
                         jump.angle / degree, 1000 * jump.from);
    case Jump::Quantity::turning_speed:
      return "the tool's turning speed " + step_text(jump, degree, "deg/s");
    case Jump::Quantity::joint_speed:
      break;
  }
  const Body& body = model.bodies()[static_cast<std::size_t>(jump.axis)];
  const Measure& measure = measure_of(body.kind);
  return fmt::format("the speed of {} {}", body.joint,
                     step_text(jump, measure.shown_in_si, fmt::format("{}/s", measure.shown)));
}

}  // namespace erfd
