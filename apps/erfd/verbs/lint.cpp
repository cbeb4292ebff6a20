// erfd lint: every problem of robot files, with its place.
#include "erfd/model/lint.hpp"

#include "erfd/io/json.hpp"
#include "erfd/robot/mesh.hpp"
#include "erfd/robot/read.hpp"

#include "input/robot_input.hpp"
#include "input/standard_input.hpp"
#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <filesystem>
#include <fstream>
#include <map>

#include <fmt/format.h>

namespace erfd {
namespace {

struct Totals {
  int errors = 0, warnings = 0, notes = 0;
  void add(const Diagnostics& findings) {
    errors += findings.count(Severity::error);
    warnings += findings.count(Severity::warning);
    notes += findings.count(Severity::note);
  }
};

bool can_be_read(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && std::ifstream(path).is_open();
}

const char* word_of(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

/// @throws Error if there is no such file, or it cannot be read.
Diagnostics findings_of(const std::string& name, const std::vector<std::string>& accept) {
  if (name != standard_stream)
    if (const std::string path = find_robot(name); !can_be_read(path))
      throw Error(path + ": cannot be read");
  ReadResult read = read_robot_input(name);
  accept_findings(read, accept);
  if (!read.findings.has_errors()) {
    lint(read.robot, read.findings);
    read_meshes(read.robot, read.findings);
  }
  read.findings.sort();
  return read.findings;
}

/// The errors, then the warnings, then the notes; of a check that says the same of many parts the
/// first ones and how many there are.
std::string text_of(const Diagnostics& findings) {
  constexpr int most = 5;
  std::string lines;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    std::map<std::string, int> counts;
    for (const Diagnostic& finding : findings.all())
      if (finding.severity == severity &&
          (++counts[finding.check] <= most || severity == Severity::error))
        lines += to_string(finding, findings.file()) + '\n';
    if (severity == Severity::error) continue;
    for (const auto& [check, count] : counts)
      if (count > most)
        lines += fmt::format("{}: {}: {} more of [{}]; --json shows all\n", findings.file(),
                             word_of(severity), count - most, check);
  }
  return lines;
}

Json json_of(const Diagnostics& findings) {
  Json::List list;
  for (const Diagnostic& finding : findings.all())
    list.emplace_back(Json::Object{{"severity", word_of(finding.severity)},
                                   {"check", finding.check},
                                   {"line", finding.at.line},
                                   {"column", finding.at.column},
                                   {"message", finding.message}});
  return Json::Object{{"file", findings.file()}, {"findings", std::move(list)}};
}

std::string closing_line(std::size_t files, const Totals& totals) {
  const auto part = [](int count, const char* word) {
    return counted(static_cast<std::size_t>(count), word);
  };
  std::string line = fmt::format("{}, {}, {}", counted(files, "file"), part(totals.errors, "error"),
                                 part(totals.warnings, "warning"));
  if (totals.notes > 0) line += ", " + part(totals.notes, "note");
  return line;
}

}  // namespace

int run_lint(const LintOptions& options) {
  Totals totals;
  Json::List files;
  std::string lines;
  bool all_read = true;
  for (const std::string& name : options.files) {
    try {
      const Diagnostics findings = findings_of(name, names_in(options.accept.value_or("")));
      totals.add(findings);
      files.push_back(json_of(findings));
      lines += text_of(findings);
    } catch (const Error& error) {
      tell(fmt::format("erfd lint: {}", error.what()));
      all_read = false;
    }
  }
  const std::size_t count = files.size();
  if (options.json)
    print(Json(Json::Object{{"files", std::move(files)},
                            {"errors", totals.errors},
                            {"warnings", totals.warnings},
                            {"notes", totals.notes}})
              .text() +
          '\n');
  else if (count > 0)
    print(toned_findings(lines, stdout_style()) + closing_line(count, totals) + '\n');
  if (!all_read) return exit_bad_input;
  const bool failed = totals.errors > 0 || (options.strict && totals.warnings > 0);
  return failed ? exit_check_failed : exit_fine;
}

}  // namespace erfd
