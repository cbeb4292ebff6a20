// Completions for shells. Each script knows the verbs with their options; what an argument or a value
// may be follows from its label: a known robot, a program, words, a folder, else a file.
#include "output/manual.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

/// In single quotes; a quote inside ends them, stands escaped and begins them again.
std::string shell_word(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

/// The first line of a description, which may have several.
std::string one_line(const std::string& text) {
  std::string out = text;
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::string option_names(const std::vector<ManualOption>& options) {
  std::string names;
  for (const ManualOption& option : options)
    names += (names.empty() ? "" : " ") + joined(option.names);
  return names;
}

std::string verb_names(const Manual& manual) {
  std::vector<std::string> names;
  for (const ManualVerb& verb : manual.verbs) names.push_back(verb.name);
  return joined(names);
}

/// " --csv FILE --tool NAME ": each option that takes a value, and its label without spaces.
std::string valued(const std::vector<ManualOption>& options) {
  std::string list = " ";
  for (const ManualOption& option : options)
    if (option.takes_value())
      for (const std::string& name : option.names) list += name + ' ' + option.value + ' ';
  return list;
}

/// The labels of the arguments; of an argument with choices the choices.
std::string label_list(const std::vector<ManualOption>& arguments) {
  std::string list;
  for (const ManualOption& argument : arguments) {
    if (!list.empty()) list += ' ';
    list += argument.choices().empty() ? argument.names.front() : argument.value;
    if (argument.many) list += "...";
  }
  return list;
}

std::string bash_case(const std::string& name, const ManualVerb& verb, const std::string& places) {
  return fmt::format("    {})\n      options={}\n      valued={}\n      labels={}\n      ;;\n",
                     name, shell_word(option_names(verb.options)), shell_word(valued(verb.options)),
                     shell_word(places));
}

constexpr const char* bash_script =
    R"sh(# Completion of erfd for bash; `erfd completion bash` prints it.

# Sets options, valued (options with the labels of their values) and labels (of the arguments).
_erfd_describe() {
  options='' valued=' ' labels=''
  case $1 in
@CASES@  esac
}

# What stands for a label.
_erfd_offer() {
  case $1 in
    VERB) COMPREPLY=($(compgen -W '@VERBS@' -- "$word")) ;;
    ROBOT | FILE...)
      COMPREPLY=($(compgen -W "$(erfd completion robots 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      ;;
    PROGRAM)
      COMPREPLY=($(compgen -W "$(erfd completion programs 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
      ;;
    DIR) COMPREPLY=($(compgen -d -- "$word")) ;;
    *'|'*) COMPREPLY=($(compgen -W "${1//|/ }" -- "$word")) ;;
    FILE | MOTION | SCENARIO) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}

_erfd() {
  local word=${COMP_WORDS[COMP_CWORD]} verb='' value='' place=0 i current
  local options valued labels places
  COMPREPLY=()
  _erfd_describe ''
  for ((i = 1; i < COMP_CWORD; ++i)); do
    current=${COMP_WORDS[i]}
    if [[ $value ]]; then
      value=''
    elif [[ $current == -?* ]]; then
      if [[ $valued == *" $current "* ]]; then
        value=${valued#*" $current "}
        value=${value%% *}
      fi
    elif [[ ! $verb ]]; then
      verb=$current
      _erfd_describe "$verb"
    else
      ((++place))
    fi
  done
  if [[ $value ]]; then
    _erfd_offer "$value"
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    places=($labels)
    [[ $labels == *... ]] && ((place >= ${#places[@]})) && place=$((${#places[@]} - 1))
    _erfd_offer "${places[place]}"
  fi
}
complete -o filenames -F _erfd erfd
)sh";

constexpr const char* zsh_script = R"sh(#compdef erfd
# Completion of erfd for zsh; `erfd completion zsh` prints it.

_erfd_verbs() {
  local -a verbs
  verbs=(
@VERBS@  )
  _describe verb verbs
}

_erfd_names() {
  local -a names
  names=(${(f)"$(erfd completion $1 2>/dev/null)"})
  compadd -a names
  _files
}

_erfd() {
  local state line
  typeset -A opt_args
  _arguments -C@OPTIONS@ \
    '1:verb:_erfd_verbs' \
    '*::argument:->rest'
  [[ $state == rest ]] || return
  case $words[1] in
@CASES@  esac
}

_erfd "$@"
)sh";

std::string filled(std::string script, const std::string& place, const std::string& text) {
  return script.replace(script.find(place), place.size(), text);
}

}  // namespace

std::string bash_completion(const Manual& manual) {
  std::string cases = bash_case("''", manual.command, "VERB");
  for (const ManualVerb& verb : manual.verbs)
    cases += bash_case(verb.name, verb, label_list(verb.arguments));
  return filled(filled(bash_script, "@CASES@", cases), "@VERBS@", verb_names(manual));
}

namespace {

/// What _arguments takes in brackets.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : one_line(text)) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_action(const std::string& label, const std::vector<std::string>& choices) {
  if (!choices.empty()) return fmt::format("({})", joined(choices));
  if (label == "VERB") return "_erfd_verbs";
  if (label == "ROBOT") return "_erfd_names robots";
  if (label == "PROGRAM") return "_erfd_names programs";
  if (label == "DIR") return "_files -/";
  if (label == "FILE" || label == "MOTION" || label == "SCENARIO") return "_files";
  return " ";
}

std::string zsh_option(const ManualOption& option, const std::string& name) {
  std::string spec = fmt::format("{}[{}]", name, zsh_text(option.text));
  if (option.takes_value())
    spec +=
        fmt::format(":{}:{}", zsh_text(option.value), zsh_action(option.value, option.choices()));
  return shell_word(spec);
}

std::string zsh_specs(const ManualVerb& verb, const char* indent) {
  std::string out;
  for (const ManualOption& option : verb.options)
    for (const std::string& name : option.names)
      out += fmt::format(" \\\n{}{}", indent, zsh_option(option, name));
  int place = 0;
  for (const ManualOption& argument : verb.arguments) {
    const std::string& name = argument.names.front();
    const bool robots = argument.many;  // of `erfd lint`
    const std::string spec =
        fmt::format("{}:{}:{}", argument.many ? "*" : std::to_string(++place), zsh_text(name),
                    robots ? "_erfd_names robots" : zsh_action(name, argument.choices()));
    out += fmt::format(" \\\n{}{}", indent, shell_word(spec));
  }
  return out;
}

}  // namespace

std::string zsh_completion(const Manual& manual) {
  std::string verbs, cases;
  for (const ManualVerb& verb : manual.verbs) {
    verbs += fmt::format("    {}\n", shell_word(verb.name + ":" + zsh_text(verb.summary)));
    cases += fmt::format("    {})\n      _arguments -s{}\n      ;;\n", verb.name,
                         zsh_specs(verb, "        "));
  }
  const ManualVerb general{"", "", {}, manual.command.options, ""};
  return filled(
      filled(filled(zsh_script, "@VERBS@", verbs), "@OPTIONS@", zsh_specs(general, "    ")),
      "@CASES@", cases);
}

namespace {

/// Conditions, names and texts of fish stand in single quotes, where it knows \' and \\.
std::string fish_word(const std::string& text) {
  std::string out = "'";
  for (const char c : one_line(text)) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fish_option(const ManualOption& option, const std::string& condition) {
  std::string line = fmt::format("complete -c erfd -n {}", fish_word(condition));
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (const auto words = option.choices(); !words.empty())
    line += fmt::format(" -x -a {}", fish_word(joined(words)));
  else if (option.takes_value())
    line += option.value == "FILE" || option.value == "DIR" ? " -r -F" : " -x";
  return line + " -d " + fish_word(option.text) + '\n';
}

std::string fish_argument(const ManualOption& argument, const Manual& manual,
                          const std::string& condition) {
  const std::string& name = argument.names.front();
  const bool robots = name == "ROBOT" || argument.many;
  const std::string words = robots              ? "(erfd completion robots 2>/dev/null)"
                            : name == "PROGRAM" ? "(erfd completion programs 2>/dev/null)"
                            : name == "VERB"    ? verb_names(manual)
                                                : joined(argument.choices());
  if (words.empty()) return "";
  return fmt::format("complete -c erfd -n {} -a {} -d {}\n", fish_word(condition), fish_word(words),
                     fish_word(name));
}

}  // namespace

std::string fish_completion(const Manual& manual) {
  const std::string no_verb = "__fish_use_subcommand";
  std::string out = "# Completion of erfd for fish; `erfd completion fish` prints it.\n";
  for (const ManualVerb& verb : manual.verbs)
    out += fmt::format("complete -c erfd -f -n {} -a {} -d {}\n", fish_word(no_verb), verb.name,
                       fish_word(verb.summary));
  for (const ManualOption& option : manual.command.options) out += fish_option(option, no_verb);
  for (const ManualVerb& verb : manual.verbs) {
    const std::string seen = "__fish_seen_subcommand_from " + verb.name;
    for (const ManualOption& argument : verb.arguments)
      out += fish_argument(argument, manual, seen);
    for (const ManualOption& option : verb.options) out += fish_option(option, seen);
  }
  return out;
}

}  // namespace erfd
