// Places in files, and the problems found there.
#pragma once

#include "erfd/base/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// A place in a text file, counted from 1. Zero means "not known" (a robot built by program has no
/// file).
struct Location {
  int line = 0;
  int column = 0;
  friend bool operator==(const Location&, const Location&) = default;
};

/// How bad a finding is.
enum class Severity {
  note,     ///< worth knowing; accepted by the author of the file
  warning,  ///< suspicious; the robot can be used
  error     ///< the robot cannot be used
};

/// One finding about a file.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string
      check;    ///< short stable name of the rule, e.g. "unknown-key"; docs/robot-file.md lists all
  Location at;  ///< where in the file
  std::string message;  ///< "body 'upper': unknown key 'mas_kg'; did you mean 'mass_kg'?"
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// All findings about one file, in the order of their places.
class Diagnostics {
 public:
  Diagnostics() = default;
  explicit Diagnostics(std::string file) : file_(std::move(file)) {}

  void error(std::string_view check, Location at, std::string message);
  void warning(std::string_view check, Location at, std::string message);
  void note(std::string_view check, Location at, std::string message);
  void add(Diagnostic finding);
  /// Makes notes of the warnings of a check, and of its errors where they may be accepted.
  /// @return how many
  int accept(std::string_view check, bool errors, const std::string& because);

  const std::string& file() const { return file_; }
  const std::vector<Diagnostic>& all() const { return all_; }
  bool has_errors() const { return count(Severity::error) > 0; }
  int count(Severity severity) const;
  /// Orders the findings by line and column, keeping the order of equals.
  void sort();

  /// One finding a line: "arm.toml:9:1: error: body 'upper': ... [unknown-key]".
  std::string text() const;
  /// The errors, a line each, and behind them the other findings: a line each if they are few, else
  /// their number.
  std::string errors_text() const;

 private:
  std::string file_;
  std::vector<Diagnostic> all_;
};

/// "arm.toml:9:1: error: message [check]"; the place is left out where it is not known.
std::string to_string(const Diagnostic& finding, std::string_view file);

/// Thrown when a file cannot be used: carries every finding; what() is their errors_text().
class FileError : public Error {
 public:
  explicit FileError(Diagnostics findings)
      : Error(findings.errors_text()), findings_(std::move(findings)) {}
  const Diagnostics& findings() const { return findings_; }

 private:
  Diagnostics findings_;
};

/// The candidate nearest to `word` by edit distance, or "" when none is near enough to be a likely
/// slip.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace erfd
