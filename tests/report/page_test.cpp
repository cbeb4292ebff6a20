// The page in the library and the report made of it.
#include "erfd/report/page.hpp"

#include "support/message_of.hpp"

#include <gtest/gtest.h>

namespace erfd {
namespace {

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

TEST(Page, IsOneDocumentOneScriptAndOneStyle) {
  if (page_assets().empty()) GTEST_SKIP() << "this build is without the page";
  ASSERT_EQ(page_assets().size(), 3U);
  for (const PageAsset& asset : page_assets()) {
    EXPECT_TRUE(asset.path.starts_with('/')) << asset.path;
    EXPECT_GT(asset.bytes.size(), 200U) << asset.path;
    EXPECT_EQ(count(asset.bytes, "</script"), asset.path == "/index.html" ? 1U : 0U) << asset.path;
  }
}

TEST(Page, AReportHoldsItsDataAndLinksToNothingOrIsRefusedWithoutThePage) {
  if (page_assets().empty()) {
    EXPECT_NE(test::message_of([] { page_report(Json::Object{}); }).find("install node"),
              std::string::npos);
    return;
  }
  const std::string report = page_report(Json::Object{{"text", "</script><script>alert(1)"}});
  EXPECT_EQ(count(report, "id=\"erfd-run\""), 1U);
  EXPECT_NE(report.find("\\u003c/script>\\u003cscript>alert(1)"), report.npos);
  EXPECT_EQ(count(report, "</script>"), 2U);
  EXPECT_EQ(report.find("src=\"./"), report.npos);
  EXPECT_EQ(report.find("href=\"./"), report.npos);
  EXPECT_NE(report.find("default-src 'none'"), report.npos);
}

}  // namespace
}  // namespace erfd
