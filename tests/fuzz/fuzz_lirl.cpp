// Any bytes may be a program: reading and running them ends in a program or in findings, in a time
// that the budgets bound. Every finding has its place, every number of a program is finite.
#include "erfd/program/lirl.hpp"

#include "program_laws.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

/// With the values that the program asks for from outside: one that it does not ask for is refused.
erfd::ReadProgram read(std::string_view text) {
  erfd::ProgramContext asked = erfd::test::small_context();
  for (;;) {
    erfd::ReadProgram program = erfd::read_lirl(text, "fuzz.irl", asked);
    const auto refused = [&](const auto& input) {
      const std::string words = "input '" + input.first + "'";
      const auto& all = program.findings.all();
      return std::any_of(all.begin(), all.end(), [&](const erfd::Diagnostic& finding) {
        return finding.message.starts_with(words);
      });
    };
    if (std::erase_if(asked.inputs, refused) == 0) return program;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const erfd::ReadProgram program = read({reinterpret_cast<const char*>(data), size});
  for (const erfd::Diagnostic& finding : program.findings.all())
    erfd::test::demand(finding.at.line >= 1 && finding.at.column >= 1,
                       "a finding has line and column", finding.message);
  erfd::test::demand_laws(program);
  return 0;
}
