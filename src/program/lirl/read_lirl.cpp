// The front end from end to end: text, tree, checks, run.
#include "erfd/base/source_text.hpp"
#include "erfd/program/lirl.hpp"

#include "program/lirl/checker.hpp"
#include "program/lirl/machine.hpp"
#include "program/lirl/parser.hpp"

#include <utility>

namespace erfd {
namespace {

constexpr std::size_t max_size = std::size_t{16} << 20;

void read_and_run(std::string_view text, const ProgramContext& context, lirl::Findings& findings,
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

}  // namespace

ReadProgram read_lirl(std::string_view text, std::string file, const ProgramContext& context) {
  ReadProgram result{{}, Diagnostics(file)};
  result.program.file = std::move(file);
  result.program.dialect = &lirl_dialect();
  if (text.size() > max_size) {
    result.findings.error("L0106", {}, "more than 16 MiB of text");
    return result;
  }
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

bool looks_like_lirl(std::string_view text) {
  Diagnostics unused;
  lirl::Findings findings(unused);
  try {
    return lirl::Lexer(text, findings).next().is("program");
  } catch (const lirl::StopReading&) {
    return false;
  }
}

}  // namespace erfd
