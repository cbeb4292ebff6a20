#include "command_line/streams.hpp"

#include "input/standard_input.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

using Names = std::vector<std::string>;

/// The options of a verb that are given as "-", by their names.
Names given_as_standard_stream(const CLI::App& verb) {
  Names names;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& value : option->results())
      if (value == standard_stream) names.push_back(option->get_name());
  return names;
}

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Names those_among(const Names& names, const Names& wanted) {
  Names found;
  for (const std::string& name : names)
    if (contains(wanted, name)) found.push_back(name);
  return found;
}

void refuse_two(const Names& names, const char* what) {
  if (names.size() > 1)
    throw Error(fmt::format("'-' is given for {}, expected for one: {} once",
                            fmt::join(names, " and "), what));
}

/// The option of a verb that writes several files.
std::string folder_option(const std::string& verb) {
  if (verb == "verify") return "--csv";
  return verb == "compare" || verb == "reproduce" ? "--svg" : "";
}

void check_taken_output(const CLI::App& verb, const std::string& option) {
  if (option == folder_option(verb.get_name()))
    throw Error(fmt::format("{}: found '-', expected a folder: several files are written", option));
  if (verb.get_name() != "convert" && verb.count("--json") > 0)
    throw Error(fmt::format(
        "{} -: found together with --json, which is printed there, too; name a file", option));
}

}  // namespace

void connect_standard_streams(const CLI::App& verb, Manners& manners) {
  const Names given = given_as_standard_stream(verb);
  const Names in = those_among(given, {"ROBOT", "PROGRAM", "MOTION", "FILE", "--states"});
  const Names out = those_among(given, {"--csv", "--out", "--svg"});
  refuse_two(in, "standard input can be read");
  if (!in.empty() && contains({"serve", "compare", "generate"}, verb.get_name()))
    throw Error(fmt::format("{}: found '-', expected a name or a file", in.front()));
  refuse_two(out, "standard output can be written");
  if (!out.empty()) {
    check_taken_output(verb, out.front());
    manners.stdout_taken = verb.get_name() != "convert";
  }
  if (!in.empty()) take_standard_input();
}

void take_program(ProgramOptions& options) {
  if (options.program != standard_stream) return;
  options.program = standard_input_name;
  options.program_text = standard_input();
}

}  // namespace erfd
