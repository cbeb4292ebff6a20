// The languages that are known, and which of them a text is written in.
#include "erfd/base/text_file.hpp"
#include "erfd/program/lirl.hpp"

#include "base/lower_case.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace erfd {
namespace {

constexpr std::array<std::string_view, 1> lirl_extensions{".irl"};

constexpr std::array<Language, 1> all_languages{
    {{lirl_dialect, lirl_extensions, looks_like_lirl, read_lirl}}};

}  // namespace

std::span<const Language> languages() { return all_languages; }

const Language& language_of(std::string_view file, std::string_view text) {
  const std::string extension = lower_case(std::filesystem::path(file).extension().string());
  for (const Language& language : all_languages)
    if (std::ranges::find(language.extensions, extension) != language.extensions.end())
      return language;
  for (const Language& language : all_languages)
    if (language.looks_like(text)) return language;
  return all_languages.front();
}

ReadProgram read_program(std::string_view text, std::string file, const ProgramContext& context) {
  const Language& language = language_of(file, text);
  return language.read(text, std::move(file), context);
}

ReadProgram read_program_file(const std::string& path, const ProgramContext& context) {
  const TextFile read = read_text_file(path, "a program");
  if (read.ok()) return read_program(read.text, path, context);
  ReadProgram result{{}, Diagnostics(path)};
  result.program.file = path;
  result.program.dialect = &language_of(path, "").dialect();
  result.findings.error("L0106", {}, read.problem);
  return result;
}

}  // namespace erfd
