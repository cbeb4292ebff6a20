// From the text of a program, in whatever language, to the motion IR.
#pragma once

#include "erfd/base/source_text.hpp"
#include "erfd/program/dialect.hpp"
#include "erfd/program/program_context.hpp"

#include <span>
#include <string>
#include <string_view>

namespace erfd {

/// A program and everything that was noticed. With errors in the findings the program holds what
/// was run until the first of them, which may be nothing.
struct ReadProgram {
  Program program;
  Diagnostics findings;
};

/// A file of a program.
struct ProgramText {
  std::string file, text;
};

/// A language that programs are written in: its words and its reader.
struct Language {
  const Dialect& (*dialect)();
  std::span<const std::string_view> extensions;  ///< of its files, in lower case, with the point
  /// Whether a text looks like one of its programs, for files whose extension says nothing.
  bool (*looks_like)(std::string_view text);
  /// Never throws for a bad program, always ends. All errors of the text are found at once.
  ReadProgram (*read)(std::string_view text, std::string file, const ProgramContext& context);
  /// The same for several files, the first of which is the program; null: the language has none.
  ReadProgram (*read_files)(std::span<const ProgramText> files,
                            const ProgramContext& context) = nullptr;
};

/// All that are known. A new one is one entry of src/program/languages.cpp.
std::span<const Language> languages();

/// By the extension of the file; else by the text; else the first of languages().
const Language& language_of(std::string_view file, std::string_view text);

/// Reads and runs a program in the language that it is written in. @see Language::read
/// text_with_source() prints the findings with their lines.
ReadProgram read_program(std::string_view text, std::string file, const ProgramContext& context);

/// The same for a file of at most 16 MiB, or the folder of a controller's backup. A file that cannot
/// be read is a finding.
/// @param more  further files and folders of the program; what lies beside a KRL file under its name
///              is found by itself
ReadProgram read_program_file(const std::string& path, const ProgramContext& context,
                              const std::vector<std::string>& more = {});

/// Carries every finding; what() shows them beside their lines.
class ProgramError : public Error {
 public:
  ProgramError(Diagnostics findings, const std::vector<std::string>& lines)
      : Error(text_with_source(findings, lines)), findings_(std::move(findings)) {}
  const Diagnostics& findings() const { return findings_; }

 private:
  Diagnostics findings_;
};

}  // namespace erfd
