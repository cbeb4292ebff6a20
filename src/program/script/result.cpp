#include "program/script/result.hpp"

#include "erfd/base/source_text.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace erfd::script {
namespace {

constexpr std::size_t max_size = std::size_t{16} << 20;

/// Places in further files stand in the words: findings know one file.
Diagnostics placed(const Diagnostics& found, const Source& source) {
  Diagnostics out(found.file());
  for (Diagnostic finding : found.all()) {
    if (source.files().size() > 1 && finding.at.line > 0 &&
        &source.file_of_line(finding.at.line) != source.files().data()) {
      finding.message = source.place_text(finding.at) + ": " + finding.message;
      finding.at = {};
    }
    out.add(std::move(finding));
  }
  return out;
}

/// Says once how the lines of further files are counted, if a move stands in one.
void explain_lines(const Source& source, const Program& program, Diagnostics& findings) {
  std::string text;
  const auto& files = source.files();
  for (std::size_t i = 1; i < files.size(); ++i) {
    const int first = files[i].first_line;
    const int end =
        i + 1 < files.size() ? files[i + 1].first_line : std::numeric_limits<int>::max();
    if (std::none_of(program.instructions.begin(), program.instructions.end(),
                     [&](const Instruction& k) { return k.at.line >= first && k.at.line < end; }))
      continue;
    text += fmt::format("{}lines from {} on are those of {}", text.empty() ? "" : "; ", first - 1,
                        std::filesystem::path(files[i].path).filename().string());
  }
  if (!text.empty()) findings.note("N0617", {}, text);
}

}  // namespace

ReadProgram read_script(std::span<const ProgramText> files, const Dialect& dialect,
                        std::string_view too_large, const Reader& reader) {
  ReadProgram result{{}, Diagnostics(files.empty() ? "" : files.front().file)};
  result.program.file = result.findings.file();
  result.program.dialect = &dialect;
  result.program.half_blends = true;
  std::size_t size = 0;
  for (const ProgramText& file : files) size += file.text.size();
  if (files.empty() || size > max_size) {
    result.findings.error(
        too_large, {},
        files.empty() ? "there is no file of a program" : "more than 16 MiB of text");
    return result;
  }
  Source source;
  for (const ProgramText& file : files) source.add(file.file, file.text);
  result.program.lines = lines_of(source.text());
  Diagnostics found(result.program.file);
  Findings findings(found);
  try {
    reader(source, findings, result.program);
  } catch (const StopReading&) {
    // what was found until here is the answer
  }
  found.sort();
  result.findings = placed(found, source);
  explain_lines(source, result.program, result.findings);
  result.program.findings = Diagnostics(result.program.file);
  for (const Diagnostic& finding : result.findings.all())
    if (finding.severity != Severity::error) result.program.findings.add(finding);
  return result;
}

}  // namespace erfd::script
