// Tables of numbers as CSV text, in and out.
#pragma once

#include "erfd/base/diagnostics.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

struct CsvHead {
  std::string text;
  Location at;
};

/// A CSV of numbers: one line of heads, then one line a row. Meaningful only if
/// !findings.has_errors().
struct CsvNumbers {
  std::vector<CsvHead> heads;
  std::vector<std::vector<double>> rows;  ///< NaN where a cell has no number
  std::vector<int> lines;                 ///< line of each row
  Diagnostics findings;
};

/// Reads comma-separated numbers with a point for the decimals. A head may stand in quotes; a byte
/// order mark and Windows line ends are accepted. Everything else is a finding with its place:
/// empty and missing cells, texts, NaN and infinity, heads that come twice. All problems are
/// collected, up to 50.
/// @param wanted  of a head: whether its cells are numbers that are needed; the others may hold
///                anything and are read as NaN. None: all are needed.
CsvNumbers read_csv(std::string_view text, const std::string& file_name,
                    const std::function<bool(const std::string& head)>& wanted = {});

/// "6 columns are not read: state, qa_a_rad, ua_a_N_m, x_m and 2 more": for the one note about them.
std::string columns_not_read(const std::vector<std::string>& heads);

/// The table as CSV text; numbers read back exactly.
/// @throws Error if a row has not as many numbers as there are heads, or a number is not finite.
std::string write_csv(const std::vector<std::string>& heads,
                      const std::vector<std::vector<double>>& rows);

}  // namespace erfd
