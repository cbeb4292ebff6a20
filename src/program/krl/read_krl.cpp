// The front end from end to end: files, data lists, run.
#include "erfd/program/krl.hpp"

#include "program/krl/machine.hpp"
#include "program/krl/parser.hpp"
#include "program/script/result.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

using namespace script;

int first_routine(const Ast& ast, const krl::Parser& parser, const ProgramContext& context,
                  Findings& findings) {
  if (!context.entry.empty()) {
    for (std::size_t i = 0; i < ast.routines.size(); ++i)
      if (ast.routines[i].name == context.entry) return static_cast<int>(i);
    findings.error("K0317", {},
                   fmt::format("there is no routine '{}' to begin with", context.entry));
    return -1;
  }
  if (parser.first_routine() < 0)
    findings.error("K0317", {},
                   "there is no DEF … END to begin with; give the .src of the program, a .dat "
                   "holds only its points");
  return parser.first_routine();
}

void read_and_run(const Source& source, const ProgramContext& context, Findings& findings,
                  Program& program) {
  Ast ast;
  krl::add_types(ast.types);
  krl::Parser parser(source, findings, ast);
  for (const Source::File& file : source.files()) parser.file(file);
  krl::add_system(ast);
  if (findings.has_errors()) return;
  const int first = first_routine(ast, parser, context, findings);
  if (first < 0) return;
  program.name = std::string(ast.routines[static_cast<std::size_t>(first)].name);
  const bool only_source =
      source.files().size() == 1 && ast.globals.size() > 0 && parser.data_parts().empty();
  if (only_source)
    findings.note(
        "N0618", {},
        "only the .src is given: points and tools of its .dat and of $config.dat are missing");
  krl::Machine machine(ast, source, findings, context, program);
  try {
    machine.prepare();
  } catch (const Failure& failure) {
    findings.error(failure.code, source.at(failure.at), failure.message);
    return;
  }
  machine.set_inputs();
  for (const int part : parser.data_parts()) machine.set_up(part);
  machine.run(first);
}

}  // namespace

ReadProgram read_krl(std::span<const ProgramText> files, const ProgramContext& context) {
  return read_script(files, krl_dialect(), "K0106",
                     [&](const Source& source, Findings& findings, Program& program) {
                       read_and_run(source, context, findings, program);
                     });
}

ReadProgram read_krl(std::string_view text, std::string file, const ProgramContext& context) {
  const ProgramText one[] = {{std::move(file), std::string(text)}};
  return read_krl(one, context);
}

bool looks_like_krl(std::string_view text) {
  Source source;
  source.add("", text.substr(0, 100'000));
  Ast ast;
  for (const krl::Token& token : krl::tokens_of(source, source.files().front(), ast)) {
    if (token.kind == krl::Token::Kind::line_end || token.is("global")) continue;
    return token.is("def") || token.is("deffct") || token.is("defdat");
  }
  return false;
}

}  // namespace erfd
