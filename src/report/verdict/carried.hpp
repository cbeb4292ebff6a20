// What the robot carried, when. Private to the layer.
#pragma once

#include "erfd/report/verdict.hpp"

namespace erfd {

/// `moves[].carried` of docs/verdict.md.
Json carried_json(const JudgedCase& subject, const Conditions& conditions);

/// "Carried: tool cup 1.2 kg in lines 8, 9; tool cup 1.2 kg, gripped 3 kg in line 12." Without lines
/// where nothing changes; empty if nothing was carried.
std::string carried_text(const JudgedCase& subject);

}  // namespace erfd
