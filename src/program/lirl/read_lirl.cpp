// The front end from end to end: text, tree, checks, run.
#include "erfd/base/source_text.hpp"
#include "erfd/program/lirl.hpp"

#include "program/lirl/checker.hpp"
#include "program/lirl/machine.hpp"
#include "program/lirl/parser.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t max_size = std::size_t{16} << 20;

void read_and_run(std::string_view text, const LirlContext& context, lirl::Findings& findings,
                  Program& program) {
  lirl::Ast ast;
  lirl::Parser parser(text, findings, ast);
  parser.program();
  program.name = ast.name;
  if (parser.lost_in_comment()) return;  // half of the program is missing
  lirl::Checker(ast, findings, context).program();
  if (findings.has_errors()) return;
  lirl::Machine(ast, text, findings, context, program).run();
}

/// What prevents reading, with its cure; empty if the text was read.
std::string read_text(const std::string& path, std::string& text) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (status.type() == fs::file_type::not_found) return "no such file; check the path";
  if (fs::is_directory(status)) return "it is a folder; name a program file in it";
  if (!fs::is_regular_file(status)) return "it is not a regular file; name a program file";
  const std::uintmax_t size = fs::file_size(path, failure);
  if (!failure && size > max_size) {
    return fmt::format("it has {:.1f} MiB; at most 16 MiB are read; is it a program?",
                       static_cast<double>(size) / (1 << 20));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return "it cannot be opened; check its permissions";
  text.assign(std::istreambuf_iterator<char>(file), {});
  return file.bad() ? "reading it failed; check the disk" : "";
}

LirlResult unreadable(std::string file, std::string problem) {
  LirlResult result{{}, Diagnostics(file)};
  result.program.file = std::move(file);
  result.program.language = "L-IRL";
  result.findings.error("L0106", {}, std::move(problem));
  return result;
}

}  // namespace

LirlResult read_lirl(std::string_view text, std::string file, const LirlContext& context) {
  if (text.size() > max_size) return unreadable(std::move(file), "more than 16 MiB of text");
  LirlResult result{{}, Diagnostics(file)};
  result.program.file = std::move(file);
  result.program.language = "L-IRL";
  result.program.lines = lines_of(text);
  lirl::Findings findings(result.findings);
  try {
    read_and_run(text, context, findings, result.program);
  } catch (const lirl::StopReading&) {
    // what was found until here is the answer
  }
  result.findings.sort();
  result.program.findings = Diagnostics(result.program.file);
  for (const Diagnostic& finding : result.findings.all()) {
    if (finding.severity != Severity::error) result.program.findings.add(finding);
  }
  return result;
}

LirlResult read_lirl_file(const std::string& path, const LirlContext& context) {
  std::string text;
  std::string problem = read_text(path, text);
  if (!problem.empty()) return unreadable(path, std::move(problem));
  return read_lirl(text, path, context);
}

}  // namespace erfd
