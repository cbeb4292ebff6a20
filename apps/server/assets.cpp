#include "assets.hpp"

#include "erfd/report/page.hpp"

namespace erfd::server {
namespace {

constexpr std::string_view missing_page = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>ERFD: the page was not built</title>
<h1>The page was not built</h1>
<p>This <code>erfd</code> was built without its page: node or npm was missing, their packages could not be fetched, or
<code>ERFD_WEB</code> is <code>OFF</code>. The line <code>page: not built</code> of cmake says which.</p>
<p>Install both (Debian: <code>apt install nodejs npm</code>), run <code>cmake -DERFD_WEB=ON</code>, build again, and start
<code>erfd serve</code> anew.
The server works: <code>docs/server.md</code> lists what programs can ask it.</p>
</html>
)";

}  // namespace

std::optional<Asset> find_asset(std::string_view path) {
  const std::string_view file = path == "/" ? "/index.html" : path;
  for (const PageAsset& asset : page_assets())
    if (asset.path == file) return Asset{asset.media_type, asset.bytes};
  if (path == "/") return Asset{"text/html; charset=utf-8", missing_page};
  return std::nullopt;
}

}  // namespace erfd::server
