// erfd man: the help as pages for man(1).
#include "erfd/base/choices.hpp"

#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

const ManualVerb& find_verb(const Manual& manual, const std::string& name) {
  std::vector<std::string> known;
  for (const ManualVerb& verb : manual.verbs) {
    if (verb.name == name) return verb;
    known.push_back(verb.name);
  }
  throw Error(fmt::format("unknown verb '{}'{}", name, did_you_mean(name, known)));
}

void write_all(const Manual& manual, const std::string& folder, bool force) {
  make_folder(folder);
  const auto write = [&](const ManualVerb& verb) {
    const std::filesystem::path path = std::filesystem::path(folder) / man_page_name(manual, verb);
    write_file(path.string(), man_page(manual, verb), force);
  };
  write(manual.command);
  for (const ManualVerb& verb : manual.verbs) write(verb);
  talk(fmt::format("wrote {}: {}", folder, counted(manual.verbs.size() + 1, "page")));
}

}  // namespace

int run_man(const Manual& manual, const ManOptions& options) {
  if (options.folder)
    write_all(manual, *options.folder, options.force);
  else
    print(man_page(manual, options.verb ? find_verb(manual, *options.verb) : manual.command));
  return exit_fine;
}

}  // namespace erfd
