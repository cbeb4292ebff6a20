// The words of the language in lists: for tables of messages and for the nearest spelling.
#pragma once

#include "erfd/base/choices.hpp"

#include "program/lirl/ast.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace erfd::lirl {

/// "an int", "a pose".
std::string with_article(Type type);
/// Words that cannot be names.
bool is_reserved(std::string_view word);
const std::vector<std::string>& option_words();
const std::vector<std::string>& orientation_words();
const std::vector<std::string>& statement_words();
const std::vector<std::string>& type_words();

}  // namespace erfd::lirl
