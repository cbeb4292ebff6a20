// Speeds, zones and accelerations of moves.
#include "erfd/base/units.hpp"

#include "program/rapid/machine.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::rapid {

void Machine::take_speed(const Expr& e, const std::vector<Argument>& all, Move& made) {
  const bool known =
      e.kind != script::ExprKind::name || place(e) != nullptr || predefined_.contains(e.name);
  if (!known) {
    warn_once(
        "0637", e.name, e.begin,
        fmt::format("speed '{}' is declared in none of the files: v1000 is taken", written(e)));
  }
  const Value speed = known ? typed(e, "speeddata") : predefined_.find("v1000")->second;
  const Argument* const own = keyed(all, "v");
  const Value given = own != nullptr && own->value != nullptr ? value(*own->value) : speed.items[0];
  const double v = std::min(given.number * speed_percent_ / 100, most_speed_);
  const double turn = speed.items[1].number * speed_percent_ / 100;
  if (!(v > 0 && v < 1e6) || !(turn > 0 && turn < 1e6))
    fail("0307", e.begin,
         fmt::format("a speed of {:g} mm/s and {:g} deg/s, expected both above 0", v, turn));
  made.limits.speed = v * millimetre;
  made.limits.turn_speed = turn * degree;
  if (v < most_speed_) add_number(made, MovePart::speed, given, v * millimetre);
  add_number(made, MovePart::turn_speed, speed.items[1], turn * degree);
  if (const Argument* const time = keyed(all, "t"); time != nullptr && time->value != nullptr) {
    const double seconds = number(*time->value);
    if (!(seconds > 0 && seconds < 1e6))
      fail("0307", time->begin, "the time of a move is above 0 s");
    made.limits.time = seconds;
  }
}

void Machine::take_zone(const Expr* e, const std::vector<Argument>& all, Move& made) {
  made.fly_by = FlyBy::stop;
  if (keyed(all, "inpos") != nullptr || e == nullptr) return;
  const bool known =
      e->kind != script::ExprKind::name || place(*e) != nullptr || predefined_.contains(e->name);
  if (!known) {
    warn_once(
        "0638", e->name, e->begin,
        fmt::format("zone '{}' is declared in none of the files: fine is taken", written(*e)));
    return;
  }
  const Value zone = typed(*e, "zonedata");
  if (zone.items[0].number != 0) return;
  constexpr const char* units[] = {"mm", "mm", "mm", "deg", "mm", "deg"};
  for (std::size_t i = 1; i < zone.items.size(); ++i)
    if (const double size = zone.items[i].number; !(size >= 0 && size < 1e6))
      fail("0307", e->begin, fmt::format("a zone of {:g} {}", size, units[i - 1]));
  const Argument* const own = keyed(all, "z");
  const Value given = own != nullptr && own->value != nullptr ? value(*own->value) : zone.items[1];
  if (!(given.number >= 0 && given.number < 1e6))
    fail("0307", e->begin, fmt::format("a zone of {:g} mm", given.number));
  if (given.number == 0) return;
  made.fly_by = FlyBy::path;
  made.fly_by_size = given.number * millimetre;
  add_number(made, MovePart::fly_by, given, made.fly_by_size);
}

void Machine::take_settings(Move& made) const {
  if (acceleration_percent_ < 100) {
    made.limits.acceleration_share = acceleration_percent_ / 100;
    made.limits.deceleration_share = acceleration_percent_ / 100;
  }
  if (made.kind == MoveKind::ptp) return;
  made.limits.acceleration = acceleration_limit_;
  made.limits.deceleration = deceleration_limit_;
}

}  // namespace erfd::rapid
