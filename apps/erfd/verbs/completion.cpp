// erfd completion: scripts for shells, and the names that they ask for.
#include "erfd/program/find_program.hpp"
#include "erfd/robot/read.hpp"

#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

std::string one_a_line(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += name + '\n';
  return text;
}

}  // namespace

int run_completion(const Manual& manual, const CompletionOptions& options) {
  const std::string& what = options.what;
  if (what == "bash")
    print(bash_completion(manual));
  else if (what == "zsh")
    print(zsh_completion(manual));
  else if (what == "fish")
    print(fish_completion(manual));
  else if (what == "robots")
    print(one_a_line(known_robots()));
  else if (what == "programs")
    print(one_a_line(known_programs()));
  else
    throw Error(fmt::format("found '{}', expected bash, zsh or fish, or robots or programs", what));
  return exit_fine;
}

}  // namespace erfd
