// What all pages without scripts share: style, head, rows of tables. Private to the library.
#pragma once

#include <string>
#include <vector>

namespace erfd::html {

/// One file that needs nothing else, readable on light and on dark screens and on paper.
/// @param more_style  CSS of this page alone
std::string page(const std::string& title, const std::string& more_style, const std::string& body);

/// A row of a table; the cells are HTML.
std::string row(const std::vector<std::string>& cells, const char* cell = "td");

}  // namespace erfd::html
