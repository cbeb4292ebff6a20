// Bearing loads and energy of a verification in words and JSON. Private to the layer.
#pragma once

#include "report/verdict/moves.hpp"

#include <span>
#include <string>
#include <vector>

namespace erfd {

/// "This program costs 12.4 kJ, 61 % of it line 28: friction 9.1 kJ, …"; empty without signals.
std::string energy_text(const JudgedCase& subject);

/// Null without an account.
Json energy_json(const std::optional<EnergyAccount>& account);

/// The bearing of one joint in words: "3719", at "4.12".
struct BearingWords {
  std::string joint, radial, radial_at, axial, axial_at, tilting, tilting_at;
};
/// Of the achieved motion; none without signals, and none of a joint that carries nothing.
std::vector<BearingWords> bearing_words(const JudgedCase& subject);

inline constexpr const char* bearing_head =
    "Largest loads of the joints, by links, payload and forces";

/// Asked and achieved, joint by joint.
Json bearings_json(const Model& model, std::span<const BearingPeak> asked,
                   std::span<const BearingPeak> achieved);

}  // namespace erfd
