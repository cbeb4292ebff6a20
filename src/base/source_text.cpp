// Lines and carets.
#include "erfd/base/source_text.hpp"

#include <algorithm>
#include <map>

namespace erfd {
namespace {

constexpr std::size_t widest = 120;  // longer lines are cut around the caret
constexpr std::size_t repeated = 3;  // warnings of one kind that are shown one by one

bool continues_utf8(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Bytes where the characters of a line begin.
std::vector<std::size_t> characters_of(const std::string& line) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i == 0 || !continues_utf8(line[i])) starts.push_back(i);
  }
  starts.push_back(line.size());
  return starts;
}

std::string printable(std::string_view text) {
  std::string shown(text);
  for (char& c : shown) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 32 && c != '\t') || byte == 127) c = '?';
  }
  return shown;
}

std::string line_and_caret(const std::string& line, int column) {
  const std::vector<std::size_t> starts = characters_of(line);
  const std::size_t length = starts.size() - 1;
  const std::size_t caret = std::min(static_cast<std::size_t>(column - 1), length);
  const std::size_t from = caret > widest / 2 && length > widest ? caret - widest / 2 : 0;
  const std::size_t to = std::min(length, from + widest);
  const std::string shown =
      printable(std::string_view(line).substr(starts[from], starts[to] - starts[from]));
  std::string padding;
  for (std::size_t i = from; i < caret; ++i) padding += line[starts[i]] == '\t' ? '\t' : ' ';
  return "\n  " + shown + "\n  " + padding + "^";
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string line_list(std::vector<int> lines) {
  constexpr std::size_t most = 8;  // named one by one
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  std::string text = lines.size() == 1 ? "line " : "lines ";
  const bool all = lines.size() <= most;
  const std::size_t shown = all ? lines.size() : most - 1;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += all && i + 1 == shown ? " and " : ", ";
    text += std::to_string(lines[i]);
  }
  return all ? text : text + ", … " + std::to_string(lines.back());
}

std::string text_with_source(const Diagnostics& findings, const std::vector<std::string>& lines) {
  std::string text;
  const auto start_line = [&text] { text += text.empty() ? "" : "\n"; };
  std::map<std::string, std::vector<const Diagnostic*>> by_check;
  for (const Diagnostic& finding : findings.all()) {
    if (finding.severity != Severity::error) {
      auto& same = by_check[finding.check];
      same.push_back(&finding);
      if (same.size() > repeated) continue;
    }
    start_line();
    text += to_string(finding, findings.file());
    const Location at = finding.at;
    const bool is_known =
        at.line >= 1 && static_cast<std::size_t>(at.line) <= lines.size() && at.column >= 1;
    if (is_known) text += line_and_caret(lines[static_cast<std::size_t>(at.line - 1)], at.column);
  }
  for (const auto& [check, same] : by_check) {
    if (same.size() <= repeated) continue;
    std::vector<int> others;
    for (std::size_t i = repeated; i < same.size(); ++i) others.push_back(same[i]->at.line);
    start_line();
    const std::size_t count = others.size();
    text += to_string({same[0]->severity,
                       check,
                       {},
                       std::to_string(count) + " more like the " + std::to_string(repeated) +
                           " above, " + line_list(std::move(others))},
                      findings.file());
  }
  return text;
}

}  // namespace erfd
