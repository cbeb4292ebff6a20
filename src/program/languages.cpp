// The languages that are known, and which of them a text is written in.
#include "erfd/base/text_file.hpp"
#include "erfd/program/krl.hpp"
#include "erfd/program/lirl.hpp"
#include "erfd/program/rapid.hpp"

#include "base/lower_case.hpp"
#include "program/program_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace erfd {
namespace {

constexpr std::array<std::string_view, 1> lirl_extensions{".irl"};

constexpr std::array<std::string_view, 5> rapid_extensions{".mod", ".modx", ".prg", ".sys",
                                                           ".sysx"};
constexpr std::array<std::string_view, 3> krl_extensions{".src", ".dat", ".sub"};

constexpr std::array<Language, 3> all_languages{
    {{lirl_dialect, lirl_extensions, looks_like_lirl, read_lirl},
     {rapid_dialect, rapid_extensions, looks_like_rapid, read_rapid, read_rapid},
     {krl_dialect, krl_extensions, looks_like_krl, read_krl, read_krl}}};

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

ReadProgram read_program_file(const std::string& path, const ProgramContext& context,
                              const std::vector<std::string>& more) {
  const ProgramFiles files = program_files(path, more);
  if (files.problem.empty()) {
    const Language& language = language_of(files.files[0].file, files.files[0].text);
    if (language.read_files != nullptr) return language.read_files(files.files, context);
    if (files.files.size() == 1) return language.read(files.files[0].text, path, context);
  }
  ReadProgram result{{}, Diagnostics(path)};
  result.program.file = path;
  result.program.dialect = &language_of(path, "").dialect();
  result.findings.error(
      "L0106", {},
      files.problem.empty() ? "a program of this language is one file" : files.problem);
  return result;
}

}  // namespace erfd
