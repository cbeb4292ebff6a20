// Any bytes may be a program: reading and running them ends in a program or in findings, in a time
// that the budgets bound. Every finding has its place, every number of a program is finite.
#include "erfd/program/lirl.hpp"

#include "program_laws.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const erfd::ReadProgram program = erfd::test::read_as_asked(
      erfd::test::small_context(),
      [&](const auto& context) { return erfd::read_lirl(text, "fuzz.irl", context); });
  for (const erfd::Diagnostic& finding : program.findings.all())
    erfd::test::demand(finding.at.line >= 1 && finding.at.column >= 1,
                       "a finding has line and column", finding.message);
  erfd::test::demand_laws(program);
  return 0;
}
