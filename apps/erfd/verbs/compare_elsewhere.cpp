// erfd compare, erfd generate and erfd reproduce, in the program erfd. Counting operations, quad precision and recording need every
// algorithm once more for each of their scalars, a large part of the build: a program of its own beside this one.
#include "erfd/base/error.hpp"

#include "verbs/compare_program.hpp"
#include "verbs/verbs.hpp"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

namespace erfd {
namespace {

int run_elsewhere(const char* const* arguments) {
  const std::filesystem::path program = compare_program();
  if (!std::filesystem::exists(program))
    throw Error(fmt::format("{}: not found, expected beside erfd; cmake --build builds it",
                            program.string()));
  execv(program.c_str(), const_cast<char* const*>(arguments));
  throw Error(fmt::format("{}: cannot be started: {}", program.string(), std::strerror(errno)));
}

}  // namespace

int run_compare(const CompareOptions& options) { return run_elsewhere(options.arguments); }
int run_generate(const GenerateOptions& options) { return run_elsewhere(options.arguments); }
int run_reproduce(const ReproduceOptions& options) { return run_elsewhere(options.arguments); }

}  // namespace erfd
