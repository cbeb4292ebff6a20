#include "command_line/manual.hpp"

namespace erfd {
namespace {

ManualOption described(const CLI::Option& option) {
  ManualOption entry;
  for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
  if (option.get_positional()) entry.names = {option.get_name(true)};
  const std::string type = option.get_type_name();  // behind a colon CLI11 says what it checks
  entry.value =
      option.get_option_text().empty() ? type.substr(0, type.find(':')) : option.get_option_text();
  if (option.get_items_expected_max() == 0) entry.value.clear();
  entry.text = option.get_description();
  entry.optional = !option.get_required();
  entry.many = option.get_positional() && option.get_items_expected_max() > 1;
  return entry;
}

ManualVerb described(const CLI::App& verb) {
  ManualVerb entry{verb.get_name(), verb.get_description(), {}, {}, verb.get_footer()};
  for (const CLI::Option* option : verb.get_options())
    (option->get_positional() ? entry.arguments : entry.options).push_back(described(*option));
  return entry;
}

}  // namespace

Manual manual_of(const CLI::App& app) {
  Manual manual{std::string("erfd ") + ERFD_VERSION, described(app), {}};
  manual.command.arguments = {{{"VERB"}, "", "what to do; see below", false}};
  for (const CLI::App* verb : app.get_subcommands({})) manual.verbs.push_back(described(*verb));
  return manual;
}

std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

}  // namespace erfd
