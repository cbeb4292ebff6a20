// index.html → one file: links to style and script become their text, the document stands beside.
#include "erfd/base/error.hpp"
#include "erfd/report/page.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::string_view policy =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
    "'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:\">";

std::string_view asset(std::string_view path) {
  const auto assets = page_assets();
  const auto found = std::find_if(assets.begin(), assets.end(),
                                  [&](const PageAsset& a) { return a.path == path; });
  if (found == assets.end()) throw Error(fmt::format("page: no {}", path));
  return found->bytes;
}

/// The text between `before` and `after`; npos never happens in a page that vite wrote.
std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t start = text.find(before);
  if (start == text.npos) throw Error(fmt::format("page: index.html: no {}", before));
  const std::size_t from = start + before.size();
  return text.substr(from, text.find(after, from) - from);
}

/// "./assets/index-ab12.js" → its bytes.
std::string_view linked(std::string_view tag, std::string_view attribute) {
  return asset(between(tag, std::string(attribute) + "=\".", "\""));
}

void replace(std::string& page, std::string_view old, const std::string& by) {
  page.replace(page.find(old), old.size(), by);
}

/// No "<" of the data may end its element.
std::string inlined_json(const Json& run) {
  std::string out;
  for (const char c : run.text())
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  return out;
}

}  // namespace

void require_page() {
  if (page_assets().empty())
    throw Error(
        "this erfd was built without the page, which reports need: install node 20.19 or newer "
        "with "
        "npm, and build again with cmake -DERFD_WEB=ON");
}

std::string page_report(const Json& run) {
  require_page();
  const std::string_view index = asset("/index.html");
  std::string page(index);
  const std::string style(between(index, "<link rel=\"stylesheet\"", ">"));
  const std::string script(between(index, "<script type=\"module\"", "</script>"));
  replace(page, "<link rel=\"stylesheet\"" + style + ">",
          fmt::format("<style>{}</style>", linked(style, "href")));
  replace(page, "<script type=\"module\"" + script + "</script>", "");
  replace(page, "<head>", fmt::format("<head>{}", policy));
  replace(page, "</body>",
          fmt::format("<script type=\"application/json\" id=\"erfd-run\">{}</script>\n"
                      "<script type=\"module\">{}</script>\n</body>",
                      inlined_json(run), linked(script, "src")));
  return page;
}

}  // namespace erfd
