// Numbers from the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// "0, 0.1, -2" as numbers. @throws Error naming the option and the entry that is no finite number.
std::vector<double> parse_numbers(std::string_view option, std::string_view text);

/// The same, with a fixed count. `meaning` reads "gx,gy,gz".
std::vector<double> parse_numbers(std::string_view option, std::string_view text, std::size_t count,
                                  std::string_view meaning);

}  // namespace erfd
