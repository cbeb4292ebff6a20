// The whole catalogue is computed; a verdict or a number that changes fails here.
#include "erfd/base/error.hpp"
#include "erfd/reproduce/gallery.hpp"

#include "reproduce/words.hpp"
#include "support/source_tree.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

namespace erfd {
namespace {

std::string page_of(const std::string& path) {
  std::ifstream file(test::source_tree(path));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Catalogue, NamesEveryEntryOnce) {
  std::set<std::string_view> ids;
  for (const CatalogueEntry& entry : chosen_entries({})) {
    EXPECT_TRUE(ids.insert(entry.item->id).second) << entry.item->id;
    EXPECT_TRUE(entry.item->id.starts_with(std::string(entry.paper->word) + '.')) << entry.item->id;
    EXPECT_FALSE(entry.item->place.empty()) << entry.item->id;
    EXPECT_FALSE(entry.item->finding.empty()) << entry.item->id;
  }
}

TEST(Catalogue, RestsOnRowsThatExist) {
  for (const CatalogueEntry& entry : chosen_entries({}))
    for (const std::string_view name : entry.item->errata)
      EXPECT_TRUE(
          std::any_of(entry.paper->errata.begin(), entry.paper->errata.end(),
                      [&](const Erratum& e) { return (e.row.empty() ? e.place : e.row) == name; }))
          << entry.item->id << ": " << name;
}

TEST(Catalogue, SaysWhatIsNearAnUnknownName) {
  EXPECT_EQ(chosen_entries({"kvrgic.table-1", "szkodny"}).front().item->id, "kvrgic.table-1");
  try {
    chosen_entries({"kvrgic.tabel-1"});
    FAIL() << "an unknown entry was taken";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "'kvrgic.tabel-1' is no paper and no entry of the catalogue; did you mean "
                 "'kvrgic.table-1'?");
  }
}

TEST(Catalogue, WritesThePageOfTheDocumentation) {
  EXPECT_EQ(page_of("docs/seeds.md"), seeds_markdown())
      << "docs/seeds.md is stale; erfd reproduce --markdown > docs/seeds.md";
}

TEST(ComparedNumber, IsJudgedByWhatIsPrintedAndWhatIsRight) {
  EXPECT_EQ(standing_of(confirmed("", "", 2, 2.05, 0.1)), Standing::confirmed);
  EXPECT_FALSE(is_as_stated(confirmed("", "", 2, 2.2, 0.1)));
  EXPECT_EQ(standing_of(corrected("", "", 2, 3, 3.05, 0.1)), Standing::corrected);
  EXPECT_EQ(standing_of(corrected("", "", 2, 3, 4, 0.1)), Standing::refuted);
  EXPECT_FALSE(is_as_stated(corrected("", "", 2, 3, 2, 0.1)));
  EXPECT_EQ(standing_of(refuted("", "", 2, 3, 3, 0.1)), Standing::refuted);
  EXPECT_TRUE(is_as_stated(refuted("", "", 2, 3, 3, 0.1)));
  EXPECT_FALSE(is_as_stated(refuted("", "", 2, 3, 4, 0.1))) << "neither printed nor right";
  EXPECT_TRUE(is_as_stated(checked("", "", 0, 1e-13, 1e-12)));
  EXPECT_FALSE(is_as_stated(checked("", "", 0, 1e-11, 1e-12)));
  EXPECT_FALSE(is_as_stated(shown("", "", NAN)));
  EXPECT_FALSE(is_as_stated(confirmed("", "", NAN, NAN, 1)));
}

TEST(Gallery, GoesOnWhenAnEntryFails) {
  static const CatalogueItem broken{.id = "broken.entry",
                                    .place = "nowhere",
                                    .claim = "",
                                    .finding = "",
                                    .compute = [](const Progress&) -> Reproduction {
                                      throw Error("robots/none.toml: not found");
                                    }};
  const CatalogueEntry entry{&catalogue().front(), &broken};
  const Gallery gallery = reproduce({entry, chosen_entries({"kvrgic.table-c1"}).front()});
  EXPECT_EQ(gallery.entries[0].failure, "robots/none.toml: not found");
  EXPECT_FALSE(gallery.entries[0].as_stated);
  EXPECT_TRUE(gallery.entries[1].as_stated) << surprise_text(gallery.entries[1]);
  EXPECT_EQ(counts_of(gallery).surprises, 1);
}

/// One test an entry, so that each can be run alone and says what it took.
class CatalogueEntries : public testing::TestWithParam<CatalogueEntry> {};

TEST_P(CatalogueEntries, ComesOutAsStated) {
  const Gallery gallery = reproduce({GetParam()});
  EXPECT_EQ(surprise_text(gallery.entries.front()), "");
  if (GetParam().item->compute != nullptr) {
    const Reproduction& found = gallery.entries.front().found;
    EXPECT_FALSE(found.numbers.empty() && found.plots.empty() && found.tables.empty());
  }
  EXPECT_NE(gallery_page(gallery).find(GetParam().item->id), std::string::npos);
  EXPECT_FALSE(gallery_json(gallery).text().empty());
}

INSTANTIATE_TEST_SUITE_P(All, CatalogueEntries, testing::ValuesIn(chosen_entries({})),
                         [](const testing::TestParamInfo<CatalogueEntry>& entry) {
                           std::string name(entry.param.item->id);
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

}  // namespace
}  // namespace erfd
