// Verbs about the command itself: serve, doctor, completion, man, help.
#include "erfd/base/choices.hpp"

#include "command_line/command_line.hpp"
#include "command_line/manual.hpp"
#include "command_line/shared_options.hpp"
#include "output/help.hpp"
#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Of `erfd help`, which only this file can answer.
struct HelpOptions {
  std::optional<std::string> verb;
};

/// Says its bounds in the error alone, not in the help.
CLI::Validator port_number() { return CLI::Range(0, 65535).description(""); }

void add_serve(CommandLine& line) {
  auto [verb, options] = line.add<ServeOptions>(
      "serve", "Studio and live view in the browser, for this computer alone", run_serve);
  optional_robot_argument(verb, options.robot.robot);
  text(verb, "PROGRAM", options.program,
       "L-IRL file, or name of a program that comes with erfd: verified at once", "");
  without_option(verb, options.robot.without);
  taking_options(verb, options.robot);
  text(verb, "--folder", options.folder, "where programs are opened and saved; default: nowhere",
       "DIR");
  verb.add_option("--port", options.port, "port of the page; default: a free one")
      ->type_name("N")
      ->check(port_number());
  verb.add_flag("--live", options.live, "listen for samples of a running robot");
  verb.add_option("--live-port", options.live_port,
                  "TCP port on 127.0.0.1 for samples, default 6560")
      ->type_name("N")
      ->check(port_number());
  text(verb, "--live-socket", options.live_socket,
       "Unix socket for samples, for this user only,\nin place of the port", "FILE");
  verb.add_option("--allow-origin", options.allowed_origins,
                  "page of a viewer that may open /foxglove,\nsuch as https://app.foxglove.dev")
      ->type_name("URL");
  text(verb, "--remote", options.remote,
       "let others watch from their machines, over TLS: address\nof this one", "ADDRESS:PORT");
  text(verb, "--certificate", options.certificate, "of --remote: certificate chain, PEM", "FILE");
  text(verb, "--key", options.key, "of --remote: private key of the certificate, PEM", "FILE");
  text(verb, "--viewer-token", options.viewer_token,
       "of --remote: file with the token of viewers, which none\nbut you can read", "FILE");
  verb.footer(serve_help);
}

void add_doctor(CommandLine& line) {
  auto [verb, options] =
      line.add<DoctorOptions>("doctor", "What this erfd is made of, and what it lacks", run_doctor);
  json_flag(verb, options.json);
  verb.footer(doctor_help);
}

void add_completion(CommandLine& line) {
  auto [verb, options] =
      line.add<CompletionOptions>("completion", "A script that completes erfd in a shell",
                                  [&line](const CompletionOptions& given) {
                                    return run_completion(manual_of(line.app), given);
                                  });
  verb.add_option("SHELL", options.what,
                  "the shell; or robots, programs: the names that can be given")
      ->required()
      ->type_name("bash|zsh|fish|robots|programs");
  verb.footer(completion_help);
}

void add_man(CommandLine& line) {
  auto [verb, options] = line.add<ManOptions>(
      "man", "The help as pages for man",
      [&line](const ManOptions& given) { return run_man(manual_of(line.app), given); });
  text(verb, "VERB", options.verb, "whose page is printed; default: that of the command", "");
  text(verb, "--folder", options.folder, "write the pages of all verbs", "DIR");
  verb.add_flag("--force", options.force, "let --folder overwrite files");
  verb.footer(man_help);
}

/// `erfd help VERB` is `erfd VERB --help`.
int run_help(CLI::App& app, const HelpOptions& options) {
  const std::vector<std::string> known = verbs_of(app);
  if (options.verb && std::find(known.begin(), known.end(), *options.verb) == known.end())
    throw Error(fmt::format("unknown verb '{}'{}; verbs: {}", *options.verb,
                            did_you_mean(*options.verb, known), fmt::join(known, ", ")));
  app.clear();  // CLI11 shows the help of the verb that was called
  print_help(options.verb ? app.get_subcommand(*options.verb)->help(app.get_name()) : app.help(),
             help_column);
  return exit_fine;
}

void add_help(CommandLine& line) {
  auto [verb, options] = line.add<HelpOptions>(
      "help", "What the command can do, or one of its verbs",
      [&line](const HelpOptions& given) { return run_help(line.app, given); });
  text(verb, "VERB", options.verb, "whose options and examples are shown; default: all verbs", "");
  verb.footer(help_help);
}

}  // namespace

void add_house_verbs(CommandLine& line) {
  add_serve(line);
  add_doctor(line);
  add_completion(line);
  add_man(line);
  add_help(line);
}

}  // namespace erfd
