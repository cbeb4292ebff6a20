#include "erfd/program/text_edit.hpp"

#include "erfd/base/error.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// The byte of a place that counts lines and characters from 1.
std::size_t offset_of(std::string_view text, Location at) {
  std::size_t offset = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  const auto refuse = [&] {
    throw Error(fmt::format("edit: line {}, column {} is not in the text", at.line, at.column));
  };
  if (at.line < 1 || at.column < 1) refuse();
  for (int line = 1; line < at.line; ++line) {
    const std::size_t end = text.find('\n', offset);
    if (end == std::string_view::npos) refuse();
    offset = end + 1;
  }
  for (int column = 1; column < at.column; ++column) {
    if (offset >= text.size()) refuse();
    ++offset;
    while (offset < text.size() && (static_cast<unsigned char>(text[offset]) & 0xC0) == 0x80)
      ++offset;
  }
  return offset;
}

/// Lines with their ends.
std::vector<std::string_view> whole_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

/// A line of one text, of the other, or of both (−1: not in that one).
struct Step {
  int before = -1, behind = -1;
};

/// The shortest way from a to b by taking lines away and adding lines.
/// Source  E. W. Myers, An O(ND) difference algorithm and its variations, Algorithmica 1, 1986.
std::vector<Step> shortest_script(const std::vector<std::string_view>& a,
                                  const std::vector<std::string_view>& b) {
  const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size()), most = n + m;
  std::vector<int> reach(static_cast<std::size_t>(2 * most + 3), 0);
  std::vector<std::vector<int>> trace;
  const auto at = [&](std::vector<int>& v, int k) -> int& {
    return v[static_cast<std::size_t>(k + most + 1)];
  };
  int depth = 0;
  for (bool found = false; !found; ++depth) {
    trace.push_back(reach);
    for (int k = -depth; k <= depth && !found; k += 2) {
      int x = k == -depth || (k != depth && at(reach, k - 1) < at(reach, k + 1))
                  ? at(reach, k + 1)
                  : at(reach, k - 1) + 1;
      while (x < n && x - k < m &&
             a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)])
        ++x;
      at(reach, k) = x;
      found = x >= n && x - k >= m;
    }
  }
  std::vector<Step> steps;
  int x = n, y = m;
  for (int d = depth - 1; d >= 0; --d) {
    std::vector<int>& v = trace[static_cast<std::size_t>(d)];
    const int k = x - y;
    const bool down = k == -d || (k != d && at(v, k - 1) < at(v, k + 1));
    const int from = d == 0 ? 0 : down ? at(v, k + 1) : at(v, k - 1);
    const int from_y = d == 0 ? 0 : from - (down ? k + 1 : k - 1);
    const int meet = d == 0 ? 0 : from + (down ? 0 : 1);
    for (; x > meet && y > (d == 0 ? 0 : from_y + (down ? 1 : 0)); --x, --y)
      steps.push_back({x - 1, y - 1});
    if (d == 0) break;
    steps.push_back(down ? Step{-1, from_y} : Step{from, -1});
    x = from;
    y = from_y;
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

std::string marked_line(char mark, std::string_view line) {
  const bool ends = line.ends_with('\n');
  return fmt::format("{}{}{}", mark, line, ends ? "" : "\n\\ No newline at end of file\n");
}

}  // namespace

std::string text_at(std::string_view text, const SourceRange& range) {
  const std::size_t begin = offset_of(text, range.begin), end = offset_of(text, range.end);
  if (end < begin) throw Error("edit: a stretch ends before it begins");
  return std::string(text.substr(begin, end - begin));
}

std::string edited(std::string_view text, std::vector<TextEdit> edits) {
  struct Cut {
    std::size_t begin, end;
    std::string text;
    auto key() const { return std::tie(begin, end, text); }
  };
  std::vector<Cut> cuts;
  for (TextEdit& edit : edits)
    cuts.push_back(
        {offset_of(text, edit.range.begin), offset_of(text, edit.range.end), std::move(edit.text)});
  std::stable_sort(cuts.begin(), cuts.end(),
                   [](const Cut& a, const Cut& b) { return a.key() < b.key(); });
  cuts.erase(std::unique(cuts.begin(), cuts.end(),
                         [](const Cut& a, const Cut& b) { return a.key() == b.key(); }),
             cuts.end());
  std::string result;
  std::size_t done = 0;
  for (const Cut& cut : cuts) {
    if (cut.begin < done || cut.end < cut.begin) throw Error("edit: two edits overlap");
    result += text.substr(done, cut.begin - done);
    result += cut.text;
    done = cut.end;
  }
  result += text.substr(done);
  return result;
}

int lines_touched(const std::vector<TextEdit>& edits) {
  std::set<int> lines;
  for (const TextEdit& edit : edits)
    for (int line = edit.range.begin.line; line <= edit.range.end.line; ++line) lines.insert(line);
  return static_cast<int>(lines.size());
}

std::string unified_diff(std::string_view before, std::string_view after, std::string_view name,
                         int context) {
  if (before == after) return "";
  const std::vector<std::string_view> a = whole_lines(before), b = whole_lines(after);
  const std::vector<Step> steps = shortest_script(a, b);
  const auto changes = [&](std::size_t i) { return steps[i].before < 0 || steps[i].behind < 0; };
  std::string text = fmt::format("--- {0}\n+++ {0} (repaired)\n", name);
  const auto margin = static_cast<std::size_t>(context);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!changes(i)) continue;
    const std::size_t begin = i > margin ? i - margin : 0;
    std::size_t last = i;  // the last change of this part
    for (std::size_t k = i; k < steps.size() && k <= last + 2 * margin + 1; ++k)
      if (changes(k)) last = k;
    const std::size_t end = std::min(steps.size(), last + margin + 1);
    int old_first = -1, new_first = -1, old_count = 0, new_count = 0;
    std::string body;
    for (std::size_t k = begin; k < end; ++k) {
      const Step& step = steps[k];
      if (step.before >= 0 && old_count++ == 0) old_first = step.before;
      if (step.behind >= 0 && new_count++ == 0) new_first = step.behind;
      body += step.behind < 0   ? marked_line('-', a[static_cast<std::size_t>(step.before)])
              : step.before < 0 ? marked_line('+', b[static_cast<std::size_t>(step.behind)])
                                : marked_line(' ', a[static_cast<std::size_t>(step.before)]);
    }
    text +=
        fmt::format("@@ -{},{} +{},{} @@\n", old_first + 1, old_count, new_first + 1, new_count);
    text += body;
    i = end - 1;
  }
  return text;
}

}  // namespace erfd
