#include "program/script/ast.hpp"

namespace erfd::script {

std::string_view name_of(Op op) {
  constexpr std::string_view names[] = {"+",   "-",   "*",  "/", "DIV",   "MOD", "=",
                                        "<>",  "<",   "<=", ">", ">=",    "AND", "OR",
                                        "XOR", "NOT", "-",  ":", "B_AND", "B_OR"};
  return names[static_cast<std::size_t>(op)];
}

std::string_view Ast::intern(std::string_view name) {
  const auto known = names.find(name);
  if (known != names.end()) return known->second;
  std::string lower(name);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  const auto spelled = names.find(lower);
  std::string_view kept;
  if (spelled != names.end()) {
    kept = spelled->second;
  } else {
    kept = keep(lower);
    names.emplace(kept, kept);
  }
  if (name != kept) names.emplace(keep(std::string(name)), kept);
  return kept;
}

}  // namespace erfd::script
