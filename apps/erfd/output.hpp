// Where results, talk and files go.
#pragma once

#include "erfd/report/text.hpp"

#include <string>

namespace erfd {

/// Layout for stdout: 100 columns, colour only on a terminal without NO_COLOR.
TextStyle stdout_style();

/// A result, to stdout. @throws Error if it cannot be written.
void print(const std::string& text);

/// A remark for the user, to stderr.
void talk(const std::string& text);

/// Writes a file completely or not at all: to a new file beside it, which then takes its name.
/// @throws Error if the path exists and `overwrite` is false, if it is no regular file, or if
/// writing fails.
void write_file(const std::string& path, const std::string& text, bool overwrite);

}  // namespace erfd
