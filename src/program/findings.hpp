// Where front ends put what they find: one finding a place and cause, twenty errors at most; those without a place are told
// apart by their words.
#pragma once

#include "erfd/base/diagnostics.hpp"

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace erfd::reading {

/// Thrown when enough errors are known.
struct StopReading {};

/// One error that ends what was going on: a statement that is read, or the run of the program.
struct Failure {
  std::string code;
  Location at;
  std::string message;
};

class Findings {
 public:
  explicit Findings(Diagnostics& out) : out_(out) {}

  void error(std::string_view code, Location at, std::string message) {
    ++reports_;
    if (!told_.insert(key(code, at, message)).second) return;
    out_.error(code, at, std::move(message));
    if (++errors_ < most_errors) return;
    out_.note("N0204", at, "reading stopped after 20 errors; mend these first");
    throw StopReading{};
  }
  void error(Failure failure) { error(failure.code, failure.at, std::move(failure.message)); }
  void warning(std::string_view code, Location at, std::string message) {
    if (is_new(code, at, message)) out_.warning(code, at, std::move(message));
  }
  void note(std::string_view code, Location at, std::string message) {
    if (is_new(code, at, message)) out_.note(code, at, std::move(message));
  }
  bool has_errors() const { return errors_ > 0; }
  /// Errors that were reported, those told before counted again.
  int reports() const { return reports_; }

 private:
  static constexpr int most_errors = 20;
  static constexpr std::size_t most_places = 500;  ///< of warnings and notes

  using Key = std::tuple<std::string, int, int>;

  static Key key(std::string_view code, Location at, const std::string& message) {
    return {std::string(code) + (at.line > 0 ? "" : message), at.line, at.column};
  }
  bool is_new(std::string_view code, Location at, const std::string& message) {
    return told_.size() < most_places && told_.insert(key(code, at, message)).second;
  }

  Diagnostics& out_;
  std::set<Key> told_;
  int errors_ = 0;
  int reports_ = 0;
};

}  // namespace erfd::reading
