// The parts of a scenario file, each read from its table. Private to read_scenario().
#pragma once

#include "erfd/simulation/scenario.hpp"

#include "base/toml/table_reader.hpp"

namespace erfd {

/// A number or a list in units of rotating or sliding joints.
JointField read_joint_numbers(TableReader& table, std::string_view stem, const JointUnits& units);
/// The same, reported when it is missing.
JointField need_joint_numbers(TableReader& table, std::string_view stem, const JointUnits& units);
/// A time of 0 or more, or more than 0 [s].
double read_time(TableReader& table, std::string_view stem, double fallback, bool positive,
                 Need need = Need::optional);
ScenarioPayload read_payload(TableReader& table);
ScenarioController read_controller(TableReader& table);
ScenarioReference read_reference(TableReader& table);
ScenarioInput read_input(TableReader& table);

}  // namespace erfd
