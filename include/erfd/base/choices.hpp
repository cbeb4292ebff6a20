// Words that are none of those known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// "; did you mean 'x'?", or the text given where no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         std::string_view otherwise = "");

/// "unknown integrator 'rk5'; did you mean 'rk4'? (known: euler, rk4)".
std::string unknown_choice(std::string_view what, std::string_view found,
                           const std::vector<std::string>& known);

}  // namespace erfd
