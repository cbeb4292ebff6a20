// The findings of one file while it is being read.
#pragma once

#include "erfd/base/diagnostics.hpp"

#include <set>
#include <string>
#include <string_view>

namespace erfd {

/// Collects findings, with a bound on the errors of one file: nobody reads more, and a hostile file
/// gains nothing.
class Findings {
 public:
  static constexpr int most_errors = 1000;

  explicit Findings(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void error(std::string_view check, Location at, std::string message);
  void warning(std::string_view check, Location at, std::string message);
  /// True once the bound is reached: further errors are dropped.
  bool full() const { return errors_ > most_errors; }
  /// True at the first call for this place: several numbers may share one cause.
  bool first_at(Location at) { return seen_.insert({at.line, at.column}).second; }

 private:
  Diagnostics& diagnostics_;
  int errors_ = 0;
  std::set<std::pair<int, int>> seen_;
};

/// The text, cut off to be shown in a message.
std::string shortened(std::string_view text, std::size_t longest = 40);

/// The text between double quotes, shortened to be shown in a message.
std::string in_quotes(std::string_view text);

/// "s" behind a word that is counted.
inline std::string_view plural(std::size_t count) { return count == 1 ? "" : "s"; }

}  // namespace erfd
