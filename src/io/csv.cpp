#include "erfd/io/csv.hpp"

#include "erfd/base/text.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr int most_findings = 50;  // a file of another kind would fill the screen

struct Cell {
  std::string_view text;  // without the spaces around it
  Location at;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

/// Cuts a line at its commas; a comma between quotes does not count.
std::vector<Cell> cells_of(std::string_view line, int number) {
  std::vector<Cell> cells;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    if (i < line.size() && (line[i] != ',' || quoted)) continue;
    const std::string_view whole = line.substr(begin, i - begin);
    const std::size_t spaces = std::min(whole.find_first_not_of(" \t"), whole.size());
    const std::size_t column = display_width(line.substr(0, begin + spaces)) + 1;
    cells.push_back({trimmed(whole), {number, static_cast<int>(column)}});
    begin = i + 1;
  }
  return cells;
}

std::string unquoted(std::string_view text) {
  if (text.size() < 2 || !text.starts_with('"') || !text.ends_with('"')) return std::string(text);
  std::string plain;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    plain += text[i];
    if (text[i] == '"' && text[i + 1] == '"') ++i;
  }
  return plain;
}

/// Reads one file; counts findings so that it can stop.
class Reader {
 public:
  using Wanted = std::function<bool(const std::string& head)>;

  Reader(std::string_view text, const std::string& file_name, const Wanted& wanted)
      : text_(text), wanted_(wanted) {
    result_.findings = Diagnostics(file_name);
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  }

  CsvNumbers read() {
    std::string_view line;
    if (!next_line(line)) {
      error("csv-empty", {1, 1}, "the file is empty; a line of heads was expected");
      return std::move(result_);
    }
    read_heads(line);
    while (!full() && next_line(line)) read_row(line);
    if (full())
      error("csv-too-many", {line_, 0}, "more problems follow from here on; these come first");
    return std::move(result_);
  }

 private:
  bool full() const { return result_.findings.count(Severity::error) >= most_findings; }
  void error(std::string_view check, Location at, std::string message) {
    result_.findings.error(check, at, std::move(message));
  }

  bool next_line(std::string_view& line) {
    if (text_.empty()) return false;
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    line = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_;
    return true;
  }

  void read_heads(std::string_view line) {
    std::set<std::string> seen;
    for (const Cell& cell : cells_of(line, line_)) {
      CsvHead head{unquoted(cell.text), cell.at};
      if (head.text.empty())
        error("csv-head", cell.at,
              "a column has no head; a name with its unit was expected, as q1_rad");
      else if (!seen.insert(head.text).second)
        error("csv-head", cell.at, fmt::format("column '{}' comes twice", head.text));
      needed_.push_back(!wanted_ || wanted_(head.text));
      result_.heads.push_back(std::move(head));
    }
    if (result_.heads.size() == 1 && line.find_first_of(";\t") != line.npos)
      error("csv-separator", {line_, 1},
            "columns are not separated by ','; semicolons and tabs are not read");
  }

  void read_row(std::string_view line) {
    const auto cells = cells_of(line, line_);
    if (trimmed(line).empty())
      return error("csv-row", {line_, 1}, "the line is empty; take it out");
    if (cells.size() != result_.heads.size())
      return error(
          "csv-row", {line_, 1},
          fmt::format("the row has {}, expected {} as in line 1; decimals are written with a point",
                      counted(cells.size(), "cell"), result_.heads.size()));
    std::vector<double> row;
    row.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
      row.push_back(needed_[i] ? number(cells[i], result_.heads[i].text)
                               : std::numeric_limits<double>::quiet_NaN());
    result_.rows.push_back(std::move(row));
    result_.lines.push_back(line_);
  }

  double number(const Cell& cell, const std::string& head) {
    std::string_view text = cell.text;
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = failure == std::errc() && end == text.data() + text.size();
    if (!whole || !std::isfinite(value)) {
      const std::string found =
          text.empty() ? "the cell is empty" : fmt::format("'{}' is found", cut_to_width(text, 40));
      error("csv-number", cell.at,
            fmt::format("column '{}': {}, a finite number was expected", head, found));
      return std::numeric_limits<double>::quiet_NaN();
    }
    return value;
  }

  std::string_view text_;
  const Wanted& wanted_;
  std::vector<bool> needed_;  ///< of each column
  int line_ = 0;
  CsvNumbers result_;
};

std::string head_text(const std::string& head) {
  if (head.find_first_of(",\"\n") == head.npos) return head;
  std::string quoted(1, '"');
  for (const char c : head) quoted.append(c == '"' ? 2 : 1, c);
  quoted.push_back('"');
  return quoted;
}

}  // namespace

CsvNumbers read_csv(std::string_view text, const std::string& file_name,
                    const std::function<bool(const std::string& head)>& wanted) {
  return Reader(text, file_name, wanted).read();
}

std::string columns_not_read(const std::vector<std::string>& heads) {
  constexpr std::size_t most = 4;
  const auto end = heads.begin() + static_cast<std::ptrdiff_t>(std::min(heads.size(), most));
  return fmt::format("{} {} not read: {}{}", counted(heads.size(), "column"),
                     heads.size() == 1 ? "is" : "are", fmt::join(heads.begin(), end, ", "),
                     heads.size() > most ? fmt::format(" and {} more", heads.size() - most) : "");
}

std::string write_csv(const std::vector<std::string>& heads,
                      const std::vector<std::vector<double>>& rows) {
  std::string text;
  for (const std::string& head : heads) {
    if (!text.empty()) text += ',';
    text += head_text(head);
  }
  text += '\n';
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].size() != heads.size())
      throw Error(fmt::format("csv: row {} has {} numbers, expected {}", r + 1, rows[r].size(),
                              heads.size()));
    for (std::size_t c = 0; c < heads.size(); ++c) {
      if (!std::isfinite(rows[r][c]))
        throw Error(fmt::format("csv: row {}, column '{}' is {}; a finite number was expected",
                                r + 1, heads[c], rows[r][c]));
      if (c > 0) text += ',';
      text += shortest(rows[r][c]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace erfd
