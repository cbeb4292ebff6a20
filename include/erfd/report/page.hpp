// The page of web/, as it was built into the library.
#pragma once

#include "erfd/io/json.hpp"

#include <span>
#include <string>
#include <string_view>

namespace erfd {

/// A file of the page. All of it lives as long as the program.
struct PageAsset {
  std::string_view path;        ///< "/index.html", "/assets/index-ab12.js"
  std::string_view media_type;  ///< "text/javascript; charset=utf-8"
  std::string_view bytes;
};

/// All files of the page; empty when the library was built without node.
std::span<const PageAsset> page_assets();

/// @throws Error that says what to install if the page was not built in.
void require_page();

/// One file that needs nothing else: the page with script, style and the document inlined. It
/// forbids itself every request. @throws Error as require_page().
/// @param run  a document of run_document.hpp
std::string page_report(const Json& run);

}  // namespace erfd
