// Any bytes may be a program: reading and running them ends in a program or in findings, in a time
// that the budgets bound. Every finding has its place, every number of a program is finite.
#include "erfd/program/krl.hpp"

#include "program_laws.hpp"

#include <cstddef>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const erfd::ProgramContext context = [] {
    erfd::ProgramContext made = erfd::test::small_context();
    made.most_elements = 100'000;  // the controller's own arrays count
    return made;
  }();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  erfd::test::demand_laws(erfd::test::read_as_asked(
      context, [&](const auto& asked) { return erfd::read_krl(text, "fuzz.src", asked); }));
  return 0;
}
