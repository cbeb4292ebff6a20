// What `erfd simulate` says of the motion: tracking, and bounds that it went beyond.
#pragma once

#include "verbs/simulate_output.hpp"

#include <optional>
#include <string>
#include <vector>

namespace erfd {

/// Whether a reference is one of joint number j: nothing is asked of the passive joints of loops.
bool is_asked(const Model& model, std::size_t j);

/// Table and verdict; empty without a reference.
std::string tracking_part(const SimulationPage& page, const TextStyle& style);
/// Since the start [s]; nothing for a joint that was not settled at the end. Of a reference that stands.
std::optional<double> settled_after(const SimulationPage& page, std::size_t joint);
/// Settling, overshoot and steady error of each joint; empty but for a reference that stands.
std::string settling_part(const SimulationPage& page, const TextStyle& style);
/// "joint 'axis6' ends 90.0 deg off its reference", or that all end on it; empty without one.
std::string tracking_sentence(const SimulationPage& page);
/// One a bound of the robot file that was exceeded.
std::vector<std::string> bound_sentences(const SimulationPage& page);

Json tracking_json(const SimulationPage& page);
Json bounds_json(const SimulationPage& page);

}  // namespace erfd
