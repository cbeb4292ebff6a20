#include "report/text/html_parts.hpp"

#include "report/text/svg_parts.hpp"

namespace erfd::html {
namespace {

constexpr const char* style =
    R"(:root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --page: #fff; --line: #d1d9e0; --bar: #0550ae; --bad: #a40e26; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --page: #0d1117; --line: #30363d; --bar: #58a6ff; --bad: #ff7b72; } }
body { font: 15px/1.5 system-ui, "DejaVu Sans", Arial, sans-serif; color: var(--ink); background: var(--page); max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
.answer { font-size: 1.15rem; border-left: 4px solid var(--bar); padding-left: .8rem; }
.soft { color: var(--soft); } .bad { color: var(--bad); }
table { border-collapse: collapse; } th, td { padding: .2rem .8rem .2rem 0; text-align: right; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; } th { font-weight: 600; color: var(--soft); }
figure { margin: 0; } figcaption { font-weight: 600; } svg { max-width: 100%; height: auto; }
code { font: 13px ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
@media print { body { max-width: none; margin: 0; } }
)";

}  // namespace

std::string page(const std::string& title, const std::string& more_style, const std::string& body) {
  return fmt::format(
             "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n",
             svg::xml_escaped(title)) +
         "<style>\n" + style + more_style + "</style>\n</head><body>\n" + body + "</body></html>\n";
}

std::string row(const std::vector<std::string>& cells, const char* cell) {
  std::string out = "<tr>";
  for (const std::string& text : cells) out += fmt::format("<{0}>{1}</{0}>", cell, text);
  return out + "</tr>\n";
}

}  // namespace erfd::html
