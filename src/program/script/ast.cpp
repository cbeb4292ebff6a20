#include "program/script/ast.hpp"

#include "base/lower_case.hpp"

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
  const std::string lower = lower_case(std::string(name));
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
