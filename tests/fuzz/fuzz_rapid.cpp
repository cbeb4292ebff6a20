// Any bytes may be a program: reading and running them ends in a program or in findings, in a time
// that the budgets bound. Every finding has its place, every number of a program is finite.
#include "erfd/program/rapid.hpp"

#include "program_laws.hpp"

#include <cstddef>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const erfd::ProgramContext context = erfd::test::small_context();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  erfd::test::demand_laws(erfd::test::read_as_asked(
      context, [&](const auto& asked) { return erfd::read_rapid(text, "fuzz.mod", asked); }));
  return 0;
}
