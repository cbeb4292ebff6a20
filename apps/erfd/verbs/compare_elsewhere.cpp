// erfd compare, in the program erfd. Counting operations and quad precision need every algorithm once
// more for each of their scalars, a large part of the build: a program of its own beside this one.
#include "erfd/base/error.hpp"

#include "verbs/compare_program.hpp"
#include "verbs/verbs.hpp"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

namespace erfd {

int run_compare(const CompareOptions& options) {
  const std::filesystem::path program = compare_program();
  if (!std::filesystem::exists(program))
    throw Error(fmt::format("{}: not found, expected beside erfd; cmake --build builds it",
                            program.string()));
  execv(program.c_str(), const_cast<char* const*>(options.arguments));
  throw Error(fmt::format("{}: cannot be started: {}", program.string(), std::strerror(errno)));
}

}  // namespace erfd
