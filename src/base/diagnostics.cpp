#include "erfd/base/diagnostics.hpp"

#include "erfd/base/text.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace erfd {
namespace {

std::string_view word_for(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "error";
}

/// "arm.toml:9:1: ", with what is known of it.
std::string place(std::string_view file, Location at) {
  std::string text(file);
  if (at.line > 0) {
    if (!text.empty()) text += ':';
    text += at.column > 0 ? fmt::format("{}:{}", at.line, at.column) : fmt::format("{}", at.line);
  }
  return text.empty() ? text : text + ": ";
}

/// Edit distance in which swapping two neighbours counts as one slip (Damerau-Levenshtein, optimal
/// alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

void Diagnostics::error(std::string_view check, Location at, std::string message) {
  add({Severity::error, std::string(check), at, std::move(message)});
}

void Diagnostics::warning(std::string_view check, Location at, std::string message) {
  add({Severity::warning, std::string(check), at, std::move(message)});
}

void Diagnostics::note(std::string_view check, Location at, std::string message) {
  add({Severity::note, std::string(check), at, std::move(message)});
}

void Diagnostics::add(Diagnostic finding) { all_.push_back(std::move(finding)); }

int Diagnostics::accept(std::string_view check, bool errors, const std::string& because) {
  int accepted = 0;
  for (Diagnostic& finding : all_) {
    if (finding.check != check || finding.severity == Severity::note) continue;
    if (finding.severity == Severity::error && !errors) continue;
    finding.severity = Severity::note;
    finding.message += ": accepted: " + because;
    ++accepted;
  }
  return accepted;
}

int Diagnostics::count(Severity severity) const {
  return static_cast<int>(std::count_if(
      all_.begin(), all_.end(), [&](const Diagnostic& d) { return d.severity == severity; }));
}

void Diagnostics::sort() {
  std::stable_sort(all_.begin(), all_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.at.line, a.at.column) < std::tie(b.at.line, b.at.column);
  });
}

std::string Diagnostics::text() const {
  std::string lines;
  for (const Diagnostic& finding : all_) {
    if (!lines.empty()) lines += '\n';
    lines += to_string(finding, file_);
  }
  return lines;
}

std::string Diagnostics::errors_text() const {
  constexpr int few = 3;
  const int warnings = count(Severity::warning), notes = count(Severity::note);
  std::string lines;
  const auto add = [&](const std::string& line) { lines += (lines.empty() ? "" : "\n") + line; };
  for (const Diagnostic& finding : all_)
    if (finding.severity == Severity::error) add(to_string(finding, file_));
  if (warnings + notes <= few) {
    for (const Diagnostic& finding : all_)
      if (finding.severity != Severity::error) add(to_string(finding, file_));
  } else {
    add(fmt::format("{}{} and {} besides", file_.empty() ? "" : file_ + ": ",
                    counted(static_cast<std::size_t>(warnings), "warning"),
                    counted(static_cast<std::size_t>(notes), "note")));
  }
  return lines;
}

std::string to_string(const Diagnostic& finding, std::string_view file) {
  return harmless(fmt::format("{}{}: {} [{}]", place(file, finding.at), word_for(finding.severity),
                              finding.message, finding.check));
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest =
      64;  // longer words are no slips of the pen, and the distance is quadratic
  std::string nearest;
  std::size_t least = longest;
  for (const std::string& candidate : candidates) {
    const std::size_t shorter = std::min(word.size(), candidate.size());
    const std::size_t longer = std::max(word.size(), candidate.size());
    const std::size_t allowed = std::max<std::size_t>(1, longer / 3);
    if (longer > longest || longer - shorter > allowed)
      continue;  // the distance is at least the difference
    const std::size_t distance = edit_distance(word, candidate);
    if (distance <= allowed && distance < shorter && distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace erfd
