// Words of the language.
#include "program/lirl/words.hpp"

#include "program/lirl/ast.hpp"
#include "program/lirl/parser.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

struct TypeWord {
  std::string_view word;
  Type type;
};
constexpr TypeWord type_table[] = {
    {"int", Type::integer},    {"real", Type::real},         {"bool", Type::boolean},
    {"string", Type::text},    {"position", Type::position}, {"orientation", Type::orientation},
    {"pose", Type::pose},      {"frame", Type::pose},        {"robtarget", Type::target},
    {"robtarg", Type::target}, {"joint", Type::joint},       {"mainjoint", Type::mainjoint},
    {"load", Type::load},      {"tool", Type::tool},         {"wrench", Type::wrench},
};

// In the order of OptionKind.
constexpr std::string_view option_table[] = {
    "speed", "acc",  "dec",   "speed_ptp", "acc_ptp", "dec_ptp", "speed_ori", "acc_ori", "time",
    "angle", "c_cp", "c_ptp", "c_speed",   "c_ori",   "act_rob", "tool",      "base"};

constexpr std::string_view reserved[] = {
    "and",   "begin",     "case",      "const",      "div",      "do",      "downto",
    "else",  "elsif",     "end",       "endcase",    "endconst", "endfor",  "endfunct",
    "endif", "endloop",   "endproc",   "endprogram", "endseq",   "endvar",  "endwhile",
    "exit",  "ext_force", "false",     "for",        "function", "grip",    "halt",
    "if",    "loop",      "mod",       "move",       "move_inc", "not",     "of",
    "or",    "pause",     "procedure", "program",    "release",  "repeat",  "return",
    "sec",   "seq",       "step",      "stop",       "then",     "timeout", "to",
    "true",  "until",     "use_base",  "use_robot",  "use_tool", "var",     "wait",
    "when",  "while",     "xor"};

template <std::size_t N>
std::vector<std::string> list_of(const std::string_view (&table)[N]) {
  return {std::begin(table), std::end(table)};
}

}  // namespace

std::string_view name_of(Type type) {
  if (type == Type::target) return "robtarget";
  if (type == Type::nothing) return "nothing";
  for (const TypeWord& entry : type_table) {
    if (entry.type == type) return entry.word;
  }
  return "unknown";
}

std::string with_article(Type type) {
  const bool vowel = type == Type::integer || type == Type::orientation;
  return fmt::format("{} {}", vowel ? "an" : "a", name_of(type));
}

Type type_of_word(std::string_view word) {
  for (const TypeWord& entry : type_table) {
    if (entry.word == word) return entry.type;
  }
  return Type::unknown;
}

std::string_view name_of(Operator op) {
  constexpr std::string_view words[] = {"+", "-",  "*", "/",  "div", "mod", "=",  "<>",
                                        "<", "<=", ">", ">=", "and", "or",  "xor"};
  return words[static_cast<std::size_t>(op)];
}

OptionKind option_of_word(std::string_view word) {
  const auto* const found = std::find(std::begin(option_table), std::end(option_table), word);
  return static_cast<OptionKind>(found - std::begin(option_table));
}

std::string_view name_of(OptionKind kind) {
  const auto i = static_cast<std::size_t>(kind);
  return i < std::size(option_table) ? option_table[i] : "option";
}

bool is_reserved(std::string_view word) {
  return std::binary_search(std::begin(reserved), std::end(reserved), word);
}

const std::vector<std::string>& option_words() {
  static const std::vector<std::string> words = list_of(option_table);
  return words;
}

const std::vector<std::string>& orientation_words() {
  static const std::vector<std::string> words = {"o_con", "o_var", "o_pco", "o_pvo", "o_joint"};
  return words;
}

const std::vector<std::string>& statement_words() {
  static const std::vector<std::string> words = {
      "move", "move_inc", "if",       "case",     "while",     "repeat",   "for",
      "loop", "exit",     "return",   "wait",     "halt",      "pause",    "stop",
      "grip", "release",  "use_tool", "use_base", "use_robot", "ext_force"};
  return words;
}

const std::vector<std::string>& type_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> list;
    for (const TypeWord& entry : type_table) list.emplace_back(entry.word);
    return list;
  }();
  return words;
}

}  // namespace erfd::lirl
