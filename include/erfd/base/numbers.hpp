// Numbers that somebody typed.
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

/// "60%" or "0.6" as 0.6. @throws Error beyond 1% … 1000%: 60 without its sign is one of them.
double parse_share(std::string_view option, std::string_view text);

}  // namespace erfd
