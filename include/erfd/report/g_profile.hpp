// What a pilot feels along a G profile, in figures.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/io/json.hpp"
#include "erfd/motion/g_profile.hpp"

namespace erfd {

/// One row for the run-up, each stage and the way back: level and what is felt besides it.
std::string g_profile_text(const GMotion& motion, const Model& model, const TextStyle& style);
Json g_profile_json(const GMotion& motion, const Model& model);

}  // namespace erfd
