#include "erfd/report/sizing.hpp"

#include <cmath>

namespace erfd {
namespace {

/// Null where nothing is known, or nothing limits.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json most_json(const SizingSubject& s, const MostAsked& most, const char* unit) {
  Json json;
  json.set(std::string("value") + unit, most.value);
  if (most.program < 0) return json;
  const Case& program = s.programs[static_cast<std::size_t>(most.program)];
  json.set("program", program.program.name);
  json.set("line",
           program.program.instructions[static_cast<std::size_t>(most.instruction)].at.line);
  json.set("time_s", most.time);
  return json;
}

/// Of a whole program.
Json rms_json(const SizingSubject& s, const MostAsked& most) {
  Json json;
  json.set("value_N_m", most.value);
  if (most.program >= 0)
    json.set("program", s.programs[static_cast<std::size_t>(most.program)].program.name);
  return json;
}

Json strain_json(const MotorStrain& strain) {
  Json json;
  json.set("of_torque", number(strain.torque));
  json.set("torque_limit",
           strain.torque_by == Limit::none ? Json() : Json(std::string(id_of(strain.torque_by))));
  json.set("of_speed", number(strain.speed));
  json.set("of_rating", strain.heat_known ? number(strain.heat) : Json());
  return json;
}

Json need_json(const SizingSubject& s, const MotorNeed& need) {
  Json json;
  json.set("torque", most_json(s, need.torque, "_N_m"));
  json.set("torque_rms", rms_json(s, need.torque_rms));
  json.set("speed", most_json(s, need.speed, "_rad_s"));
  json.set("power", most_json(s, need.power, "_W"));
  json.set("link_inertia", most_json(s, need.link_inertia, "_kg_m2"));
  json.set("links_to_rotor", Json::maybe(need.inertia_ratio));
  json.set("strain", strain_json(need.strain));
  return json;
}

Json choice_json(const SizingSubject& s, const MotorSizing& motor, const MotorChoice& choice) {
  Json json;
  json.set("motor", s.catalogue.motors[static_cast<std::size_t>(choice.motor)].name);
  json.set("at_present", choice.at_present ? strain_json(*choice.at_present) : Json());
  if (choice.best >= 0) {
    json.set("best_ratio", motor.ratios[static_cast<std::size_t>(choice.best)]);
    json.set("at_best", strain_json(choice.swept[static_cast<std::size_t>(choice.best)]));
  }
  if (choice.range) {
    json.set("least_ratio", motor.ratios[static_cast<std::size_t>(choice.range->first)]);
    json.set("most_ratio", motor.ratios[static_cast<std::size_t>(choice.range->second)]);
  }
  return json;
}

}  // namespace

Json sizing_json(const SizingSubject& s) {
  Json json;
  json.set("robot", s.programs.front().model.name());
  Json::List names;
  for (const Case& program : s.programs) names.emplace_back(program.program.name);
  json.set("programs", std::move(names));
  json.set("reserve", s.reserve);
  json.set("cycles_left_out", s.sizing.jumps);
  Json::List all;
  for (std::size_t i = 0; i < s.sizing.motors.size(); ++i) {
    const MotorSizing& motor = s.sizing.motors[i];
    const auto name = [&](int choice) {
      return choice < 0 ? Json()
                        : Json(s.catalogue
                                   .motors[static_cast<std::size_t>(
                                       motor.choices[static_cast<std::size_t>(choice)].motor)]
                                   .name);
    };
    Json one;
    one.set("motor", s.programs.front().drives.motor(static_cast<int>(i)).name);
    one.set("need", need_json(s, motor.need));
    one.set("smallest_with_present_gear", name(motor.with_present_gear));
    one.set("smallest_with_another_ratio", name(motor.with_other_gear));
    Json::List choices;
    for (const MotorChoice& choice : motor.choices)
      choices.push_back(choice_json(s, motor, choice));
    one.set("choices", std::move(choices));
    all.push_back(std::move(one));
  }
  json.set("motors", std::move(all));
  Json payload;
  payload.set("moved_kg", number(s.sizing.payload.moved));
  Json::List reaches;
  for (const PayloadPlace& place : s.sizing.payload.places) {
    Json one;
    one.set("reach_m", place.reach);
    one.set("held_kg", number(place.held));
    one.set("held_rated_kg", number(place.held_rated));
    one.set("moved_kg", number(place.moved));
    reaches.push_back(std::move(one));
  }
  payload.set("places", std::move(reaches));
  json.set("payload", std::move(payload));
  return json;
}

}  // namespace erfd
