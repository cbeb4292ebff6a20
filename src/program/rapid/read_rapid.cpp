// The front end from end to end: files, modules, run.
#include "erfd/base/source_text.hpp"
#include "erfd/program/rapid.hpp"

#include "program/rapid/machine.hpp"
#include "program/rapid/parser.hpp"
#include "program/script/result.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

using namespace script;

bool has_moves(const Block& body) {
  return std::any_of(body.begin(), body.end(), [](const Statement* s) {
    return (s->kind == StatementKind::instruction && rapid::is_move(s->word)) ||
           std::any_of(s->blocks.begin(), s->blocks.end(), has_moves);
  });
}

bool needs_no_arguments(const Routine& r) {
  return !r.function && !r.trap &&
         std::all_of(r.parameters.begin(), r.parameters.end(),
                     [](const Parameter& p) { return p.optional; });
}

/// The routine to begin with; −1 and an error: there is none.
int first_routine(const Ast& ast, const ProgramContext& context, Findings& findings) {
  const std::string wanted = context.entry.empty() ? "main" : context.entry;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < ast.routines.size(); ++i) {
    const Routine& r = ast.routines[i];
    if (r.name == wanted && needs_no_arguments(r)) return static_cast<int>(i);
    if (needs_no_arguments(r) && has_moves(r.body) && others.size() < 12)
      others.emplace_back(r.name);
  }
  if (context.entry.empty() && others.size() == 1) {
    const auto only = std::find_if(ast.routines.begin(), ast.routines.end(),
                                   [&](const Routine& r) { return r.name == others[0]; });
    findings.note(
        "N0616", {},
        fmt::format(
            "there is no PROC main; the program begins with '{}', the only routine that moves",
            others[0]));
    return static_cast<int>(only - ast.routines.begin());
  }
  findings.error(
      "R0317", {},
      fmt::format("there is no PROC {}() to begin with{}", wanted,
                  others.empty()
                      ? ""
                      : fmt::format("; --entry NAME begins with another; routines that move: {}",
                                    fmt::join(others, ", "))));
  return -1;
}

void read_and_run(const Source& source, const ProgramContext& context, Findings& findings,
                  Program& program) {
  Ast ast;
  rapid::add_types(ast.types);
  rapid::Parser parser(source, findings, ast);
  for (const Source::File& file : source.files()) parser.file(file);
  if (!ast.modules.empty()) program.name = std::string(ast.modules.front().name);
  if (findings.has_errors()) return;
  const int first = first_routine(ast, context, findings);
  if (first < 0) return;
  rapid::Machine(ast, source, findings, context, program).run(first);
}

}  // namespace

ReadProgram read_rapid(std::span<const ProgramText> files, const ProgramContext& context) {
  return read_script(files, rapid_dialect(), "R0106",
                     [&](const Source& source, Findings& findings, Program& program) {
                       read_and_run(source, context, findings, program);
                     });
}

ReadProgram read_rapid(std::string_view text, std::string file, const ProgramContext& context) {
  const ProgramText one[] = {{std::move(file), std::string(text)}};
  return read_rapid(one, context);
}

bool looks_like_rapid(std::string_view text) {
  const std::string whole = as_utf8(text.substr(0, 100'000));
  Source source;
  source.add("", whole);
  Diagnostics unused;
  Findings findings(unused);
  Ast ast;
  try {
    const std::vector<rapid::Token> tokens =
        rapid::tokens_of(source, source.files().front(), findings, ast);
    return tokens.front().is("module");
  } catch (const StopReading&) {
    return whole.starts_with("%%%");
  }
}

}  // namespace erfd
